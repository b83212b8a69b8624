/* Write 16 bytes a thread: what was in the L2 cache is not there any more. */
extern "C" __global__ void cutelayout_flush(uint4 *to) {
	to[(size_t)blockIdx.x * blockDim.x + threadIdx.x] = make_uint4(0, 0, 0, 0);
}
