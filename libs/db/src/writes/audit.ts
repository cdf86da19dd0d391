import { AppError, type AuditEntry } from '@kingcar/contract'
import { uuidv7 } from './uuid.ts'

/** One write of an administrator; `before` and `after` hold the fields that changed, never a secret. */
export type AuditedChange = Pick<AuditEntry, 'action' | 'entity' | 'entityId' | 'before' | 'after'>
/** The part of the bus's Caller that an audit entry needs. */
type AuditedCaller = { requestId: string; actor: { id: string } | null }

/**
 * Completes an entry of the audit log with who, when and in which request. The member service stores it; every other
 * service emits it in the transaction of the write: `emit(tx, 'catalog.audited', auditEntry(caller, change))`.
 * Fields whose names say that they hold a secret are left out, at any depth, whoever forgot that.
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

/** Of a name without its separators, in lower case: what people call what nobody may read. */
const secretName = new RegExp(
  [
    'password|passwd|passphrase|passcode|secret|token|credential|authorization|cookie|jwt',
    '(?:api|private|access|signing|encryption)key',
    'cardnumber|cvc|cvv|customeruid|billingkey|socialgrant|socialsubject',
    '^(?:pwd|pin|otp|birth|expiry)$', // short ones mean something else within other words
  ].join('|'),
)

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isPlain(value)) return value
  const told = Object.entries(value).filter(([name]) => !secretName.test(name.toLowerCase().replaceAll(/[^a-z]/g, '')))
  return Object.fromEntries(told.map(([name, inner]) => [name, withoutSecrets(inner)]))
}

/** An object that is no more than its fields; a date, for one, is written by itself. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
