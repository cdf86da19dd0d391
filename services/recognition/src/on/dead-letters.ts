import type { Delivery } from '@kingcar/bus'
import { DeadLetter } from '@kingcar/contract'
import { retryUntilAvailable } from '@kingcar/db'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import { type Buried, storeDeadLetters } from '../dead-letter/store.ts'

/** Messages that a stop leaves undone come again after so long (ms), to another process. */
const goneAfter = 1_000

const letters = Compile(DeadLetter)

/** Keeps the table of dead letters. A database that is away is waited for. */
export async function onDeadLetters(ctx: Ctx, batch: readonly Delivery[]): Promise<void> {
  const buried = batch.flatMap((message) => readLetter(ctx, message))
  try {
    await retryUntilAvailable(ctx, () => ctx.db.transaction((tx) => storeDeadLetters(tx, buried)))
  } catch (error) {
    if (!ctx.stopping.aborted) throw error
    for (const message of batch) message.retry(goneAfter)
    return
  }
  for (const message of batch) message.ack()
}

/** Whatever this service publishes is a letter; what another version of it wrote may differ, and stays in the stream. */
function readLetter({ log }: Ctx, { data, sequence, storedAt }: Delivery): Buried[] {
  const value: unknown = parse(data)
  if (letters.Check(value)) return [{ letter: value, buriedAt: storedAt }]
  log.error({ sequence }, 'not a dead letter')
  return []
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined // is no letter, which is logged
  }
}
