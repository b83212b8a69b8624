int rows = 384;
int columns = 256;
float* out = nullptr;
auto mma = make_tiled_mma(SM80_16x8x8_F32TF32TF32F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_8>{});
auto tile = local_tile(make_tensor(out, make_shape(rows, columns), make_stride(_1{}, rows)),
                       make_shape(_64{}, _64{}), make_coord(0, 0));
auto part = mma.get_slice(5).partition_C(tile);
