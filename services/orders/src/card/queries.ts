import { AppError, type Card } from '@kingcar/contract'
import { nextVersion, type Reader, type Tx } from '@kingcar/db'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { type CardRow, cards, orders, userProducts } from '../tables.ts'
import { changeUserProduct } from '../user-product/queries.ts'

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

/** The same, locked: what a member writes of cards comes one after the other. */
export const lockCards = (tx: Tx, memberId: string): Promise<CardRow[]> => findCards(tx, memberId).for('update')

/** @throws AppError CARD_NOT_FOUND */
export function getCard(owned: readonly CardRow[], id: string): CardRow {
  const found = owned.find((card) => card.id === id.toLowerCase()) // as PostgreSQL writes it
  if (!found) throw new AppError('CARD_NOT_FOUND')
  return found
}

type Change = Partial<Pick<CardRow, 'alias' | 'main'>>

/** Stores a change of a card that is kept. */
export async function updateCardRow(tx: Tx, found: CardRow, change: Change, now: Date): Promise<CardRow> {
  const row: CardRow = Object.assign({}, found, change, nextVersion(found, Object.keys(change)), { changedAt: now })
  await tx.update(cards).set(row).where(eq(cards.id, found.id))
  return row
}

/** Another card is to be the main one. */
export async function clearMain(tx: Tx, owned: readonly CardRow[], now: Date): Promise<void> {
  for (const card of owned) if (card.main) await updateCardRow(tx, card, { main: false }, now)
}

/** Charges of one period after which another card does not bring the next at once: who has many cards may not own them. */
const maxTries = 8

/** Renewals that failed are charged again at once where a member has another main card. */
export async function retryFailedRenewals(tx: Tx, memberId: string, now: Date): Promise<void> {
  const unpaid = await tx
    .select()
    .from(userProducts)
    .where(
      and(
        eq(userProducts.memberId, memberId),
        eq(userProducts.state, 'Unavailable'),
        isNotNull(userProducts.dueAt),
        isNotNull(userProducts.nextBillingAt),
      ),
    )
    .orderBy(userProducts.id)
    .for('update')
  for (const row of unpaid) {
    const tries = await tx.$count(orders, and(eq(orders.renews, row.id), eq(orders.renewalDueAt, row.dueAt ?? now)))
    if (tries < maxTries) await changeUserProduct(tx, row, { nextBillingAt: now })
  }
}
