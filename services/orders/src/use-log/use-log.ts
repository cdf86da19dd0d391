import type { ProductType, RecordedVisit, UserProductState } from '@kingcar/contract'
import { startOfPeriod } from '../user-product/period.ts'

/**
 * Which of a member's products a visit uses, and when that is undone. A visit is sent again whenever it changes, and is
 * judged anew each time as it stands then: what it has used stays as long as it is the same car's visit, is given back
 * when it was joined to another or moved to another plate, and a visit that has used nothing may use something yet.
 * So judging the same visit twice changes nothing.
 */

/** A visit, as far as it matters here. */
export type VisitSnapshot = Pick<
  RecordedVisit,
  | 'id'
  | 'memberId'
  | 'storeId'
  | 'storeName'
  | 'carNumber'
  | 'recognizedAt'
  | 'receivedAt'
  | 'late'
  | 'mergedInto'
  | 'revision'
>

/** A product of a member, as far as it matters here. */
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

/** A use that was written of a visit. `createdAt`: when it was taken from what the product had. */
export type Use = {
  id: string
  userProductId: string
  memberId: string
  carNumber: string
  createdAt: Date
  reversedAt: Date | null
  /** An administrator, where it was one. */
  reversedBy: string | null
}

/** What a use, or its reversal, makes of a product. */
export type ProductChange = Pick<UsableProduct, 'state' | 'remainingUses'>

export type UseReversal = 'visitMerged' | 'visitCorrected'

export type UseDecision = {
  /** Why the use that stands is undone; null where none is. */
  reversal: UseReversal | null
  /** The product that the visit uses now; null where it uses none. */
  productId: string | null
}

/** A plate that was registered so long after its car had come was nobody's when it came: milliseconds. */
const registrationGraceMs = 10 * 60_000

/** The use of a visit that was not undone. */
export const currentUse = <U extends Pick<Use, 'reversedAt'>>(uses: readonly U[]): U | undefined =>
  uses.find(({ reversedAt }) => reversedAt === null)

/**
 * Judges a visit as it stands.
 * @param uses all that were ever written of it
 * @param products those that the member has, and the one that the visit has used, as they are before a reversal
 * @param registeredAt when the member registered the visit's plate; undefined where that is not known
 */
export function decideUse(
  visit: VisitSnapshot,
  uses: readonly Use[],
  products: readonly UsableProduct[],
  { useOnVisit, registeredAt, now }: { useOnVisit: boolean; registeredAt: Date | undefined; now: Date },
): UseDecision {
  const standing = currentUse(uses)
  const reversal = standing ? reversalOf(visit, standing) : null
  if ((standing && !reversal) || !useOnVisit || !mayUse(visit, uses, registeredAt)) return { reversal, productId: null }
  const left = products.map((product) =>
    product.id === standing?.userProductId ? Object.assign({}, product, returnUse(product, standing, now)) : product,
  )
  const [first] = left.filter((product) => isUsable(product, visit)).sort(byUrgency)
  return { reversal, productId: first?.id ?? null }
}

/** A visit that names nobody any more, at the plate at which it was used, is that of a member who has left: it was used. */
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

/** What is lost soonest first; then what costs the member least: a period's uses before kept ones, unlimited before counted. */
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

/** One use less. A subscription without any left waits for its next period; any other is used up. */
export function takeUse({ type, state, remainingUses }: UsableProduct): ProductChange {
  if (remainingUses === null) return { state, remainingUses }
  const left = remainingUses - 1
  return { state: type === 'onetime' && left === 0 ? 'Complete' : state, remainingUses: left }
}

/** One use more, where it was taken in the period that is now. What was complete only because it was used up is so no more. */
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
  return at >= start || start <= startsAt // nothing comes before the first
}
