import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { readBackupOptions } from './backup/command-options.ts'
import { makeBackup } from './backup/make-backup.ts'
import { readStartConfig } from './configuration/config.ts'

/** `npm run backup [-- --to <file or folder>] [--keep <number>] [--passphrase-file <file> | --unencrypted]`. The last line on standard output is `backup {json}`. */
stopSignal().addEventListener('abort', () => process.exit(1)) // An unfinished file is removed, and the servers end with this process (see leashed-child.ts).
try {
  const options = readBackupOptions(process.argv.slice(2))
  const made = await makeBackup(readStartConfig(), options)
  if (options.passphrase === undefined)
    progress(
      'WARNING: the file contains all secrets and personal data unencrypted. Protect it accordingly, or use --passphrase-file.',
    )
  process.stdout.write(`backup ${JSON.stringify(made)}\n`)
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
