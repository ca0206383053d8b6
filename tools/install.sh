#!/usr/bin/env bash
# Makes sure that the named tools are there: tools/install.sh node emscripten native lint browsers
# On Debian and Ubuntu what is missing is installed, when that needs no password and INSTALL is not
# "no". Otherwise prints the command to type and exits with 1.
set -eo pipefail

have() { command -v "$1" >/dev/null 2>&1; }

# Each missing tool, by its Debian package; brew_, dnf_ and pacman_ the same for other platforms.
missing=() apt=() brew=() dnf=() pacman=()
need() { # what it is for, Debian packages, Homebrew, Fedora, Arch
  missing+=("$1") apt+=($2) brew+=($3) dnf+=($4) pacman+=($5)
}

for tool in "$@"; do
  case "$tool" in
    node)
      if ! have node || ! have npm || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
        echo "Node.js 20 or newer with npm is needed: https://nodejs.org/en/download" >&2
        exit 1
      fi
      ;;
    emscripten) have emcc || need "Emscripten" emscripten emscripten emscripten emscripten ;;
    native)
      # clang brings both sanitizers; gcc is the second opinion.
      have clang || need "clang" clang llvm "clang compiler-rt" "clang compiler-rt"
      have gcc || need "gcc" "gcc libc6-dev" gcc "gcc libasan libubsan" gcc
      ;;
    lint)
      have clang-format || need "clang-format" clang-format clang-format clang-tools-extra clang
      have clang-tidy || need "clang-tidy" clang-tidy llvm clang-tools-extra clang
      ;;
    browsers)
      have chromium || have chromium-browser || have google-chrome ||
        [ -e "/Applications/Google Chrome.app" ] ||
        need "Chromium" chromium "--cask chromium" chromium chromium
      have firefox-esr || have firefox || [ -e /Applications/Firefox.app ] ||
        need "Firefox" firefox-esr "--cask firefox" firefox firefox
      if [ "$(uname)" = Linux ]; then
        have WebKitWebDriver || need "WebKit" webkit2gtk-driver "" webkit2gtk4.1 webkit2gtk-4.1
        # The programs that explorers give away are run in NumPy.
        ! have apt-get || /usr/bin/python3 -c "import numpy" 2>/dev/null || need "NumPy" python3-numpy "" "" ""
        have Xvfb || need "Xvfb" "xvfb xauth" "" xorg-x11-server-Xvfb xorg-server-xvfb
      fi
      ;;
    *) echo "install.sh: there is no tool group $tool" >&2; exit 2 ;;
  esac
done

[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
if have apt-get && [ "${INSTALL:-yes}" != no ] &&
  { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }; then
  echo "installing ${apt[*]}"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if "${as_root[@]}" apt-get update -qq >"$log" 2>&1 &&
    "${as_root[@]}" apt-get install -y -qq "${apt[@]}" >>"$log" 2>&1; then
    rm -f "$log"
    exit 0
  fi
  cat "$log" >&2
  rm -f "$log"
fi

echo "Missing: ${missing[*]}. Install with:" >&2
if have apt-get; then echo "  ${as_root[*]} apt-get install ${apt[*]}" >&2
elif have brew; then echo "  brew install ${brew[*]}" >&2
elif have dnf; then echo "  ${as_root[*]} dnf install ${dnf[*]}" >&2
elif have pacman; then echo "  ${as_root[*]} pacman -S ${pacman[*]}" >&2
else echo "  Debian's packages are called: ${apt[*]}; Emscripten everywhere: https://emscripten.org/docs/getting_started/downloads.html" >&2
fi
exit 1
