import { createHmac } from 'node:crypto'
import { AppError, type Operation, route } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import { scopeOf } from './transactions.ts'
import type { Database, KeyedCaller, Tx } from './types.ts'

const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken'
const find = `select input_hash, answer from idempotency
  where caller = $1 and operation = $2 and key = $3 and created_at > now() - interval '24 hours'`
const keep = `insert into idempotency (caller, operation, key, input_hash, answer) values ($1, $2, $3, $4, $5)
  on conflict (caller, operation, key)
  do update set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`
const forget = 'delete from idempotency where caller = $1'

/**
 * Runs a write once per key and resource: in the write's own transaction the answer is kept for 24 h by caller, operation
 * and what its path names; the same input gives it again, another input is IDEMPOTENCY_KEY_REUSED, one still running CONFLICT.
 * Without a key it is a plain transaction. The answer is what JSON can hold.
 * @param kept what of the answer is kept, where a repetition must not get all of it
 *
 * The advisory lock ends with the transaction, after its row can be seen: who gets the lock sees the answer or runs
 * the write, who does not meets one that still runs. A crash anywhere before the commit leaves neither write nor row.
 */
export async function once<T>(
  db: Database,
  secret: string,
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
  work: (tx: Tx) => Promise<T>,
  kept: (answer: T) => T = (answer) => answer,
): Promise<T> {
  if (caller.idempotencyKey === undefined) return db.transaction(work)
  const { identity, hash } = describe(secret, op, input, caller, caller.idempotencyKey)
  return db.transaction(async (tx) => {
    const { session } = scopeOf(tx)
    // Sent together; the second sees what was committed before the first took the lock.
    const [[locked], [known]] = await Promise.all([
      session.run(lock, [JSON.stringify(['idempotency', ...identity])]),
      session.run(find, identity),
    ])
    if (locked?.taken !== true) throw new AppError('CONFLICT', { retryAfter: 1 })
    if (known && known.input_hash !== hash) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (known) return JSON.parse(known.answer)
    const answer = await work(tx)
    await fault('idempotency.beforeKeep')
    await session.run(keep, [...identity, hash, JSON.stringify(kept(answer))])
    return answer
  })
}

/**
 * The answer that `once` would give again, for a write whose preparation is dear; undefined where there is none yet.
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function keptAnswer<T>(
  tx: Tx,
  secret: string,
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
): Promise<T | undefined> {
  if (caller.idempotencyKey === undefined) return undefined
  const { identity, hash } = describe(secret, op, input, caller, caller.idempotencyKey)
  const [known] = await scopeOf(tx).session.run(find, identity)
  if (known && known.input_hash !== hash) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return known && JSON.parse(known.answer)
}

/** Forgets the answers that an account was given, which tell of it. Whoever calls lets no write of it begin any more. */
export async function forgetAnswers(tx: Tx, actor: NonNullable<KeyedCaller['actor']>): Promise<void> {
  await scopeOf(tx).session.run(forget, [callerName({ actor })])
}

/** By what a write is known, and what tells its input from another. */
function describe(
  secret: string,
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
  key: string,
): { identity: string[]; hash: string } {
  return { identity: [callerName(caller), target(op, input), key], hash: hashInput(secret, input) }
}

/** What tells an input from another, and nothing else of it. Hex. */
export const hashInput = (secret: string, input: Readonly<Record<string, unknown>>): string =>
  createHmac('sha256', secret).update(canonical(input)).digest('hex')

function callerName({ actor, device }: KeyedCaller): string {
  if (device) return `device:${device.id}`
  return actor ? `${actor.role}:${actor.id}` : 'public'
}

/** The operation, and the values that stand in its path. */
function target(op: Pick<Operation, 'name' | 'http'>, input: Readonly<Record<string, unknown>>): string {
  const values = route(op).parameters.map((name) => encodeURIComponent(String(input[name])))
  return [op.name, ...values].join('/')
}

/** JSON with the names of each object in order: the same input has one text, however it was written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
