TiledMMA a = make_tiled_mma(SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 176, UMMA::Major::MN, UMMA::Major::K>{});
TiledMMA b = make_tiled_mma(SM100_MMA_F16BF16_2x1SM_SS<bfloat16_t, bfloat16_t, float, 256, 208, UMMA::Major::K, UMMA::Major::MN>{});
TiledMMA c = make_tiled_mma(SM100_MMA_F16BF16_TS<half_t, half_t, float, 64, 40, UMMA::Major::K, UMMA::Major::MN>{});
TiledMMA d = make_tiled_mma(SM100_MMA_TF32_SS<tfloat32_t, tfloat32_t, float, 64, 24, UMMA::Major::MN, UMMA::Major::MN>{}, Layout<Shape<_2,_1,_1>>{});
