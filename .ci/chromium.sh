# The browser that the tests of pages run in, for .ci/run: Debian's without windows, installed when missing; where it cannot
# be installed, the whole one if that is there. Needs $work.

install_chromium() {
  printf '\n== chromium\n'
  if ! command -v chromium-headless-shell >/dev/null && ! fetch_headless_shell && ! command -v chromium >/dev/null; then
    return 1
  fi
  "$(command -v chromium-headless-shell || command -v chromium)" --version 2>/dev/null
}

fetch_headless_shell() {
  if ! command -v apt-get >/dev/null; then
    echo 'There is no chromium-headless-shell here, and no apt-get to install one.'
    return 1
  fi
  # The lists of some other source may be out of reach; what counts is whether the package can be installed.
  timeout 180 apt-get -q update >"$work/apt.log" 2>&1
  if ! DEBIAN_FRONTEND=noninteractive timeout 420 \
    apt-get -q -y install --no-install-recommends chromium-headless-shell >>"$work/apt.log" 2>&1; then
    echo 'chromium-headless-shell could not be installed:'
    cat "$work/apt.log"
    return 1
  fi
}
