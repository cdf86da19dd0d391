import type { Caller } from '@kingcar/bus'
import type { Card } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { findCards, toCard } from './queries.ts'

/** The caller's cards, the main one first. */
export async function listCards({ db }: Pick<Ctx, 'db'>, _input: object, caller: Caller): Promise<Card[]> {
  const rows = await findCards(db.read, memberIdOf(caller))
  return rows.map(toCard)
}
