# Sourced by packaging/run and packaging/test: brings the machine and .venv to where the program can start.
# Everything it says goes to stderr, so that the answers of headless commands stay clean. Runs on bash 3.2 (macOS).

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
venv=$root/.venv
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1

# What Qt's own libraries and its xcb and offscreen platforms link to: the shared library, and the package it is in.
qt_libraries='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libX11.so.6 libx11-6
libX11-xcb.so.1 libx11-xcb1
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libfreetype.so.6 libfreetype6
libglib-2.0.so.0 libglib2.0-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-glx.so.0 libxcb-glx0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-render.so.0 libxcb-render0
libxcb-shape.so.0 libxcb-shape0
libxcb-shm.so.0 libxcb-shm0
libxcb-sync.so.1 libxcb-sync1
libxcb-util.so.1 libxcb-util1
libxcb-xfixes.so.0 libxcb-xfixes0
libxcb-xkb.so.1 libxcb-xkb1
libxcb.so.1 libxcb1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libxkbcommon.so.0 libxkbcommon0
'

say() { printf '%s\n' "$*" >&2; }

stop() {
  say "$@"
  exit 1
}

on_debian() { command -v apt-get >/dev/null 2>&1 && command -v dpkg >/dev/null 2>&1; }

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

can_make_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Names a Python >= 3.11, one that can make environments before one that cannot; fails if there is none.
find_python() {
  local candidate second=''
  for candidate in "${AGENTDB_INSPECTOR_PYTHON:-}" python3.13 python3.12 python3.11 python3 python3.14 python py; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate" || continue
    if can_make_venv "$candidate"; then
      printf '%s\n' "$candidate"
      return
    fi
    second=${second:-$candidate}
  done
  [ -n "$second" ] && printf '%s\n' "$second"
}

# Sets venv_bin if .venv holds a Python that works.
find_venv() {
  local folder
  for folder in "$venv/bin" "$venv/Scripts"; do
    if [ -e "$folder/python" ] || [ -e "$folder/python.exe" ]; then
      venv_bin=$folder
      is_new_enough "$venv_bin/python" && "$venv_bin/python" -c 'import pip' >/dev/null 2>&1
      return
    fi
  done
  return 1
}

# The packages that a Python with environments is in, as far as they are missing.
missing_python_packages() {
  local python version
  find_venv && return
  python=$(find_python)
  if [ -n "$python" ]; then
    can_make_venv "$python" || "$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
    return
  fi
  for version in 3.13 3.12 3.11; do
    if apt-cache show "python$version-venv" >/dev/null 2>&1; then
      echo "python$version-venv"
      return
    fi
  done
  echo python3-venv
}

missing_window_packages() {
  local known library package font
  known=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p)
  while read -r library package; do
    case $known in
      *"	$library "*) ;;
      *) [ -z "$library" ] || echo "$package" ;;
    esac
  done <<<"$qt_libraries"
  font=$(find /usr/share/fonts /usr/local/share/fonts "${HOME:-/}/.fonts" "${HOME:-/}/.local/share/fonts" \
    \( -name '*.ttf' -o -name '*.otf' -o -name '*.ttc' \) -print 2>/dev/null | head -n 1)
  [ -n "$font" ] || echo fonts-dejavu-core
}

# apt_install PACKAGE...: as root, with fresh lists only if the ones at hand do not do.
apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  set -- -y -q --no-install-recommends "$@"
  apt-get install "$@" >&2 || { apt-get update -q >&2 && apt-get install "$@" >&2; }
}

# prepare_system window|headless: the system's own packages, on Debian and its kin; elsewhere there is nothing to ask.
prepare_system() {
  local missing
  on_debian || return 0
  if [ "$(id -u)" = 0 ] && ! find_venv && [ -z "$(find_python)" ]; then
    apt-get update -q >&2 || true # which Python there is stands in the lists, and a fresh machine has none
  fi
  missing=$(missing_python_packages)
  [ "$1" = headless ] || missing="$missing $(missing_window_packages)"
  missing=$(echo $missing) # one line
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" != 0 ]; then
    say "These packages of your system are missing. Install them with this command, then start again:"
    stop "  sudo apt-get install -y --no-install-recommends $missing"
  fi
  say "Installing packages of the system that are missing: $missing"
  # shellcheck disable=SC2086 # a list of names
  apt_install $missing || stop "apt-get could not install them (see above): $missing"
}

# prepare_venv [EXTRA]: .venv with the project and the tested versions of all it needs, made anew only when those change.
prepare_venv() {
  local extra=${1:-} python wanted stamp
  if ! find_venv; then
    python=$(find_python) ||
      stop "Python 3.11 or newer is needed, and none was found. Install it, or name it in AGENTDB_INSPECTOR_PYTHON."
    say "Making $venv with $("$python" --version)."
    "$python" -m venv --clear "$venv" || stop "$python could not make $venv (see above)."
    find_venv || stop "$venv was made and does not work: delete it and try again."
  fi
  # the folder too: an environment that was moved with its checkout points to the old place
  wanted="$root $(cd "$root" && cat pyproject.toml packaging/constraints.txt | cksum)"
  stamp=$venv/installed
  [ "$(cat "$stamp${extra:+-$extra}" 2>/dev/null)" = "$wanted" ] && return
  say "Installing the project and what it needs into $venv (once; about 150 MB are fetched)."
  (
    cd "$root"
    # the build tools come from the constraints as well, which an isolated build would not ask
    pip_install hatchling editables && pip_install --no-build-isolation --editable ".${extra:+[$extra]}"
  ) || stop "The packages could not be installed (see above). The network is needed this once."
  printf '%s\n' "$wanted" >"$stamp"
  [ -z "$extra" ] || printf '%s\n' "$wanted" >"$stamp-$extra"
}

pip_install() {
  local quiet=--quiet
  [ -t 2 ] && quiet=
  "$venv_bin/python" -m pip install --no-input $quiet --constraint packaging/constraints.txt "$@" >&2
}
