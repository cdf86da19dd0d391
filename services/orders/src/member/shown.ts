import type { MemberRow } from '../tables.ts'

/** What stands for the name of whoever has left. */
export const formerMember = '탈퇴한 회원'

type Known = Pick<MemberRow, 'name' | 'phoneNumber' | 'leftAt'>

/** How a member is shown: who has left without anything that tells who it was, who is not known yet without a name. */
export function shownMember(row: Known | undefined): { name: string; phoneNumber: string } {
  if (row?.leftAt) return { name: formerMember, phoneNumber: '' }
  return { name: row?.name ?? '', phoneNumber: row?.phoneNumber ?? '' }
}

/** A Korean number as it is dialled in Korea: `01012345678` of `+821012345678`. */
export const nationalNumber = (phoneNumber: string): string => phoneNumber.replace(/^\+82/, '0')
