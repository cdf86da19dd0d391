import type { Me } from '@kingcar/contract'
import { difference, emit, nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import { describeAgreements } from '../agreement/queries.ts'
import { type MemberRow, members } from '../tables.ts'

/** Hot reads, prepared once. */
export const prepareMembers = (read: Reader) => ({
  byEmail: read
    .select({ id: members.id, passwordHash: members.passwordHash })
    .from(members)
    .where(
      and(
        sql`${members.provider} = 'KINGCAR'`,
        eq(sql`lower(${members.email})`, sql`lower(${sql.placeholder('email')})`),
      ),
    )
    .prepare('member_by_email'),
  byId: read
    .select()
    .from(members)
    .where(eq(members.id, sql.placeholder('id')))
    .prepare('member_by_id'),
})
export type MemberQueries = ReturnType<typeof prepareMembers>

type Fields = { [F in 'name' | 'phoneNumber' | 'passwordHash']?: MemberRow[F] | undefined }

/** What somebody who guesses a member's password may know of them. */
export const guessableFacts = ({ email, name, birthDate, phoneNumber }: MemberRow): string[] =>
  [email, name, birthDate, phoneNumber].filter((each) => each !== null)

/** Tells every service who a member is from now on. */
export const emitMemberChanged = (
  tx: Tx,
  row: Pick<MemberRow, 'id' | 'name' | 'email' | 'phoneNumber' | 'version'>,
) => {
  const { id: memberId, name, email, phoneNumber, version } = row
  return emit(tx, 'member.changed', { memberId, name, email, phoneNumber, version })
}

/** Stores what is different and tells of it; the same row where nothing is. */
export async function updateMember(tx: Tx, found: MemberRow, fields: Fields, now: Date): Promise<MemberRow> {
  const changed = difference(found, fields)
  if (!changed) return found
  const names = Object.keys(changed.after).map((name) => (name === 'passwordHash' ? 'password' : name)) // callers read them
  const row = await write(tx, found, { ...changed.after, ...nextVersion(found, names) }, now)
  if (row.name !== found.name || row.phoneNumber !== found.phoneNumber) await emitMemberChanged(tx, row)
  return row
}

/** Another version of a member whose agreements changed: they are part of what it shows. */
export const bumpAgreementsVersion = (tx: Tx, found: MemberRow, now: Date): Promise<MemberRow> =>
  write(tx, found, nextVersion(found, ['agreements']), now)

async function write(tx: Tx, found: MemberRow, change: Partial<MemberRow>, updatedAt: Date): Promise<MemberRow> {
  await tx
    .update(members)
    .set({ ...change, updatedAt })
    .where(eq(members.id, found.id))
  return Object.assign({}, found, change, { updatedAt })
}

/** A member as they see themselves, with what they agreed to and what they have to agree to now. */
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
