import { createHmac } from 'node:crypto'
import { AppError, idempotencyKeyHours, type Operation, route } from '@kingcar/contract'
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
    .where(and(...isAsked, sql`${kept.createdAt} > now() - make_interval(hours => ${idempotencyKeyHours}::int)`))
    .prepare('kept_answer'),
}))

const lock = `select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.idempotency.' || $1, 0)) as taken`
const keep = `insert into idempotency (caller, operation, key, input_hash, answer) values ($1, $2, $3, $4, $5)
  on conflict (caller, operation, key)
  do update set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`
const forget = 'delete from idempotency where caller = $1'

/**
 * Runs a write once per idempotency key and resource. The result is stored in the write's own transaction and kept for
 * `idempotencyKeyHours`, by caller, operation and path parameters. A repetition with the same input returns the stored
 * result. Without a key this is a plain transaction. The result must be JSON.
 * @param secret key of `hashInput`
 * @param toKeep selects the part of the result to store, if a repetition must not return all of it
 * @throws AppError IDEMPOTENCY_KEY_REUSED for another input, CONFLICT while the first call is still running
 *
 * The advisory lock is released after the commit, when the row is visible: a caller that gets the lock either sees the
 * result or runs the write, and a caller that does not get it knows that another one is running. A crash before the
 * commit leaves neither the write nor the row.
 */
export async function withIdempotency<T>(
  db: Pick<Database, 'transaction'>,
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
    // Pipelined: the second statement sees everything that was committed before the first one got the lock.
    const [[locked], [known]] = await Promise.all([
      session.run(lock, [JSON.stringify(Object.values(identity))]),
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
 * The stored result that `withIdempotency` would return, for a write with an expensive preparation; undefined if none is stored.
 * @param read `Database.read`, or a transaction
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

/**
 * Deletes an account's stored results, which hold personal data, without waiting. The caller ensures that the account starts no
 * more writes.
 */
export function deleteStoredResults(tx: Tx, actor: NonNullable<KeyedCaller['actor']>): void {
  const scope = scopeOf(tx)
  scope.require(scope.session.run(forget, [callerName({ actor })]))
}

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
 * HMAC-SHA-256 of an input, in hex: equal for equal inputs, and reveals nothing else about them.
 * @param secret one key, or two separated by a comma during a rotation; the first is used
 */
export const hashInput = (secret: string, input: Readonly<Record<string, unknown>>): string =>
  keyed(secret.split(',', 1)[0] ?? '', input)

/** True if `hash` is that of this input, under any of the keys. */
export const isHashOf = (secret: string, hash: string | null, input: Readonly<Record<string, unknown>>): boolean =>
  secret.split(',').some((key) => keyed(key, input) === hash)

const keyed = (key: string, input: Readonly<Record<string, unknown>>): string =>
  createHmac('sha256', key).update(canonical(input)).digest('hex')

function callerName({ actor, device }: KeyedCaller): string {
  if (device) return `device:${device.id}`
  return actor ? `${actor.role}:${actor.id}` : 'public'
}

/** The operation's name and the values of its path parameters. */
function target(op: Pick<Operation, 'name' | 'http'>, input: Readonly<Record<string, unknown>>): string {
  const values = route(op).parameters.map((name) => encodeURIComponent(String(input[name])))
  return [op.name, ...values].join('/')
}

/** JSON with sorted object keys, so that equal inputs have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
