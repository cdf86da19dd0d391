import type { Tx } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import { cards } from '../tables.ts'

/** The id of a member's card, by default of the main card; undefined if the member has no such card. */
export async function findChargeableCard(tx: Tx, memberId: string, cardId?: string): Promise<string | undefined> {
  const wanted = cardId === undefined ? eq(cards.main, true) : eq(cards.id, cardId)
  const own = and(eq(cards.memberId, memberId), eq(cards.state, 'kept'), wanted)
  const [card] = await tx.select({ id: cards.id }).from(cards).where(own)
  return card?.id
}
