import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { MemberRow } from '../tables.ts'
import { lockMemberRow } from './queries.ts'

/** The member who calls. @throws AppError UNAUTHENTICATED */
export function callingMember({ actor }: Pick<Caller, 'actor'>): { id: string; sessionId: string } {
  if (actor?.role !== 'member') throw new AppError('UNAUTHENTICATED')
  return actor
}

/** @throws AppError UNAUTHENTICATED if the calling member has left since the gateway checked the token */
export function assertNotLeft<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('UNAUTHENTICATED')
  return row
}

/**
 * Locks the calling member until the transaction ends, so that a member's writes run one after the other.
 * @throws AppError UNAUTHENTICATED if the member has left
 */
export const lockCallingMember = async (tx: Tx, caller: Pick<Caller, 'actor'>): Promise<MemberRow> =>
  assertNotLeft(await lockMemberRow(tx, callingMember(caller).id))
