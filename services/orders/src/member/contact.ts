import { formerMemberName } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type MemberRow, members } from '../tables.ts'

/** A member's name and phone number, and whether the member has left; undefined before the first event of the member. */
export type MemberContact = Pick<MemberRow, 'name' | 'phoneNumber' | 'leftAt'> | undefined
/** A member's name and phone number as they are displayed. */
export type DisplayedMember = { name: string; phoneNumber: string }

/** A former member is displayed under one common name and without a phone number, an unknown member with empty texts. */
export function toDisplayedMember(row: MemberContact): DisplayedMember {
  if (row?.leftAt) return { name: formerMemberName, phoneNumber: '' }
  return { name: row?.name ?? '', phoneNumber: row?.phoneNumber ?? '' }
}

/** Loads the contacts of members; the result looks one up by an id in PostgreSQL's form. */
export async function loadMemberContacts(read: Reader, ids: readonly string[]): Promise<(id: string) => MemberContact> {
  if (ids.length === 0) return () => undefined
  const rows = await read
    .select({ id: members.id, name: members.name, phoneNumber: members.phoneNumber, leftAt: members.leftAt })
    .from(members)
    .where(sql`${members.id} = any(${makePgArray([...new Set(ids)])}::uuid[])`)
  const contacts = new Map(rows.map((row) => [row.id, row]))
  return (id) => contacts.get(id)
}
