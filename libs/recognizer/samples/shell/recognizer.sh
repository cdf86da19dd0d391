#!/bin/sh
# Sends reads of number plates to KingCar over MQTT. POSIX sh, and mosquitto_pub 2 (Debian: mosquitto-clients)
#
#   your-camera-program | sh recognizer.sh
#
# Each line of its input is a read: `<plate> <confidence> [<time>]`, such as `12가3456 0.97` or, if it was read earlier,
# `12가3456 0.97 2026-05-04T09:30:00.000Z`. MAKERS.md has the variables below, the rules and the exit codes.
set -u
export LC_ALL=C
umask 077

firmware='sample-shell 1'
# Reads of one session. It lasts at least two seconds, so at most 16 reads per second are sent; 20 are allowed.
max_reads=32
# How long a connection must stay open after a PUBACK (in 0.2 s), since a server that dies just after it loses the read.
settle_time=10
# Time limit of the PUBACKs, in intervals of 0.2 s.
timeout=50
# Consecutive rejections after which the secret counts as wrong, unless it was accepted before.
max_rejections=5

say() { printf 'recognizer: %s\n' "$*" >&2; }
give() {
  code=$1
  shift
  say "$*"
  exit "$code"
}
now() {
  nanoseconds=$(date -u +%N) # milliseconds, if date supports them
  case $nanoseconds in *[!0-9]* | '') nanoseconds=000 ;; esac
  date -u "+%Y-%m-%dT%H:%M:%S.$(printf %.3s "$nanoseconds")Z"
}

: "${KINGCAR_MQTT:=mqtt://127.0.0.1:1883}" "${KINGCAR_QUEUE:=kingcar-queue}" "${KINGCAR_CA:=}" "${KINGCAR_SECRET:=}"
uuid='[0-9a-f]\{8\}\(-[0-9a-f]\{4\}\)\{3\}-[0-9a-f]\{12\}'
matches() { printf '%s\n' "$1" | grep -qx "$2"; }
matches "$KINGCAR_MQTT" 'mqtts\{0,1\}://[^/:]*\(:[0-9]*\)\{0,1\}' ||
  give 2 'KINGCAR_MQTT is mqtt://host:port, or mqtts://host:port for TLS'
matches "${KINGCAR_STORE:-}" "$uuid" || give 2 'KINGCAR_STORE is missing or not an id'
matches "${KINGCAR_DEVICE:-}" "$uuid" || give 2 'KINGCAR_DEVICE is missing or not an id'
[ -n "$KINGCAR_SECRET" ] || give 2 'KINGCAR_SECRET is not set'
[ -z "$KINGCAR_CA" ] || [ -f "$KINGCAR_CA" ] || give 2 'KINGCAR_CA: file not found'
command -v mosquitto_pub >/dev/null || give 2 'mosquitto_pub is not installed (Debian: mosquitto-clients)'

# The options of mosquitto_pub are in a file, since every user can read the process list.
run=$(mktemp -d) || give 1 'cannot create temporary files'
taking='' publisher=''
trap 'kill $taking $publisher 2>/dev/null; rm -rf "$run"' EXIT
trap 'exit 143' TERM INT HUP
trap '' PIPE
host=${KINGCAR_MQTT#*://}
case $KINGCAR_MQTT in mqtts:*) port=8883 ;; *) port=1883 ;; esac
case $host in *:*) port=${host##*:} host=${host%:*} ;; esac
{
  printf '%s\n' "-h $host" "-p $port" "-u $KINGCAR_DEVICE" "-P $KINGCAR_SECRET" '-V mqttv311' '-k 15'
  case $KINGCAR_MQTT in mqtts:*) [ -n "$KINGCAR_CA" ] && echo "--cafile $KINGCAR_CA" || echo '--tls-use-os-certs' ;; esac
} >"$run/mosquitto_pub"
topic() { printf 'recognition/%s/%s/%s' "$1" "$KINGCAR_STORE" "$KINGCAR_DEVICE"; }
# The server ends a client when another one with its id connects.
publish() {
  kind=$1
  shift
  XDG_CONFIG_HOME=$run exec mosquitto_pub -i "$KINGCAR_DEVICE-$$-$kind" -t "$(topic "$kind")" "$@"
}

