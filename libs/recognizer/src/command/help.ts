export const help = `Simulates a number plate recognizer: it signs in as a device, simulates passing cars and sends the plates that it reads.

  npm run recognizer -- --store <id> --device <id> --secret <secret> [options]

An administrator registers the device (POST /admin/api/devices) and sees its secret once. Shares are numbers from 0 to 1.
The default of an option is at the end of its line.

device
  --store, --device <id>   ids of the device; repeat with --secret for several devices
  --secret <secret>        visible in the process list, so better:
  --secret-file <file>     a file that contains only the secret, or RECOGNIZER_SECRET in the environment
  --devices <file>         all of the above as JSON: [{"storeId": "…", "deviceId": "…", "secret": "…"}, …]

connection
  --via nats|mqtt          nats
  --server <url>           nats://127.0.0.1:4222 or mqtt://127.0.0.1:1883; tls:// and mqtts:// for TLS
  --ca <file>              PEM of the certificate authority of the server, if it is your own
  --spool <folder>         stores reads until they are acknowledged: .data/recognizer
  --spool-limit <MiB>      limit for each device, above which the oldest reads are dropped: 64

simulated cars
  --rate <number>          cars per second at each device: 1
  --count <number>         ends after so many cars at each device, once all reads are acknowledged
  --plates <file>          plates of the cars, one per line: a few hundred generated plates of all kinds
  --frames <n> or <a..b>   reads per passing car: 1
  --misreads <share>       wrong reads, with the right plate among the candidates: 0
  --duplicates <share>     messages sent twice: 0
  --exits <share>          cars that leave instead of enter: 0
  --outage <every:seconds> 60:20 is offline for the last 20 of every 60 seconds, then sends the waiting reads
  --seed <text>            the same seed gives the same cars: a random seed, which is printed

record and replay
  --record <file>          writes the sent reads to a new file, as JSON lines with plates
  --replay <file>          sends recorded reads instead, with new ids and times relative to now
  --speed <number>         10 replays ten times as fast, 0 as fast as a device may send: 1
  --keep-times             keeps recorded ids and times, so that reads that arrived before are duplicates

  --gate                   prints when the gate of a device opens or stays closed; the device needs the gate output
  --verbose                prints a line for each read, with its plate
  --help                   prints this text

Exit status: 0 when all reads are sent, or after Ctrl-C (waiting reads are sent at the next start); 2 for a wrong option.`
