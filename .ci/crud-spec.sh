# MongoDB's public CRUD specification tests, for .ci/run. They come with Debian's source package of the C driver, which
# apt fetches and checks against the archive's signature. Nothing of it stays: it is unpacked below $work.
# Sets crud_spec_dir, or crud_spec_problem when they cannot be had.

fetch_crud_spec() {
  printf '\n== crud-spec: fetching the tests\n'
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg mirror codename dir=$work/crud-spec
  mirror=$(debian_mirror)
  codename=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")
  crud_spec_problem='this is no Debian with its archive keyring'
  command -v apt-get >/dev/null && [[ -r $keyring && -n $mirror && -n $codename ]] || return

  # Lists and cache of its own: the machine's package sources stay as they are.
  mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial" "$dir/source"
  echo "deb-src [signed-by=$keyring] $mirror $codename main" >"$dir/sources.list"
  local apt=(apt-get -q -o "Dir::Etc::sourcelist=$dir/sources.list" -o Dir::Etc::sourceparts=-
    -o "Dir::State::lists=$dir/lists" -o "Dir::Cache=$dir/cache" -o APT::Sandbox::User=root -o Acquire::Retries=2)
  crud_spec_problem="the source packages at $mirror are out of reach"
  (
    cd "$dir/source" &&
      timeout 180 "${apt[@]}" update &&
      timeout 180 "${apt[@]}" source --download-only mongo-c-driver
  ) >"$dir/apt.log" 2>&1 || return

  crud_spec_problem='the source package does not hold them where they are expected'
  local archive
  archive=$(compgen -G "$dir/source/mongo-c-driver_*.orig.tar.*" | grep -v '\.asc$' | head -n 1)
  tar -xf "$archive" -C "$dir" --wildcards '*/src/libmongoc/tests/json/crud/unified/*' 2>>"$dir/apt.log" || return
  crud_spec_dir=$(compgen -G "$dir/*/src/libmongoc/tests/json/crud/unified" | head -n 1)
  [[ -n $crud_spec_dir ]]
}

# The archive this machine already uses, from the newer form of its sources or the older one.
debian_mirror() {
  local line
  while read -r line; do
    if [[ $line =~ ^(URIs:|deb( +\[[^]]*\])?)\ +(https?://[^ ]+) ]]; then
      echo "${BASH_REMATCH[3]}"
      return
    fi
  done < <(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null)
}