# The queue: one file per read, with the message exactly as it is sent each time. A name is `<number>-<readId>.json` with
# the highest number so far plus one, so that names sort by age, also across restarts. One process adds files, another sends
# and removes them; they share only the folder.
mkdir -p "$KINGCAR_QUEUE" || give 2 'KINGCAR_QUEUE cannot be created'
cd "$KINGCAR_QUEUE" || give 2 'KINGCAR_QUEUE cannot be used'

# Sets `count`, and `last` to the last name of the queue.
look() {
  set -- [0-9]*-*.json
  count=$# last=''
  [ -e "$1" ] || count=0
  [ "$count" -eq 0 ] || eval "last=\${$count}"
}

# Writes a read to the disk; after that it cannot be lost.
keep() {
  id=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr A-F a-f) || return 1
  look
  highest=$(printf '%s\n' "${last%%-*}" | sed 's/^0*//')
  [ "${highest:-0}" -lt "$number" ] || number=$highest
  number=$((number + 1))
  name=$(printf '%012d-%s.json' "$number" "$id")
  printf '{"readId":"%s","carNumber":"%s","confidence":%s,"recognizedAt":"%s"}\n' "$id" "$1" "$2" "$3" >"$id.part" &&
    { sync "$id.part" 2>/dev/null || sync; } && mv "$id.part" "$name" && { sync . 2>/dev/null || sync; }
}

