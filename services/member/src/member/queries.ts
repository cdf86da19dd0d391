import type { EventOf } from '@kingcar/contract'
import { difference, emit, nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import { type MemberRow, members } from '../tables.ts'

/** Frequent reads, prepared once. */
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

/** Locks a member until the transaction ends; undefined for a member who has left. */
export async function lockMemberRow(tx: Tx, id: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update')
  return row
}

const signsInBy = (phoneNumber: string, email: string) =>
  and(
    eq(members.phoneNumber, phoneNumber),
    eq(members.provider, 'KINGCAR'),
    eq(sql`lower(${members.email})`, sql`lower(${email})`),
  )

/** The member with a password whose phone (E.164) and email these are. */
export async function findMemberByPhone(read: Reader, phone: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await read.select().from(members).where(signsInBy(phone, email))
  return row
}

/** Like `findMemberByPhone`, and locks the member until the transaction ends. */
export async function lockMemberByPhone(tx: Tx, phone: string, email: string): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(signsInBy(phone, email)).for('update')
  return row
}

/** Stores the time at which a member last verified their number; operations do not return it. */
export const markPhoneVerified = (tx: Tx, id: string, phoneVerifiedAt: Date) =>
  tx.update(members).set({ phoneVerifiedAt }).where(eq(members.id, id))

type Contact = Pick<MemberRow, 'id' | 'name' | 'email' | 'phoneNumber' | 'version'>

/** Publishes a member's name, email and phone. */
export const emitMemberChanged = (tx: Tx, row: Contact) => emit(tx, 'member.changed', memberChangeOf(row))

/** A member's name, email and phone as other services get them. */
export const memberChangeOf = ({
  id: memberId,
  name,
  email,
  phoneNumber,
  version,
}: Contact): EventOf<'member.changed'> => ({
  ...{ memberId, name, email, phoneNumber, version },
})

type Fields = { [F in 'name' | 'phoneNumber' | 'passwordHash']?: MemberRow[F] | undefined }

/** Stores and publishes changed fields as the next version. @returns the same row if nothing has changed */
export async function updateMember(tx: Tx, found: MemberRow, fields: Fields, now: Date): Promise<MemberRow> {
  const changed = difference(found, fields)
  if (!changed) return found
  const names = Object.keys(changed.after).map((name) => (name === 'passwordHash' ? 'password' : name)) // the names of fields as in the API
  const row = await updateRow(tx, found, { ...changed.after, ...nextVersion(found, names) }, now)
  if (row.name !== found.name || row.phoneNumber !== found.phoneNumber) await emitMemberChanged(tx, row)
  return row
}

/** Starts a new version of a member whose agreements changed: they are part of the member's representation. */
export const bumpAgreementsVersion = (tx: Tx, found: MemberRow, now: Date): Promise<MemberRow> =>
  updateRow(tx, found, nextVersion(found, ['agreements']), now)

async function updateRow(tx: Tx, found: MemberRow, change: Partial<MemberRow>, updatedAt: Date): Promise<MemberRow> {
  await tx
    .update(members)
    .set({ ...change, updatedAt })
    .where(eq(members.id, found.id))
  return Object.assign({}, found, change, { updatedAt })
}
