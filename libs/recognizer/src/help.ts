export const help = `Plays a recognizer of number plates: it signs in as a device, sees cars and sends what it reads.

  npm run recognizer -- --store <id> --device <id> --secret <secret> [options]

An administrator registers the device (POST /admin/api/devices) and sees its secret once. Shares are 0 to 1.

who it is
  --store, --device <id>   one device; more by repeating all three
  --secret <secret>        seen in the list of processes, so better:
  --secret-file <file>     a file that holds the secret alone, or RECOGNIZER_SECRET in the environment
  --devices <file>         JSON instead: [{"storeId": "…", "deviceId": "…", "secret": "…"}, …]

where it sends
  --via nats|mqtt          nats
  --server <url>           nats://127.0.0.1:4222 or mqtt://127.0.0.1:1883; tls:// and mqtts:// for TLS
  --ca <file>              PEM of the authority behind the server's certificate, if it is your own
  --spool <folder>         what is not acknowledged waits here: .data/recognizer
  --spool-limit <MiB>      at most so much for each device, then the oldest reads are given up: 64

what it sees
  --rate <number>          cars a second at each device: 1
  --count <number>         ends after so many cars at each device, when every read is acknowledged
  --plates <file>          the cars that come, a plate a line; else a few hundred of every kind are made up
  --frames <n> or <a..b>   a car is read so often while it passes: 1
  --misreads <share>       readings that are wrong, with the right one among the candidates: 0
  --duplicates <share>     messages that are sent twice: 0
  --exits <share>          cars that drive out instead of in: 0
  --outage <every:seconds> 60:20 is offline for the last 20 seconds of every 60, and sends all of it then
  --seed <text>            the same seed shows the same cars; else a new one, which is told

a day again
  --record <file>          writes what is sent to a new file, as JSON lines with plates
  --replay <file>          sends what was recorded instead, as if it happened now
  --speed <number>         10 is ten times as fast, 0 as fast as a device may send: 1
  --keep-times             with its own times and ids: what arrived before counts once

  --verbose                a line for each read, with its plate
  --help                   this

It ends with 0 when all is sent or on Ctrl-C (what waits is sent at the next start), with 2 for a wrong option.`
