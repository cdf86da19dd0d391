import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { readBackupOptions } from './backup/command-options.ts'
import { makeBackup } from './backup/make-backup.ts'
import { readStartConfig } from './configuration/config.ts'

/** `npm run backup [-- --to <file or folder>] [--passphrase-file <file>]`. The last line on standard output is `backup {json}`. */
stopSignal().addEventListener('abort', () => process.exit(1)) // what is unfinished has no name, and leashes end what runs
try {
  const options = readBackupOptions(process.argv.slice(2))
  const made = await makeBackup(readStartConfig(), options)
  if (options.passphrase === undefined)
    progress(
      'WARNING: the file holds all secrets and personal data in clear. Keep it as you keep them, or use --passphrase-file.',
    )
  process.stdout.write(`backup ${JSON.stringify(made)}\n`)
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
