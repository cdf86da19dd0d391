// Plain JavaScript without dependencies, like the bootstrap: a command says what it does before anything is installed.

const settings = `The settings are environment variables, each also as NAME_FILE with the path of a file:
deploy/CONFIGURATION.md`

const seeded = `  <name>…            runs only these; an unknown name prints all of them
  <number>           the seed of an earlier run, to repeat it
  --<option>=<value> an option of the scenario`

/**
 * What `-- --help` prints, by the script of the command.
 * @type {Record<string, string>}
 */
const help = {
  'deploy/local/start.ts': `npm start [-- --json] [--demo]

Runs the whole product on this machine until Ctrl-C: PostgreSQL, nats-server, the services, the gateway and the console.
Installs the packages first where necessary. Data, logs and secrets are in DATA_DIR (.data).

  --json  prints the line "ready {json}" for programs at the end of the start, also in a terminal
  --demo  refuses to start without demo data, as with NODE_ENV=production or DEMO=none

  DEMO       history    demo data of the first start: history, small (without visits and sales) or none
  HOST       127.0.0.1  address that the gateway, NATS and MQTT listen on
  PORT       8080       port of the gateway and the console; 0 picks one
  NATS_PORT  4222       port where recognizers connect by NATS
  MQTT_PORT  1883       port where recognizers connect by MQTT
  METRICS_PORT  9101    first of the loopback ports of metrics; 0 picks them

${settings}`,
  'deploy/local/build.ts': `npm run build

Builds the services, the gateway and the console into dist and web-admin/dist. What has not changed is not built again.`,
  'deploy/local/backup.ts': `npm run backup [-- --to <file or folder>] [--keep <number>] [--passphrase-file <file> | --unencrypted]

Writes everything into one file; the product may run. The last line of the output is "backup {json}".

  --to               a file, or an existing folder; without it DATA_DIR/backups
  --keep             removes all but so many of the newest backups of the folder
  --passphrase-file  a file with the passphrase that encrypts the backup; --to needs it
  --unencrypted      writes a file elsewhere that anyone who gets it can read

DATA_DIR, DATABASE_URL and NATS_URL select what is backed up, as for npm start. More: deploy/BACKUP.md`,
  'deploy/local/restore.ts': `npm run restore -- --from <file or folder> [--passphrase-file <file>] [--replace]

Restores a backup. Stop the product first, and start it afterwards.

  --from             the file that npm run backup wrote, or a folder: its newest backup
  --passphrase-file  a file with the passphrase of the backup
  --replace          replaces the data that is there; without it a target with data is refused

DATA_DIR, DATABASE_URL and NATS_URL select the target, as for npm start. More: deploy/BACKUP.md`,
  'deploy/local/figures.ts': `npm run figures -- --check | --recount

Compares the figures of statistics with a count of the rows, and prints those that differ; the product may run.

  --check    compares month by month and locks nothing
  --recount  counts the rows again first; writes of visits, orders and user products wait in the meantime

DATA_DIR, DATABASE_URL and NATS_URL select the data, as for npm start. More: deploy/OPERATING.md`,
  'deploy/local/demo.ts': `npm run demo -- --remove

Removes the demo data of the first start while the product runs, and prints what was removed and what stays. What a person made or
edited stays, with the demo data that it needs, and so do the demo's administrator and terms.

DATA_DIR, DATABASE_URL and NATS_URL select the data, as for npm start. More: deploy/OPERATING.md`,
  'deploy/local/rotate.ts': `npm run rotate -- <key> <step>

Performs one step of a key rotation in secrets.json of DATA_DIR and names the processes to restart. It prints no secret.

  <key>   jwt, tokenSecret, idempotencySecret, nats, databases, callout or joinCode
  <step>  add, then switch, then drop; or replace, for a leaked key

More: deploy/OPERATING.md`,
  'deploy/kubernetes/secrets.ts': `npm run secrets -w deploy -- --to <folder> [--without-tls] [--host <host>] [--rotate <key> --step <step>]

Writes the Secrets of a cluster into a folder outside this repository, for kubectl apply -k <folder>. Existing files are kept.

  --to           the folder; later calls add what is missing
  --without-tls  for the local overlay: a database without TLS, and the keys of the payment simulator
  --host         the database's host name (postgres-rw)
  --rotate       performs one --step of a key rotation, with the names of npm run rotate

More: deploy/kubernetes/README.md`,
  'deploy/local/sbom.ts': `npm run --silent sbom

Prints the packages that the product ships, as CycloneDX 1.6.`,
  'libs/testing/kit/src/commands/test.ts': `npm test [-- <part of a path>…] [--profile] [--rerun]
npm run test:long

Downloads what the tests need, builds, and runs the tests of one layer, or those whose path has one of the parts.

  --profile  prints the test files that take the most processor time
  --rerun    runs each failed file once more, alone

Further options go to Vitest.`,
  'libs/testing/kit/src/commands/check.ts': `npm run check

Runs every check that needs no server: types, lint, format, import directions, generated files, dead code.`,
  'libs/testing/kit/src/commands/release.ts': `npm run release -- <version>

Gives the product a version in every file that names the present one, and to the section Unreleased of CHANGELOG.md. Prints the
files and the command for the tag.`,
  'libs/testing/bench/src/main.ts': `npm run bench [-- <scenario>…] [--smoke]

Compares the product with its peers, as ratios, for minutes to hours. The peers are installed first.

  <scenario>…  runs only these; an unknown name prints all of them
  --smoke      short runs, without reports

More: libs/testing/bench/README.md`,
  'libs/testing/e2e/src/attacks/main.ts': `npm run attacks [-- <name>…] [<seed>] [--<option>=<value>…]

Attacks a product that it starts. Exits with 1 if an attack succeeds.

${seeded}`,
  'libs/testing/e2e/src/faults/main.ts': `npm run faults [-- <name>…] [<seed>] [--<option>=<value>…]

Checks the reliability guarantees under crashes, freezes, network partitions, power loss and full disks. Exits with 1 if a
claim fails.

${seeded}`,
  'libs/testing/kit/src/mutation/main.ts': `npm run mutation [-- <area>…] [--only=<part of a path>]

Puts mutants into the code of an area, in a copy of this tree, and runs the area's tests. Exits with 1 if an area has less
than 80 of 100.

  <area>…  only these; an unknown name prints all of them
  --only   only files whose path has this part`,
}

/**
 * The help text of a command, if its arguments ask for it and the script does not print its own.
 * @param {string | undefined} script
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export const helpOf = (script, args) =>
  args.includes('--help') || args.includes('-h') ? help[script ?? ''] : undefined
