#!/bin/sh
# Tests on aarch64 under emulation: Debian's qemu and arm64 Python, wheels from the package index.
#   tests/aarch64.sh FOLDER [arguments of pytest]
# The folder is filled on the first call; nothing is installed on this system. It needs apt-get, dpkg and
# pip. Tests that start processes need the kernel to run arm64 programs and fail without.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")/.." && pwd)
root=$folder/root
if [ ! -e "$folder/ready" ]; then
    state=$folder/apt
    mkdir -p "$state/lists/partial" "$state/archives/partial" "$root" "$folder/site"
    : > "$state/status"
    arm() {
        apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Debug::NoLocking=1 \
            -o Dir::State::lists="$state/lists" -o Dir::State::status="$state/status" \
            -o Dir::Cache="$state" -o Dir::Cache::archives="$state/archives" "$@"
    }
    arm update
    arm install -y --download-only --no-install-recommends python3 libstdc++6 libgomp1 libffi8 zlib1g
    for package in "$state"/archives/*.deb; do dpkg -x "$package" "$root"; done
    (cd "$folder" && apt-get -q download qemu-user-static && dpkg -x qemu-user-static_*.deb qemu)
    version=$(ls "$root/usr/bin" | sed -n 's/^python\(3\.[0-9]*\)$/\1/p')
    abi=cp$(echo "$version" | tr -d .)
    python3 -m pip download -q --only-binary=:all: --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
        --platform manylinux2014_aarch64 --python-version "$version" --implementation cp \
        --abi "$abi" --abi abi3 --abi none -d "$folder/wheels" \
        numpy scipy llvmlite numba ml_dtypes opt_einsum pytest==9.2.0 hypothesis mpmath
    for wheel in "$folder"/wheels/*.whl; do python3 -m zipfile -e "$wheel" "$folder/site"; done
    echo "$version" > "$folder/ready"
fi
[ $# -gt 0 ] || set -- tests/lowering/cpu/test_structures.py tests/lowering/cpu/test_control.py tests/lowering/cpu/test_operations.py
unset OPENBLAS_CORETYPE OPENBLAS_L2_SIZE
cd "$here"
PYTHONPATH=$here:$folder/site PYTHONPYCACHEPREFIX=$folder/pycache OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
    exec nice -n 10 "$folder/qemu/usr/bin/qemu-aarch64-static" -L "$root" \
    "$root/usr/bin/python$(cat "$folder/ready")" -u -m pytest -p no:cacheprovider -q "$@"
