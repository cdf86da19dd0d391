import type { Caller } from '@kingcar/bus'
import type { Operation } from '@kingcar/contract'
import { hashInput, isHashOf } from '@kingcar/db'

/** The columns that identify the request that created an intent: its key, and a hash of its input. */
export type RequestColumns = { requestKey: string; requestHash: string }

/** The identity of a request with an Idempotency-Key; `matches` compares the stored hash with the request's input. */
export type RequestKey = { columns: RequestColumns; matches(requestHash: string | null): boolean }

/** Undefined without an Idempotency-Key. */
export function requestKeyOf(
  secret: string,
  op: Pick<Operation, 'name'>,
  orderId: string,
  input: Readonly<Record<string, unknown>>,
  { actor, idempotencyKey }: Caller,
): RequestKey | undefined {
  if (idempotencyKey === undefined) return undefined
  const requestKey = JSON.stringify([actor?.role, actor?.id, op.name, orderId, idempotencyKey])
  return {
    columns: { requestKey, requestHash: hashInput(secret, input) },
    matches: (requestHash) => isHashOf(secret, requestHash, input),
  }
}
