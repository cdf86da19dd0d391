import { existsSync, rmSync } from 'node:fs'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readRestoreOptions } from '../local/backup/command-options.ts'
import {
  assertReadable,
  assertReplaced,
  databaseHolder,
  fill,
  natsHolder,
  readBackup,
  summaryOf,
} from '../local/backup/restore-backup.ts'
import { dataKeys, readSecrets, type Secrets, writeSecretsFile } from '../local/configuration/secrets.ts'
import { migrationsOf } from '../local/configuration/service-migrations.ts'
import { pipedFile, readInstallation, storeInput } from './installation.ts'
import { program } from './program.ts'

/**
 * `restore --from <file or folder> | --from - [--replace] [--unencrypted]`: like `npm run restore`, into the servers that the environment
 * names. The installation keeps the credentials of its servers and gets the keys of the backup. `--from -` reads standard input.
 * The last line is `restored {json}`.
 */
program(async (args) => {
  const { config, servers, files } = readInstallation()
  const { from, ...options } = readRestoreOptions(args, config.BACKUP_PASSPHRASE)
  using piped = pipedFile(config.BACKUPS_DIR)
  if (from === '-') await storeInput(piped.path)
  const backup = await readBackup({ ...options, from: from === '-' ? piped.path : from })
  if (!existsSync(config.SECRETS_FILE))
    throw new UserFacingError(`SECRETS_FILE ${config.SECRETS_FILE} does not exist. Create the secrets first.`)
  const kept = readSecrets(config.SECRETS_FILE)
  const keys = Object.fromEntries(dataKeys.map((key) => [key, backup.secrets[key] ?? kept[key]]))
  const secrets: Secrets = { ...kept, ...keys }
  const hasKeys = dataKeys.every((key) => secrets[key] === kept[key])
  if (!hasKeys) assertWritable(config.SECRETS_FILE, kept)
  const migrations = migrationsOf(secrets, config.SERVICES_DIR)
  await assertReadable(backup.manifest, migrations)
  const holders = [...(await databaseHolder(servers.databaseUrl, migrations)), ...(await natsHolder(servers.nats))]
  assertReplaced(holders, options.replace)
  for (const name of ['portone.jsonl', 'demo.json'] as const)
    if (files[name] !== undefined) rmSync(files[name], { force: true })
  await fill(backup, {
    ...servers,
    migrations,
    fileOf: (name) => files[name],
    beforeCommit() {
      if (!hasKeys) writeSecretsFile(config.SECRETS_FILE, secrets)
    },
  })
  process.stdout.write(`restored ${JSON.stringify(summaryOf(backup.manifest))}\n`)
})

/** @throws UserFacingError if the file cannot be replaced, as if a cluster mounts it */
function assertWritable(file: string, secrets: Secrets): void {
  try {
    writeSecretsFile(file, secrets)
  } catch (cause) {
    throw new UserFacingError(
      `SECRETS_FILE ${file} does not have the keys of the backup and cannot be written. Mount a copy that this program can write, and put its keys into your secrets afterwards.`,
      { cause },
    )
  }
}
