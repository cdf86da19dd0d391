import { type Delivery, isReadGroup, type Lanes } from '@kingcar/bus'
import { DeadLetter } from '@kingcar/contract'
import { type BatchLimit, createBatchLimit, inBatches, retryUntilAvailable } from '@kingcar/db'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import { type StoredLetter, storeDeadLetters } from '../dead-letter/queries.ts'
import { type GroupCtx, takeGroup } from '../dead-letter/read-group.ts'

/** Milliseconds until messages of a stopped process are delivered to another one. */
const redeliveryDelayMs = 1_000

const schema = Compile(DeadLetter)

/** Maximum dead letters per transaction; each can be as large as a message. */
const letterLimit = 32

/**
 * Copies dead letters from the stream to the table. A batch that does not end in time is halved. Waits while the
 * database is unavailable. A group of reads that a process of an earlier version rejected is processed read by read.
 */
export function deadLetterLanes(ctx: GroupCtx & Pick<Ctx, 'stopping'>): Lanes<Delivery> {
  const halving = createBatchLimit(letterLimit, ctx.stopping)
  const limit: BatchLimit = (work) => retryUntilAvailable(ctx, () => halving(work))
  return {
    count: 1,
    max: letterLimit,
    prepare: (item) => ({ lane: 0, item }),
    async handle(batch) {
      const letters = batch.flatMap((message) => readLetter(ctx, message))
      try {
        await inBatches(limit, letters, (some) => ctx.db.transaction((tx) => storeDeadLetters(tx, some)))
        for (const { letter } of letters) if (isReadGroup(letter.subject)) await takeGroup(ctx, letter.id)
      } catch (error) {
        if (!ctx.stopping.aborted) throw error
        for (const message of batch) message.retry(redeliveryDelayMs)
        return
      }
      for (const message of batch) message.ack()
    },
  }
}

/** Another version of this service may have published another format; such a message stays in the stream only. */
function readLetter({ log }: Pick<Ctx, 'log'>, { data, sequence, storedAt }: Delivery): StoredLetter[] {
  const value: unknown = parse(data)
  if (schema.Check(value)) return [{ letter: value, buriedAt: storedAt }]
  log.error({ sequence }, 'dead letter unreadable, skipped')
  return []
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined // logged by the caller
  }
}
