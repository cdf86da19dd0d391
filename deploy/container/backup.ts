import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stopSignal } from '@kingcar/localstack/terminal'
import { fileFor, removeOlderBackups } from '../local/backup/backup-files.ts'
import { readBackupOptions } from '../local/backup/command-options.ts'
import { writeBackup } from '../local/backup/make-backup.ts'
import { pipedFile, readInstallation } from './installation.ts'
import { program } from './program.ts'

/**
 * `backup [--to <file or folder> | --to -] [--keep <number>] [--unencrypted]`: like `npm run backup`, of the servers that the environment names.
 * The default folder is BACKUPS_DIR; `--to -` writes the backup to standard output. The result line `backup {json}` is on
 * standard output, or on standard error with `--to -`.
 */
program(async (args) => {
  stopSignal().addEventListener('abort', () => process.exit(1)) // an unfinished file is removed
  const { config, servers, files } = readInstallation()
  const { to, passphrase, keep } = readBackupOptions(args, { passphrase: config.BACKUP_PASSPHRASE })
  const source = { ...servers, files }
  if (to === '-') {
    using piped = pipedFile(config.BACKUPS_DIR)
    const made = await writeBackup(source, piped.path, passphrase)
    await pipeline(createReadStream(piped.path), process.stdout)
    process.stderr.write(`backup ${JSON.stringify({ ...made, file: to })}\n`)
  } else {
    const made = await writeBackup(
      source,
      fileFor(resolve(to ?? config.BACKUPS_DIR), passphrase !== undefined),
      passphrase,
    )
    removeOlderBackups(made.file, keep)
    process.stdout.write(`backup ${JSON.stringify(made)}\n`)
  }
})
