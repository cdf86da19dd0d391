import { createHmac } from 'node:crypto'
import { AppError, type Operation, route } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import { and, eq, sql } from 'drizzle-orm'
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { scopeOf } from '../connection/transactions.ts'
import { prepared } from '../query/prepared.ts'
import type { Database, KeyedCaller, Reader, Tx } from '../types.ts'

const kept = pgTable('idempotency', {
  caller: text().notNull(),
  operation: text().notNull(),
  key: text().notNull(),
  inputHash: text('input_hash').notNull(),
  answer: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
const isAsked = (['caller', 'operation', 'key'] as const).map((name) => eq(kept[name], sql.placeholder(name)))
const statements = prepared((on) => ({
  find: on
    .select({ inputHash: kept.inputHash, answer: kept.answer })
    .from(kept)
    .where(and(...isAsked, sql`${kept.createdAt} > now() - interval '24 hours'`))
    .prepare('kept_answer'),
}))

const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken'
const keep = `insert into idempotency (caller, operation, key, input_hash, answer) values ($1, $2, $3, $4, $5)
  on conflict (caller, operation, key)
  do update set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`
const forget = 'delete from idempotency where caller = $1'

/**
 * Runs a write once per key and resource: in the write's own transaction the answer is kept for 24 h by caller, operation
 * and what its path names; the same input gives it again, another input is IDEMPOTENCY_KEY_REUSED, one still running CONFLICT.
 * Without a key it is a plain transaction. The answer is what JSON can hold.
 * @param toKeep what of the answer is kept, where a repetition must not get all of it
 *
 * The advisory lock ends with the transaction, after its row can be seen: who gets the lock sees the answer or runs
 * the write, who does not meets one that still runs. A crash anywhere before the commit leaves neither write nor row.
 */
export async function withIdempotency<T>(
  db: Database,
  secret: string,
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
  work: (tx: Tx) => Promise<T>,
  toKeep: (answer: T) => T = (answer) => answer,
): Promise<T> {
  if (caller.idempotencyKey === undefined) return db.transaction(work)
  const identity = identify(op, input, caller, caller.idempotencyKey)
  return db.transaction(async (tx) => {
    const scope = scopeOf(tx)
    const { session } = scope
    // Sent together; the second sees what was committed before the first took the lock.
    const [[locked], [known]] = await Promise.all([
      session.run(lock, [JSON.stringify(['idempotency', ...Object.values(identity)])]),
      statements(tx).find.execute(identity),
    ])
    if (locked?.taken !== true) throw new AppError('CONFLICT', { retryAfter: 1 })
    if (known && !isHashOf(secret, known.inputHash, input)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (known) return JSON.parse(known.answer)
    const answer = await work(tx)
    const hash = hashInput(secret, input)
    await fault('idempotency.beforeKeep')
    scope.require(session.run(keep, [...Object.values(identity), hash, JSON.stringify(toKeep(answer))]))
    return answer
  })
}

/**
 * The answer that `once` would give again, for a write whose preparation is dear; undefined where there is none yet.
 * @param read the reader of the database, or a transaction
 * @throws AppError IDEMPOTENCY_KEY_REUSED
 */
export async function findStoredResult<T>(
  read: Reader,
  secret: string,
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
): Promise<T | undefined> {
  if (caller.idempotencyKey === undefined) return undefined
  const [known] = await statements(read).find.execute(identify(op, input, caller, caller.idempotencyKey))
  if (known && !isHashOf(secret, known.inputHash, input)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return known && JSON.parse(known.answer)
}

/** Forgets the answers that an account was given, which tell of it. Whoever calls lets no write of it begin any more. */
export async function deleteStoredResults(tx: Tx, actor: NonNullable<KeyedCaller['actor']>): Promise<void> {
  await scopeOf(tx).session.run(forget, [callerName({ actor })])
}

/** By what a write is known. */
const identify = (
  op: Pick<Operation, 'name' | 'http'>,
  input: Readonly<Record<string, unknown>>,
  caller: KeyedCaller,
  key: string,
): { caller: string; operation: string; key: string } => ({
  caller: callerName(caller),
  operation: target(op, input),
  key,
})

/**
 * What tells an input from another, and nothing else of it. Hex.
 * @param secret one key, or two with a comma between them while they are changed: the first makes the hash
 */
export const hashInput = (secret: string, input: Readonly<Record<string, unknown>>): string =>
  keyed(secret.split(',', 1)[0] ?? '', input)

/** Whether a hash was made of this input, under whichever of the keys. */
export const isHashOf = (secret: string, hash: string | null, input: Readonly<Record<string, unknown>>): boolean =>
  secret.split(',').some((key) => keyed(key, input) === hash)

const keyed = (key: string, input: Readonly<Record<string, unknown>>): string =>
  createHmac('sha256', key).update(canonical(input)).digest('hex')

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
