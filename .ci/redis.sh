# A Redis of the gate's own, for .ci/run: installed when missing, on a free port, without persistence.
# Sets redis_url and redis_pid; needs $work.

start_redis() {
  printf '\n== redis\n'
  install_redis || return
  local attempt port
  for attempt in 1 2 3; do
    port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
    redis-server --bind 127.0.0.1 --port "$port" --dir "$work" --save '' --appendonly no \
      --maxmemory-policy noeviction --daemonize no >"$work/redis.log" 2>&1 &
    redis_pid=$!
    if redis_answers "$port"; then
      redis_url="redis://127.0.0.1:$port"
      echo "$(redis-server --version | cut -d' ' -f1-3) at $redis_url"
      return 0
    fi
    stop_redis
  done
  echo 'Redis did not start:'
  cat "$work/redis.log"
  return 1
}

stop_redis() {
  [[ -n $redis_pid ]] || return 0
  kill "$redis_pid" 2>/dev/null
  wait "$redis_pid" 2>/dev/null
  redis_pid=
}

install_redis() {
  command -v redis-server >/dev/null && return
  if ! command -v apt-get >/dev/null; then
    echo 'There is no redis-server here, and no apt-get to install one.'
    return 1
  fi
  # The lists of some other source may be out of reach; what counts is whether the package can be installed.
  timeout 180 apt-get -q update >"$work/apt.log" 2>&1
  # RUNLEVEL=1 keeps the package from starting a server of its own on the default port.
  if ! RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive timeout 300 \
    apt-get -q -y install --no-install-recommends redis-server >>"$work/apt.log" 2>&1; then
    echo 'redis-server could not be installed:'
    cat "$work/apt.log"
    return 1
  fi
}

# Asks for a PONG for up to ten seconds, as long as the server lives.
redis_answers() {
  local port=$1 tries answer
  for ((tries = 0; tries < 100; tries++)); do
    kill -0 "$redis_pid" 2>/dev/null || return 1
    if { exec 9<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null; then
      printf 'PING\r\n' >&9
      IFS= read -r -t 2 answer <&9
      exec 9>&-
      [[ ${answer:-} == +PONG* ]] && return 0
    fi
    sleep 0.1
  done
  return 1
}
