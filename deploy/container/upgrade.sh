#!/bin/sh
# Replaces every KingCar container of docker-compose.yml by one of this version, while the version before serves:
#   sh deploy/container/upgrade.sh
#   sh deploy/container/upgrade.sh --file docker-compose.yml --file deploy/container/tls.yml
# The image of this version is there. If a step fails, the version before goes on serving; run it again.
set -eu

processes="gateway member catalog orders recognition"
before=$(docker compose "$@" ps --quiet gateway)
proxy=$(docker compose "$@" ps --quiet proxy)
[ -n "$proxy" ] || docker compose "$@" create proxy # pulls its image, before anything changes

# nats-server allows what this version needs, and closes no connection. Then tables and streams are of this version.
docker compose "$@" run --rm --no-TTY secrets
docker compose "$@" kill --signal HUP nats
docker compose "$@" run --rm --no-TTY setup

# A second container of each, beside that of the version before.
docker compose "$@" up --detach --wait --no-deps --no-recreate \
  --scale gateway=2 --scale member=2 --scale catalog=2 --scale orders=2 --scale recognition=2 $processes

# The version before had no proxy: its gateway publishes the port, which goes from one to the other.
if [ -z "$proxy" ]; then
  docker stop $before
  docker compose "$@" start proxy
fi

# Ends the containers of the version before, which have other settings than the file; they finish what they do.
docker compose "$@" up --detach --wait
