import { AppError, type Card } from '@kingcar/contract'
import { nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, desc, eq } from 'drizzle-orm'
import { type CardRow, cards } from '../tables.ts'

export const toCard = ({ id, issuer, maskedNumber, alias, main, createdAt }: CardRow): Card => ({
  id,
  issuer,
  maskedNumber,
  alias,
  main,
  createdAt: createdAt.toISOString(),
})

/** A member's cards, the main one first, then the newest. */
export const findCards = (read: Reader | Tx, memberId: string) =>
  read
    .select()
    .from(cards)
    .where(and(eq(cards.memberId, memberId), eq(cards.state, 'kept')))
    .orderBy(desc(cards.main), desc(cards.createdAt), desc(cards.id))

/** Returns a member's cards in the order of `findCards`, locked. */
export const lockCards = (tx: Tx, memberId: string): Promise<CardRow[]> => findCards(tx, memberId).for('update')

/** @throws AppError CARD_NOT_FOUND */
export function getCard(owned: readonly CardRow[], id: string): CardRow {
  const found = owned.find((card) => card.id === id)
  if (!found) throw new AppError('CARD_NOT_FOUND')
  return found
}

type Change = Partial<Pick<CardRow, 'alias' | 'main'>>

/** Stores a change of a card that the caller has locked. */
export async function updateCardRow(tx: Tx, found: CardRow, change: Change, now: Date): Promise<CardRow> {
  const row: CardRow = Object.assign({}, found, change, nextVersion(found, Object.keys(change)), { changedAt: now })
  await tx.update(cards).set(row).where(eq(cards.id, found.id))
  return row
}

/** Makes the main card of a member an ordinary one, before another card becomes the main one. */
export async function clearMain(tx: Tx, owned: readonly CardRow[], now: Date): Promise<void> {
  for (const card of owned) if (card.main) await updateCardRow(tx, card, { main: false }, now)
}
