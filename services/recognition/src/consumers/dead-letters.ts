import type { Delivery } from '@kingcar/bus'
import { DeadLetter } from '@kingcar/contract'
import { retryUntilAvailable } from '@kingcar/db'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import { type StoredLetter, storeDeadLetters } from '../dead-letter/queries.ts'

/** Milliseconds until messages of a stopped process are delivered to another one. */
const redeliveryDelayMs = 1_000

const schema = Compile(DeadLetter)

/** Copies dead letters from the stream to the table. Waits while the database is unavailable. */
export async function onDeadLetters(
  ctx: Pick<Ctx, 'db' | 'log' | 'stopping'>,
  batch: readonly Delivery[],
): Promise<void> {
  const letters = batch.flatMap((message) => readLetter(ctx, message))
  try {
    await retryUntilAvailable(ctx, () => ctx.db.transaction((tx) => storeDeadLetters(tx, letters)))
  } catch (error) {
    if (!ctx.stopping.aborted) throw error
    for (const message of batch) message.retry(redeliveryDelayMs)
    return
  }
  for (const message of batch) message.ack()
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
