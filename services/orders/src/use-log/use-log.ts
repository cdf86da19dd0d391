import type { ProductType, UserProductState } from '@kingcar/contract'
import type { VisitSnapshot } from '../tables.ts'
import { startOfPeriod } from '../user-product/period.ts'

/**
 * Which of a member's products a visit uses, and when its use is reversed. Each revision of a visit is decided again from
 * its current data: the use stays while it is the same car's visit, is reversed when the visit was merged into another or
 * moved to another plate, and a visit without a use may still get one. Deciding the same revision twice changes nothing.
 */

/** The fields of a member's product that decide whether a visit can use it. */
export type UsableProduct = {
  id: string
  memberId: string
  type: ProductType
  state: UserProductState
  storeIds: readonly string[]
  billingMonths: number | null
  useLimit: number | null
  remainingUses: number | null
  startsAt: Date
  endsAt: Date | null
  nextBillingAt: Date | null
  refunding: boolean
  createdAt: Date
}

/** A stored use of a visit. `createdAt`: when it was deducted from the product. */
export type Use = {
  id: string
  userProductId: string
  memberId: string
  carNumber: string
  createdAt: Date
  reversedAt: Date | null
  /** The administrator who reversed it; null where a merge or a correction did. */
  reversedBy: string | null
}

/** The product's fields after a use or its reversal. */
export type ProductChange = Pick<UsableProduct, 'state' | 'remainingUses'>

export type UseReversal = 'visitMerged' | 'visitCorrected'

export type UseDecision = {
  /** Why the current use is reversed; null where it is not. */
  reversal: UseReversal | null
  /** The product that the visit uses from now on; null where it uses no further one. */
  productId: string | null
}

/** Milliseconds after a visit within which its plate may still be registered for the visit to use a product. */
const registrationGraceMs = 10 * 60_000

/** The use of a visit that is not reversed. */
export const currentUse = <U extends Pick<Use, 'reversedAt'>>(uses: readonly U[]): U | undefined =>
  uses.find(({ reversedAt }) => reversedAt === null)

/**
 * Decides what the current revision of a visit uses.
 * @param uses all stored uses of the visit, reversed ones too
 * @param products the member's, and the one that the visit uses, before any reversal
 * @param registeredAt when the member registered the visit's plate; undefined if unknown
 */
export function decideUse(
  visit: VisitSnapshot,
  uses: readonly Use[],
  products: readonly UsableProduct[],
  { useOnVisit, registeredAt, now }: { useOnVisit: boolean; registeredAt: Date | undefined; now: Date },
): UseDecision {
  const current = currentUse(uses)
  const reversal = current ? reversalOf(visit, current) : null
  if ((current && !reversal) || !useOnVisit || !mayUse(visit, uses, registeredAt)) return { reversal, productId: null }
  const left = products.map((product) =>
    product.id === current?.userProductId ? Object.assign({}, product, returnUse(product, current, now)) : product,
  )
  const [first] = left.filter((product) => isUsable(product, visit)).sort(byUrgency)
  return { reversal, productId: first?.id ?? null }
}

/** A visit without a member at the same plate is that of a member who has left: the use stays. */
function reversalOf(visit: VisitSnapshot, use: Use): UseReversal | null {
  if (visit.mergedInto !== null) return 'visitMerged'
  const isOthers = visit.memberId !== null && visit.memberId !== use.memberId
  return isOthers || visit.carNumber !== use.carNumber ? 'visitCorrected' : null
}

function mayUse(
  { memberId, mergedInto, late, receivedAt }: VisitSnapshot,
  uses: readonly Use[],
  registeredAt: Date | undefined,
): boolean {
  if (memberId === null || mergedInto !== null || late) return false
  if (registeredAt && registeredAt.getTime() > Date.parse(receivedAt) + registrationGraceMs) return false
  return !uses.some((use) => use.reversedBy !== null && use.memberId === memberId)
}

/** A subscription stays usable while its renewal is being charged. */
function isUsable(product: UsableProduct, { memberId, storeId, recognizedAt }: VisitSnapshot): boolean {
  const { state, refunding, storeIds, startsAt, endsAt, nextBillingAt, remainingUses } = product
  const at = new Date(recognizedAt)
  return (
    product.memberId === memberId &&
    state === 'Available' &&
    !refunding &&
    (storeIds.length === 0 || storeIds.includes(storeId)) &&
    startsAt <= at &&
    (endsAt === null || at < endsAt || nextBillingAt !== null) &&
    (remainingUses === null || remainingUses > 0)
  )
}

/**
 * First the product that ends soonest; then the one that costs the member least: subscriptions before single purchases,
 * unlimited before counted.
 */
function byUrgency(a: UsableProduct, b: UsableProduct): number {
  return (
    endOf(a) - endOf(b) ||
    Number(a.type === 'onetime') - Number(b.type === 'onetime') ||
    Number(a.remainingUses !== null) - Number(b.remainingUses !== null) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.id < b.id ? -1 : 1)
  )
}

const endOf = ({ endsAt }: UsableProduct) => endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Deducts one use. A subscription without uses left waits for its next period; a single purchase is complete. */
export function takeUse({ type, state, remainingUses }: UsableProduct): ProductChange {
  if (remainingUses === null) return { state, remainingUses }
  const left = remainingUses - 1
  return { state: type === 'onetime' && left === 0 ? 'Complete' : state, remainingUses: left }
}

/**
 * Returns one use, where it was deducted in the current period. A product that was complete only because it was used up
 * becomes available again.
 */
export function returnUse(product: UsableProduct, { createdAt }: Pick<Use, 'createdAt'>, now: Date): ProductChange {
  const { type, state, remainingUses, useLimit, endsAt } = product
  if (remainingUses === null || !isInCurrentPeriod(product, createdAt)) return { state, remainingUses }
  const left = Math.min(remainingUses + 1, useLimit ?? Infinity)
  const wasUsedUp = type === 'onetime' && state === 'Complete' && remainingUses === 0
  return { state: wasUsedUp && (endsAt === null || now < endsAt) ? 'Available' : state, remainingUses: left }
}

function isInCurrentPeriod({ type, billingMonths, startsAt, endsAt }: UsableProduct, at: Date): boolean {
  if (type !== 'subscribe' || endsAt === null) return true
  const start = startOfPeriod(startsAt, billingMonths ?? 1, endsAt)
  return at >= start || start <= startsAt // the first period also takes what came before it
}
