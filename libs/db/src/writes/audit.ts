import { AppError, type AuditEntry } from '@kingcar/contract'
import { uuidv7 } from './uuid.ts'

/** One write of an administrator. `before` and `after` hold the changed fields. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'before' | 'after'>
/** The part of the bus's Caller that an audit entry needs. */
export type AuditedCaller = { requestId: string; actor: { id: string } | null }

/**
 * Completes an audit log entry with actor, time and request id. The member service stores it; every other service calls
 * `audit` in the transaction of the write.
 * As a safeguard, fields with the name of a secret are removed at any depth.
 * @throws AppError UNAUTHENTICATED without an actor
 */
export function auditEntry(caller: AuditedCaller, { before, after, ...change }: AuditedChange): AuditEntry {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  return {
    id: uuidv7(),
    at: new Date().toISOString(),
    actorId: caller.actor.id,
    requestId: caller.requestId,
    ...change,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
  }
}

/** Matches names of secrets, in lower case and without separators. */
const secretName = new RegExp(
  [
    'password|passwd|passphrase|passcode|secret|token|credential|authorization|cookie|jwt',
    '(?:api|private|access|signing|encryption)key',
    'cardnumber|cvc|cvv|customeruid|billingkey|socialgrant|socialsubject',
    '^(?:pwd|pin|otp|birth|expiry)$', // whole names only: these words are also parts of other words
  ].join('|'),
)

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isPlain(value)) return value
  const kept = Object.entries(value).filter(([name]) => !secretName.test(name.toLowerCase().replaceAll(/[^a-z]/g, '')))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSecrets(inner)]))
}

/** True for an object literal, not for an instance of a class such as Date. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
