import type { MemberRow } from '../tables.ts'

/** Facts about a member that an attacker may know: the member's password must not consist of them. */
export const guessableFacts = ({ email, name, birthDate, phoneNumber }: MemberRow): string[] =>
  [email, name, birthDate, phoneNumber].filter((each) => each !== null)
