import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'

/** The id of the member who calls. @throws AppError UNAUTHENTICATED */
export function memberIdOf({ actor }: Pick<Caller, 'actor'>): string {
  if (actor?.role !== 'member') throw new AppError('UNAUTHENTICATED')
  return actor.id
}
