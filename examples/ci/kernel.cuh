// cute: smem = composition(Sw<3,3,3>, (64,64):(64,1))
// cute: smem(1,8)
// #= 64
using Smem = decltype(composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_64>, Stride<_64,_1>>{}));
