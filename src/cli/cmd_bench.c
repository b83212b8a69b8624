#include "cli/bench_run.h"
#include "cli/cmd.h"
#include "cli/report.h"

static const char usage[] =
	"usage: cutelayout bench [OPTION]...\n"
	"\n"
	"Generate the kernel that a layout describes, prove its mapping, check its results,\n"
	"and measure its bandwidth beside a prediction.\n"
	"\n"
	"The problem:\n"
	"      --shape=M,N          extents, one to three; may be repeated (16384,8192)\n"
	"      --dtype=TYPE,...     f16 bf16 f32 f64 e4m3 e5m2 i8 u8 i16 i32 i64 (f16)\n"
	"      --op=EXPR            elementwise expression of operands a to h ('a+b')\n"
	"      --reduce=NAME        sum prod max min mean absmax sumsq of EXPR\n"
	"      --dim=D              mode that is reduced, or 'all' (-1)\n"
	"      --layout=a=LAYOUT    memory of an operand, or of 'out': row, col, or an\n"
	"                           expression of M, N and K\n"
	"The kernel:\n"
	"      --kernel=NAME,...    naive vectorized tv tv-remap auto (auto)\n"
	"      --tv=LAYOUT          thread-value layout of the tile of --tile\n"
	"      --tile=M,N\n"
	"      --thr=LAYOUT         threads, with --val: the values of a thread, or\n"
	"      --val=LAYOUT         --val-bytes: the same counted in bytes\n"
	"      --val-bytes=LAYOUT\n"
	"      --set=KNOB=N,...     threads vector unroll per-row groups splits load store tile\n"
	"      --tune[=SECONDS]     search for the best of these\n"
	"What is done:\n"
	"      --device=N           the device, or 'cpu': prove the mapping on the host (0)\n"
	"      --list-devices       print the devices\n"
	"      --dry-run            print every layout, the launch and the prediction\n"
	"      --print-source       print the kernel in CUDA C (--print-ptx, --print-sass)\n"
	"      --print-ptx\n"
	"      --print-sass\n"
	"      --hot                leave the L2 cache as it is between samples\n"
	"      --graph-overhead     compare launches on a stream with a graph's\n"
	"      --sweep              squares from 256x256 to 16384x16384\n"
	"      --plot=FILE          draw bandwidth over size as SVG\n"
	"      --samples=N          samples, at least (30)\n"
	"      --noise=X            stop below this relative noise (0.005)\n"
	"      --time-limit=S       stop after this time (15)\n"
	"      --seed=N             of the random data (1)\n"
	"      --csv                print comma-separated values\n"
	"      --json               print one JSON object\n"
	"  -h, --help               print this text\n"
	"\n"
	"exit status: 0 done, 1 a mapping or a result is wrong, 2 wrong usage, 3 an expression\n"
	"is at fault, 4 no GPU support in this build or no usable device\n";

int cmd_bench(int argc, char **argv) {
	struct arena arena;
	struct bench_options options;
	arena_init(&arena, report_out_of_memory, NULL);
	int status = bench_options_read(&options, &arena, usage, argc, argv);
	if (status < 0) {
		status = bench_run(&options, &arena, true, argc, argv);
	}
	arena_finish(&arena);
	return status;
}
