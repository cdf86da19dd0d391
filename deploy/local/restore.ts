import { describeFailure, stopSignal } from '@kingcar/localstack/terminal'
import { readRestoreOptions } from './backup/command-options.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { readStartConfig } from './configuration/config.ts'

/** `npm run restore -- --from <file or folder> [--replace] [--passphrase-file <file>]`. The last line on standard output is `restored {json}`. */
stopSignal().addEventListener('abort', () => process.exit(1)) // The next start removes an unfinished restore, and the servers end with this process (see leashed-child.ts).
try {
  const restored = await restoreBackup(readStartConfig(), readRestoreOptions(process.argv.slice(2)))
  process.stdout.write(`restored ${JSON.stringify(restored)}\n`)
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()
