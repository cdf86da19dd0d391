import { createHash } from 'node:crypto'
import type { Versioned } from '@kingcar/bus'
import type { Me } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { describeAgreements } from '../agreement/queries.ts'
import type { MemberRow } from '../tables.ts'

/** A member's own representation, with the active agreements and the terms that still need one. */
export async function describeMe(read: Reader | Tx, row: MemberRow, now: Date): Promise<Me> {
  const { id, provider, email, name, gender, birthDate, phoneNumber, createdAt } = row
  return {
    id,
    provider,
    email,
    name,
    gender,
    birthDate,
    phoneNumber,
    createdAt: createdAt.toISOString(),
    ...(await describeAgreements(read, id, now)),
  }
}

/**
 * `describeMe` with its version. Terms that come into force change the representation, but no row: so the version
 * consists of the row's version and a hash of the terms that still need an agreement.
 */
export async function describeVersionedMe(read: Reader | Tx, row: MemberRow, now: Date): Promise<Versioned<Me>> {
  const result = await describeMe(read, row, now)
  const due = result.termsToAgree.map(({ id }) => id).join()
  if (due === '') return { result, version: row.version }
  return { result, version: `${row.version}-${createHash('sha1').update(due).digest('base64url')}` }
}
