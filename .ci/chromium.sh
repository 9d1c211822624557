# The browser that test/browser runs in, for .ci/run: Debian's, installed when missing. Needs $work.

install_chromium() {
  printf '\n== chromium\n'
  if [[ ! -x /usr/bin/chromium ]]; then
    if ! command -v apt-get >/dev/null; then
      echo 'There is no /usr/bin/chromium here, and no apt-get to install one.'
      return 1
    fi
    # The lists of some other source may be out of reach; what counts is whether the package can be installed.
    timeout 180 apt-get -q update >"$work/apt.log" 2>&1
    if ! DEBIAN_FRONTEND=noninteractive timeout 420 \
      apt-get -q -y install --no-install-recommends chromium >>"$work/apt.log" 2>&1; then
      echo 'chromium could not be installed:'
      cat "$work/apt.log"
      return 1
    fi
  fi
  /usr/bin/chromium --version 2>/dev/null
}
