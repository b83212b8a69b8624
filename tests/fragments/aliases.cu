namespace tiles {
constexpr int kRows = 96, kDepth = 192;
constexpr int kStages = 3;
template <int Tiles>
using Wide = decltype(coalesce(tile_to_shape(GMMA::Layout_SW128_Atom<bfloat16_t, GMMA::Major::K>{},
                                             Shape<Int<kRows>, Int<64 * Tiles>>{}, Step<_1, _2>{}),
                               Shape<_1, _1>{}));
using Full = Wide<kDepth / 64>;
}  // namespace tiles

template <int kM, class T = half_t>
struct Storage {
    template <int Tiles>
    using Tall = decltype(composition(tile_to_shape(GMMA::Layout_K_SW64_Atom<T>{}, Shape<Int<kM>, Int<32 * Tiles>>{}),
                                      Layout<Shape<Int<32 * Tiles>, Int<kM>>, Stride<Int<kM>, _1>>{}));
    using Two = Tall<2>;
    static constexpr int kBytes = size(Two{})
        + cosize_v<Two>
        + (kM > 64 ? 8 : 4);  // of flags
    static constexpr int kGroups = kM / cutlass::NumThreadsPerWarp;
};
template <class A, class B, class C>
struct Multiply {
    using Mma = TiledMMA<MMA_Atom<UniversalFMA<C, A, B>>, Layout<Shape<_16, _8, _1>>>;
    using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint_bit_t<sizeof_bits_v<A> * 4>>, A>{},
                                          Layout<Shape<_32, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _4>>{}));
};
using Scalar = Multiply<half_t, half_t, float>;
