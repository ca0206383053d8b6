#!/usr/bin/env bash
# Builds everything that is shipped: the wasm modules, the package and the pages, into dist/.
# What is up to date stays: a second run takes seconds. See ./build.sh --help.
set -eo pipefail # not -u: bash 3.2, which macOS has, takes an empty array for an unset one
cd "$(dirname "$0")"

usage() {
  cat <<'TEXT'
Usage: ./build.sh [flags]

Compiles c/ to WebAssembly and makes dist/: the package for npm, the classic script and the pages.

  --wasm-only    stop after the wasm modules (build/attention-{simd,scalar,relaxed}.wasm)
  --debug        keep the names of functions in the wasm, for profilers and wasm-dis
  --force        build everything anew
  --no-install   install nothing; say what is missing and stop
  --quiet        print problems and the last line only
  --help         this text

Needs Node.js 20 and Emscripten 3.1.6 or newer. What is missing is installed when that is possible
without a password (Debian or Ubuntu); otherwise the command to type is printed.
TEXT
}

wasm_only=false debug=false force=false install=true quiet=false
for flag in "$@"; do
  case "$flag" in
    --wasm-only) wasm_only=true ;;
    --debug) debug=true ;;
    --force) force=true ;;
    --no-install) install=false ;;
    --quiet) quiet=true ;;
    --help | -h) usage; exit 0 ;;
    *) echo "build.sh: there is no flag $flag" >&2; usage >&2; exit 2 ;;
  esac
done
say() { if ! $quiet; then echo "$@"; fi; }
fail() { echo "build.sh: $*" >&2; exit 1; }

# --- tools ------------------------------------------------------------------------------------

$install && export INSTALL=yes || export INSTALL=no
tools/install.sh node emscripten

emcc_version=$(emcc --version | sed -n '1s/.*[^0-9.]\([0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*\).*/\1/p')
oldest=$(printf '%s\n' 3.1.6 "$emcc_version" | sort -V | head -n 1)
[ "$oldest" = 3.1.6 ] || fail "emcc $emcc_version is too old: 3.1.6 or newer is needed"

mkdir -p build
# Two builds at once in one folder would overwrite each other's files.
if command -v flock >/dev/null; then exec 9>build/lock && flock 9; fi

# The packages that were installed are those of the lock file with this sum.
lock_sum=$(cksum <package-lock.json)
if [ ! -d node_modules ] || [ "$(cat node_modules/.lock-sum 2>/dev/null)" != "$lock_sum" ]; then
  $install || fail "node_modules is missing or out of date: npm ci"
  say "installing the npm packages of package-lock.json"
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
  echo "$lock_sum" >node_modules/.lock-sum
fi

# --- wasm -------------------------------------------------------------------------------------

# simd and scalar give equal bits: no fused multiply-add, nothing reordered. Never -ffast-math.
compile_flags=(-std=c99 -DNDEBUG -ffp-contract=off -fno-math-errno -Wall -Wextra
  -Wframe-larger-than=32768 "-ffile-prefix-map=$PWD/=")
# Loops that hold the time are compiled for speed, the rest for size: -O3 throughout makes the modules
# half as large again (28 kB gzipped instead of 20) and nothing faster; -Os throughout makes attention
# 10 % and random numbers 60 % slower.
fast_flags=(-O3 -fno-unroll-loops) small_flags=(-Os) fast_sources=" matmul fused random experiments double "
# The scalar module is for engines of 2017, so it takes no later feature of wasm either.
simd_flags=(-msimd128)
scalar_flags=(-mno-simd128 -mno-bulk-memory -mno-nontrapping-fptoint -mno-sign-ext -mno-multivalue
  -mno-reference-types)
# A bare module: no runtime, no import. The stack stands first, so that an overflow traps instead of
# writing over constants; then the constants; from __heap_base on the memory is JavaScript's.
# Kernels must stay functions of their own, or V8 never swaps its quick first compilation of them
# for the optimised one: so Binaryen may not inline what has one caller only (LLVM heeds noinline).
link_flags=(-O3 -sSTANDALONE_WASM --no-entry "-sEXPORTED_FUNCTIONS=[]" -sSUPPORT_ERRNO=0
  -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=262144 -sMAXIMUM_MEMORY=4GB -sTOTAL_STACK=65536
  -Wl,--stack-first -Wl,--export=__heap_base
  -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=0)
# tools/relax.js finds kernels by their names; tools/build.js takes the names away. No other byte differs.
link_flags+=(--profiling-funcs)

sources=(c/*.c)
[ -e "${sources[0]}" ] || fail "there is no C file in c/"
if [ ! -e c/wasm.c ]; then echo "build.sh: c/wasm.c is missing; building without it" >&2; fi

# What was made with other flags, or of other files, is made again.
compiling="$emcc_version ${compile_flags[*]} ${fast_flags[*]} ${small_flags[*]} $fast_sources ${simd_flags[*]} ${scalar_flags[*]} ${sources[*]}"
linking="${link_flags[*]}"
if $force || [ "$(cat build/compiling 2>/dev/null)" != "$compiling" ]; then
  rm -rf build/simd build/scalar build/linked-*.wasm
  echo "$compiling" >build/compiling
fi
if [ "$(cat build/linking 2>/dev/null)" != "$linking" ]; then
  rm -f build/linked-*.wasm
  echo "$linking" >build/linking
fi
mkdir -p build/simd build/scalar

newest_header=""
for header in c/*.h; do
  if [ -z "$newest_header" ] || [ "$header" -nt "$newest_header" ]; then newest_header=$header; fi
done

# As many jobs as cores; one that fails ends the build.
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
jobs_running=()
finish_one() {
  wait "${jobs_running[0]}" || fail "compiling failed"
  jobs_running=("${jobs_running[@]:1}")
}
finish_all() { while [ ${#jobs_running[@]} -gt 0 ]; do finish_one; done; }
start() {
  if [ ${#jobs_running[@]} -ge "$cores" ]; then finish_one; fi
  "$@" &
  jobs_running+=($!)
}

compile() { # variant source object
  local flags=("${simd_flags[@]}")
  if [ "$1" = scalar ]; then flags=("${scalar_flags[@]}"); fi
  case "$fast_sources" in
    *" $(basename "$2" .c) "*) flags+=("${fast_flags[@]}") ;;
    *) flags+=("${small_flags[@]}") ;;
  esac
  # The object takes its name only when it is whole.
  emcc "${compile_flags[@]}" "${flags[@]}" -c "$2" -o "$3.part.o" 9>&- && mv "$3.part.o" "$3"
}
link() { # variant
  emcc "build/$1"/*.o "${link_flags[@]}" -o "build/linked-$1.wasm" 9>&-
}

changed=()
for variant in simd scalar; do
  relink=false
  [ -e "build/linked-$variant.wasm" ] || relink=true
  for source in "${sources[@]}"; do
    object=build/$variant/$(basename "$source" .c).o
    if [ ! "$object" -nt "$source" ] || [ ! "$object" -nt "$newest_header" ]; then
      say "emcc $variant $source"
      start compile "$variant" "$source" "$object"
      relink=true
    fi
  done
  if $relink; then changed+=("$variant"); fi
done
finish_all
for variant in "${changed[@]}"; do start link "$variant"; done
finish_all

# --- package and pages --------------------------------------------------------------------------

node_flags=("--compiler=emcc $emcc_version")
if $wasm_only; then node_flags+=(--wasm-only); fi
if $force; then node_flags+=(--force); fi
if $debug; then node_flags+=(--debug); fi
if $quiet; then node_flags+=(--quiet); fi
node tools/build.js "${node_flags[@]}" 9>&-
