import { parseArgs } from 'node:util'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import postgres from 'postgres'
import { findServers } from './backup/open-servers.ts'
import { readStartConfig } from './configuration/config.ts'
import { removeDemo } from './demo/remove-demo.ts'

/** `npm run demo -- --remove`. Prints a line of JSON for each kind of demo data: how many rows were removed, and how many stay. */
stopSignal().addEventListener('abort', () => process.exit(1))
try {
  const { remove } = optionsOf(process.argv.slice(2))
  if (!remove)
    throw new UserFacingError('Use --remove. The demo is made at the first start: DEMO in deploy/CONFIGURATION.md')
  await using stack = new AsyncDisposableStack()
  const servers = await findServers(readStartConfig(), stack)
  const sql = postgres(servers.databaseUrl, { max: 1, onnotice: () => undefined })
  stack.defer(() => sql.end())
  const items = await removeDemo(servers, sql)
  for (const { kind, removable, kept } of items)
    process.stdout.write(`${JSON.stringify({ kind, removed: removable, kept })}\n`)
  const total = items.reduce((sum, { removable }) => sum + removable, 0)
  progress(total === 0 ? 'there was no demo data to remove' : 'the demo data is removed')
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()

function optionsOf(args: string[]) {
  try {
    return parseArgs({ args, options: { remove: { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new UserFacingError(error instanceof Error ? error.message : String(error))
  }
}