# Handles one line, split into fields; sets `reason` if it is invalid.
take() {
  reason=''
  if [ $# -lt 2 ] || [ $# -gt 3 ]; then
    reason='a line is a plate without spaces, a confidence, and optionally a time'
  elif ! is_plate "$1"; then
    reason='a plate is 1 to 32 characters of UTF-8 without quote, backslash and control characters'
  elif ! matches "$2" '0\(\.[0-9]\{1,17\}\)\{0,1\}' && ! matches "$2" '1\(\.0\{1,17\}\)\{0,1\}'; then
    reason='a confidence is a number from 0 to 1, such as 0.97'
  elif [ $# -eq 3 ] && ! printf '%s\n' "$3" | grep -Eqx "$time"; then
    reason='a time has the form 2026-05-04T09:30:00.000Z, in UTC'
  else
    keep "$1" "$2" "${3:-$(now)}" || reason='it cannot be written to the disk'
  fi
}
time='[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]{1,3})?Z'
is_plate() {
  case $1 in *[\"\\[:cntrl:]]*) return 1 ;; esac
  printf %s "$1" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || return 1
  [ "$(printf %s "$1" | tr -d '\200-\277' | wc -c)" -le 32 ]
}

take_lines() {
  line=0 number=0
  while IFS= read -r text || [ -n "$text" ]; do
    line=$((line + 1))
    set -f # no pathname expansion of the line
    IFS=$(printf ' \t\r')
    # shellcheck disable=SC2086
    set -- $text
    set +f
    unset IFS
    [ $# -eq 0 ] && continue
    take "$@"
    [ -z "$reason" ] || say "line $line rejected: $reason"
  done
  : >"$run/ended"
}

# Waits until mosquitto_pub has ended; it does not end by itself if the server is silent.
finish() {
  turns=0
  while [ "$turns" -lt "$timeout" ] && kill -0 "$publisher" 2>/dev/null; do
    sleep 0.2
    turns=$((turns + 1))
  done
  kill "$publisher" 2>/dev/null && echo 'no response' >"$run/error"
  wait "$publisher" 2>/dev/null
  code=$?
  publisher=''
  return "$code"
}

# Sends a heartbeat each minute, and first over a new connection. Fails with 5 if the server rejects the id and the secret,
# with another code if it is unreachable.
beat_if_due() {
  seconds=$(date +%s)
  [ "$seconds" -ge "$due" ] || return 0
  look
  heartbeat=$(printf '{"sentAt":"%s","queueDepth":%d,"firmware":"%s"}' "$(now)" "$count" "$firmware") # and cameraOk
  (publish heartbeat -m "$heartbeat" >/dev/null 2>"$run/error") &
  publisher=$!
  finish || return
  due=$((seconds + 60))
}

# Sends the oldest reads over one connection, and removes them if it stays open for long enough after their PUBACKs.
session() {
  rm -f "$run/lines"
  mkfifo "$run/lines" || return 1
  : >"$run/sent"
  (publish read -q 1 -d -l <"$run/lines" >"$run/log" 2>"$run/error") &
  publisher=$!
  exec 3>"$run/lines"
  sent=0 quiet=0
  while [ "$quiet" -lt "$settle_time" ] && kill -0 "$publisher" 2>/dev/null; do
    quiet=$((quiet + 1))
    for name in [0-9]*-*.json; do
      if [ "$sent" -ge "$max_reads" ] || [ ! -e "$name" ]; then break; fi
      grep -qx "$name" "$run/sent" && continue
      cat "$name" >&3 2>/dev/null || break
      echo "$name" >>"$run/sent"
      sent=$((sent + 1)) quiet=0
    done
    sleep 0.2
  done
  exec 3>&- # now it ends when it has its PUBACKs
  finish || return
  # mosquitto_pub reconnects by itself after a lost connection, and reads acknowledged before that may be lost.
  if [ "$turns" -gt 2 ] || [ "$(grep -c 'received CONNACK (0)' "$run/log")" -ne 1 ]; then
    echo 'the connection was lost, or slow' >"$run/error"
    return 1
  fi
  while read -r name; do rm -f "$name"; done <"$run/sent"
}

# Prints a delay: doubles each time, up to 15 s, up to half of it is jitter.
pause() {
  longest=$((failures < 5 ? 500 << failures : 15000))
  random=$(od -An -N2 -tu2 /dev/urandom)
  milliseconds=$((longest / 2 + random % (longest / 2)))
  printf '%d.%03d' $((milliseconds / 1000)) $((milliseconds % 1000))
}

exec 4<&0
take_lines <&4 &
taking=$!
exec 4<&-

failures=0 rejections=0 accepted='' turn=0 due=0
while :; do
  ended='' # before the queue is read
  [ -e "$run/ended" ] && ended=1
  look
  [ "$count" -gt 0 ] || [ -z "$ended" ] || give 0 'all reads are sent'
  code=0
  if [ -z "$accepted" ] || [ "$failures" -gt 0 ]; then
    due=0
    beat_if_due || code=$?
    [ "$code" -ne 0 ] || say "connected, $count reads waiting"
  elif [ $((turn % 25)) -eq 0 ]; then
    beat_if_due || code=$?
  fi
  turn=$((turn + 1))
  if [ "$code" -eq 0 ]; then
    accepted=1 failures=0 rejections=0
    if [ "$count" -eq 0 ]; then
      sleep 0.2
      continue
    fi
    session || code=$?
    [ "$code" -ne 0 ] || continue
  fi
  rejections=$((code == 5 ? rejections + 1 : 0))
  [ "$rejections" -lt "$max_rejections" ] || [ -n "$accepted" ] ||
    give 77 "KINGCAR_DEVICE or KINGCAR_SECRET is wrong: rejected $rejections times; $count reads are kept"
  seconds=$(pause)
  failures=$((failures + 1))
  why="disconnected: $(tail -n 1 "$run/error")"
  [ "$rejections" -eq 0 ] || why='rejected, the secret may be wrong'
  say "$why; retrying in $seconds s"
  sleep "$seconds"
done
