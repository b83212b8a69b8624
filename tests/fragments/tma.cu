
half_t* p = nullptr;
auto g = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_1024{}, _512{}), make_stride(_512{}, _1{})));
auto gd = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_512{}, _1024{}), make_stride(_1{}, _512{})));
using A = decltype(make_tma_copy(SM90_TMA_LOAD{}, g, GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_8,_64>{}, _1{}));
using B = decltype(make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, g, tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<_128,_64>{}), Shape<_128,_64>{}, _4{}));
using C = decltype(make_tma_copy(SM90_TMA_STORE{}, gd, tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, Shape<_128,_64>{}), Shape<_128,_64>{}, _1{}));
using D = decltype(make_tma_copy_A_sm90(SM90_TMA_LOAD_MULTICAST{}, g, tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128,_64>{}), Shape<_128,_256,_64>{}, Shape<_1,_2,_1>{}));
using E = decltype(make_tma_copy_B_sm90(SM90_TMA_LOAD_MULTICAST{}, g, tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_256,_64>{}), Shape<_128,_256,_64>{}, Shape<_2,_1,_1>{}));
