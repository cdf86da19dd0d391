import { formerMemberName } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { type MemberRow, members } from '../tables.ts'

/** What is known of who a member is; undefined where nothing was told yet. */
export type MemberContact = Pick<MemberRow, 'name' | 'phoneNumber' | 'leftAt'> | undefined
/** A member's name and phone number, as far as they may be shown. */
export type DisplayedMember = { name: string; phoneNumber: string }

/** How a member is shown: who has left without anything that tells who it was, who is not known yet without a name. */
export function toDisplayedMember(row: MemberContact): DisplayedMember {
  if (row?.leftAt) return { name: formerMemberName, phoneNumber: '' }
  return { name: row?.name ?? '', phoneNumber: row?.phoneNumber ?? '' }
}

/** What is known of some members, by their ids as the database writes them. */
export async function loadMemberContacts(read: Reader, ids: readonly string[]): Promise<(id: string) => MemberContact> {
  if (ids.length === 0) return () => undefined
  const rows = await read
    .select({ id: members.id, name: members.name, phoneNumber: members.phoneNumber, leftAt: members.leftAt })
    .from(members)
    .where(sql`${members.id} = any(${makePgArray([...new Set(ids)])}::uuid[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  return (id) => known.get(id)
}
