import { createHash } from 'node:crypto'
import type { Caller, Versioned } from '@kingcar/bus'
import type { Me } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { assertNotLeft, callingMember } from '../member/calling-member.ts'
import { describeMe } from '../member/queries.ts'
import type { MemberRow } from '../tables.ts'

/** The caller. */
export async function getMe(ctx: Ctx, _input: object, caller: Caller): Promise<Versioned<Me>> {
  const [row] = await ctx.members.byId.execute({ id: callingMember(caller).id })
  return versionedMe(ctx.db.read, assertNotLeft(row), ctx.now())
}

/** Terms that come into force change what a member sees, and no row: the tag names them behind the row's version. */
export async function versionedMe(read: Reader | Tx, row: MemberRow, now: Date): Promise<Versioned<Me>> {
  const result = await describeMe(read, row, now)
  const due = result.termsToAgree.map(({ id }) => id).join()
  if (due === '') return { result, version: row.version }
  return { result, version: `${row.version}-${createHash('sha1').update(due).digest('base64url')}` }
}
