import { constants, setPriority } from 'node:os'
import { openDatabase } from '@kingcar/db'
import { createLogger } from '@kingcar/runtime'
import { computeRehearsal, TooManyReads } from './compute.ts'
import type { RehearsalOrder, RehearsalReport } from './process-messages.ts'
import type { Progress } from './queries.ts'

const log = createLogger('recognition-rehearsal')

/**
 * Computes one rehearsal, which the service sends after it has started this process. The process ends with the service. Its
 * priority is low, so that arriving reads come first: on busy processors it has a tenth of an ordinary process's share.
 */
async function main(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.once('disconnect', () => process.exit())
  const { databaseUrl, job } = await new Promise<RehearsalOrder>((resolve) => process.once('message', resolve))
  let progress: Progress = { reads: 0, readsTotal: null }
  try {
    await using db = await openDatabase({ url: databaseUrl, schema: 'recognition', name: 'recognition-rehearsal', log })
    const result = await computeRehearsal({ db, log, stopping: new AbortController().signal }, job, (latest) => {
      progress = latest
      send({ kind: 'progress', progress })
    })
    send({ kind: 'done', progress, result })
  } catch (err) {
    if (!(err instanceof TooManyReads)) log.error({ err, rehearsalId: job.id }, 'rehearsal failed')
    send({ kind: 'failed', failure: err instanceof TooManyReads ? 'tooManyReads' : 'internal' })
  }
  process.disconnect()
}

const send = (report: RehearsalReport) => process.send?.(report)

void main()
