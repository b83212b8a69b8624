#!/bin/sh
#SBATCH --job-name=cutelayout
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
#SBATCH --time=00:30:00
# The sweep once on each node of the job, then one table and one plot of all:
#
#     sbatch --nodes=4 examples/cluster/slurm.sh
#
# The folder "runs" is on a file system that the nodes share. srun passes the words behind the script on to sweep.sh.
set -eu
cd "${SLURM_SUBMIT_DIR:-.}"
srun sh examples/cluster/sweep.sh "$@"
cutelayout bench --report --plot runs/all.svg runs/*.json
