#!/bin/sh
# Replaces every KingCar container of docker-compose.yml by one of this version, while the version before serves:
#   sh deploy/container/upgrade.sh
#   sh deploy/container/upgrade.sh --file docker-compose.yml --file deploy/container/tls.yml
# The image of this version is there. If a step fails, the version before goes on serving; run it again.
set -eu

processes="recognition member catalog orders gateway" # recognition first: it receives what the others store in READS
old=""     # containers of the version before: their settings or their image are others than this version's
port=""    # those of them that publish the port: a version before had no proxy
new=""     # containers of this version that are healthy: an upgrade was interrupted, or nothing changed
unready="" # others of this version
scale=""   # as many containers of each process as there are now
beside=""  # the same, beside those of the version before
switched=""

# At the end of each run. Until requests go to this version, the version before is restored.
ended() {
  status=$?
  trap - EXIT INT TERM HUP
  [ "$status" -eq 0 ] && exit 0
  if [ -n "$switched" ]; then
    echo "This version serves, but not every step is done. Run the command again." >&2
    exit "$status"
  fi
  if [ -n "$port" ]; then
    docker compose "$@" stop proxy || true
    docker start $port >/dev/null || true
  fi
  for id in $(docker compose "$@" ps --all --quiet $processes); do
    case " $old $new " in *" $id "*) ;; *) docker rm --force "$id" >/dev/null || true ;; esac
  done
  echo "A step failed. The version before serves. Run the command again when the reason is removed." >&2
  exit "$status"
}

# A mistake in the configuration of the proxy ends here, before anything changes.
docker compose "$@" run --rm --no-deps --no-TTY proxy -c -f /usr/local/etc/haproxy/haproxy.cfg >/dev/null
# So does an older version than that of the database: nats-server would no longer allow what the version before needs.
docker compose "$@" run --rm --no-deps --no-TTY setup setup --check

for process in $processes; do
  image=$(docker image inspect --format '{{.Id}}' "$(docker compose "$@" config --images "$process" | head -n 1)")
  wanted="$(docker compose "$@" config --hash "$process" | cut -d ' ' -f 2) $image"
  before=0 after=0
  for id in $(docker compose "$@" ps --all --quiet "$process"); do
    if [ "$(docker inspect --format '{{index .Config.Labels "com.docker.compose.config-hash"}} {{.Image}}' "$id")" != "$wanted" ]; then
      before=$((before + 1)) old="$old $id"
      [ -z "$(docker inspect --format '{{range .HostConfig.PortBindings}}published{{end}}' "$id")" ] || port="$port $id"
    elif [ "$(docker inspect --format '{{.State.Health.Status}}' "$id")" = healthy ]; then
      after=$((after + 1)) new="$new $id"
    else
      unready="$unready $id"
    fi
  done
  containers=$before # of an upgrade that was interrupted, the larger of both
  [ "$after" -le "$before" ] || containers=$after
  [ "$containers" -gt 0 ] || containers=1
  scale="$scale --scale $process=$containers"
  beside="$beside $process=$((before + containers))"
done
trap 'ended "$@"' EXIT
trap 'exit 130' INT TERM HUP

[ -z "$old" ] || [ -z "$unready" ] || docker rm --force $unready >/dev/null

# nats-server allows what this version needs, and closes no connection. Then tables and streams are of this version.
docker compose "$@" run --rm --no-deps --no-TTY secrets
docker compose "$@" kill --signal HUP nats
docker compose "$@" run --rm --no-deps --no-TTY setup

# The containers of this version, beside those of the version before; one process after another, for a machine that is busy.
for each in $beside; do
  docker compose "$@" up --detach --wait --no-deps --no-recreate --scale "$each" "${each%=*}"
done

proxy=$(docker compose "$@" ps --quiet proxy)
if [ -n "$port" ]; then # it goes from the gateway of the version before to the proxy
  docker compose "$@" up --no-start --no-deps proxy
  docker stop $port >/dev/null
fi
docker compose "$@" up --detach --wait --no-deps proxy
# The same container reads its configuration again, and closes no connection.
[ -z "$proxy" ] || [ "$proxy" != "$(docker compose "$@" ps --quiet proxy)" ] || docker compose "$@" kill --signal USR2 proxy
switched=yes

# The containers of the version before finish what they do.
if [ -n "$old" ]; then
  docker stop $old >/dev/null
  docker rm $old >/dev/null
fi

docker compose "$@" up --detach --wait $scale
