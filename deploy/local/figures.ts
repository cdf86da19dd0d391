import { parseArgs } from 'node:util'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import postgres from 'postgres'
import { findServers } from './backup/open-servers.ts'
import { readStartConfig } from './configuration/config.ts'
import { compareFigures, recountFigures } from './figures/compare-figures.ts'

/** `npm run figures -- --check | --recount`. Prints a line of JSON for each figure that differs from a count of the rows. */
stopSignal().addEventListener('abort', () => process.exit(1))
try {
  const { check, recount } = optionsOf(process.argv.slice(2))
  if (check === recount) throw new UserFacingError('Use either --check or --recount.')
  await using stack = new AsyncDisposableStack()
  const { databaseUrl } = await findServers(readStartConfig(), stack)
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  stack.defer(() => sql.end())
  if (recount) for (const name of await recountFigures(sql)) progress(`counted again: ${name}`)
  const wrong = await compareFigures(sql, Date.now())
  for (const each of wrong) process.stdout.write(`${JSON.stringify(each)}\n`)
  progress(wrong.length === 0 ? 'all figures match the rows' : `${wrong.length} figures differ from the rows`)
  if (wrong.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()

function optionsOf(args: string[]) {
  try {
    const options = {
      check: { type: 'boolean', default: false },
      recount: { type: 'boolean', default: false },
    } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UserFacingError(error instanceof Error ? error.message : String(error))
  }
}
