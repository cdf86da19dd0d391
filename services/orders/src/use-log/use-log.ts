import {
  type ProductType,
  seoulDayNumber,
  seoulOffsetMs,
  type UseDecision,
  type UserProductState,
} from '@kingcar/contract'
import { periodOf, startOfPeriod } from '../price/period.ts'
import type { VisitSnapshot } from '../tables.ts'

/**
 * Which of a member's products a visit uses, and when its use is reversed. Each revision of a visit that could change
 * this is decided again from its current data. A visit has one automatic use; administrators add others by hand, up to
 * `usesPerStay` of the product. The uses stay while the visit is of the same car. All are reversed when the visit is
 * merged into another one or moved to another plate, or when its plate becomes doubtful and no administrator decided
 * one of them. A visit without a use may still get one. Deciding the same revision twice changes nothing.
 *
 * The time at which the visit was recognised decides, not the time of the decision: the visit can use a product that
 * has ended since then, and its use belongs to the period of that time. A product that was bought at the gate, at most
 * ten minutes after the visit, counts as if it had been bought before.
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
  carLimit: number | null
  carId: string | null
  usesPerDay: number | null
  /** Uses that one visit may have. */
  usesPerStay: number
  remainingUses: number | null
  startsAt: Date
  /** Time from which the periods are counted; null for `startsAt`. */
  anchorAt: Date | null
  /** Start of the current period, unless it follows from the anchor. */
  periodStartsAt: Date | null
  /** The latest pause. */
  pausedAt: Date | null
  pausedUntil: Date | null
  endsAt: Date | null
  nextBillingAt: Date | null
  refunding: boolean
  createdAt: Date
}

/** A stored use of a visit. */
export type Use = {
  id: string
  userProductId: string
  memberId: string
  carNumber: string
  /** When the visit was recognised. */
  usedAt: Date
  createdAt: Date
  reversedAt: Date | null
  /** The administrator who reversed it; null if a merge or a correction did. */
  reversedBy: string | null
  /** An administrator used the product. */
  byHand: boolean
}

/** The product's fields after a use or its reversal. */
export type ProductChange = Pick<UsableProduct, 'state' | 'remainingUses'>

/** A product after a use or its reversal, with its next version. */
export const changedBy = <P extends ProductChange & { version: number }>(product: P, change: ProductChange): P => ({
  ...product,
  ...change,
  version: product.version + 1,
})

/** A use that is not reversed, of any visit. */
export type TakenUse = Pick<Use, 'userProductId' | 'carNumber' | 'usedAt'> & { visitId: string | null }

/** Why a visit cannot use a product; `noProduct` if it was withdrawn or is being refunded. */
export type Obstacle = 'noProduct' | 'periodOver' | 'paused' | 'notThisStore' | 'otherCar' | 'usedUp' | 'dayLimit'

/** Further facts that decide whether a visit can use a product. */
export type Limits = {
  /** The plates of the members' cars, by the cars' ids, removed cars too. */
  plates: ReadonlyMap<string, string>
  /** Uses by product: at least those since `usesNeededSince`. */
  taken: ReadonlyMap<string, readonly TakenUse[]>
}

export type UseReversal = 'visitMerged' | 'visitCorrected' | 'visitDoubtful'

export type UseChange = {
  /** Why the current uses are reversed; null if they are not. */
  reversal: UseReversal | null
  /** The product that the visit uses from now on; null if it uses no further one. */
  productId: string | null
}

/**
 * Milliseconds after a visit within which its plate may still be registered, or a product become usable, for the visit
 * to use the product.
 */
export const graceMs = 10 * 60_000

/** The uses of a visit that are not reversed, the latest last. */
export const currentUses = <U extends Pick<Use, 'id' | 'reversedAt'>>(uses: readonly U[]): U[] =>
  uses.filter(({ reversedAt }) => reversedAt === null).sort((a, b) => (a.id < b.id ? -1 : 1))

/**
 * Decides what the current revision of a visit uses.
 * @param uses all stored uses of the visit, reversed ones too
 * @param products the member's, and those that the visit uses, before any reversal
 * @param registeredAt when the member registered the visit's plate, at the latest; undefined if unknown
 */
export function decideUse(
  visit: VisitSnapshot,
  uses: readonly Use[],
  products: readonly UsableProduct[],
  {
    useOnVisit,
    registeredAt,
    now,
    ...limits
  }: Limits & {
    useOnVisit: boolean
    registeredAt: Date | undefined
    now: Date
  },
): UseChange {
  const current = currentUses(uses)
  const reversal = reversalOf(visit, current)
  if ((current.length > 0 && !reversal) || !useOnVisit || !mayUse(visit, uses, registeredAt))
    return { reversal, productId: null }
  const [first] = products
    .map((product) => withReturned(product, current, now))
    .filter((product) => obstacleOf(product, visit, limits) === null)
    .sort(byUrgency)
  return { reversal, productId: first?.id ?? null }
}

function withReturned(product: UsableProduct, uses: readonly Use[], now: Date): UsableProduct {
  const held = Object.assign({}, product)
  for (const use of uses) if (use.userProductId === product.id) Object.assign(held, returnUse(held, use, now))
  return held
}

/**
 * The reason to reverse the uses of a visit. A visit with the same plate and without a member belongs to a former
 * member: its use stays.
 */
function reversalOf(
  { memberId, carNumber, mergedInto, doubtful }: VisitSnapshot,
  current: readonly Use[],
): UseReversal | null {
  if (current.length === 0) return null
  if (mergedInto !== null) return 'visitMerged'
  const isOthers = current.some((use) => memberId !== null && memberId !== use.memberId)
  if (isOthers || current.some((use) => carNumber !== use.carNumber)) return 'visitCorrected'
  return doubtful && !current.some(({ byHand }) => byHand) ? 'visitDoubtful' : null
}

const mayUse = (visit: VisitSnapshot, uses: readonly Use[], registeredAt: Date | undefined): boolean =>
  visit.memberId !== null && visit.mergedInto === null && refusalOf(visit, uses, registeredAt) === null

/** Why a member's visit uses nothing, whatever products the member has; null if the products decide. */
function refusalOf(
  { memberId, doubtful, late, receivedAt }: VisitSnapshot,
  uses: readonly Use[],
  registeredAt: Date | undefined,
): 'doubtful' | 'late' | 'reversed' | null {
  // First, because a late visit can also have had a use, by hand.
  if (takenBack(uses, memberId)) return 'reversed'
  if (doubtful) return 'doubtful'
  if (late) return 'late'
  return registeredAt && registeredAt.getTime() > Date.parse(receivedAt) + graceMs ? 'late' : null
}

/** A visit's decision, and the id of the product that decided it; both null for a visit of no member. */
export type Reasoned = { useDecision: UseDecision | null; productId: string | null }

/** The obstacles to the use of a product; a later one means that more conditions are met. */
const byNearness: readonly Obstacle[] = [
  ...(['noProduct', 'periodOver', 'paused', 'notThisStore', 'otherCar', 'usedUp', 'dayLimit'] as const),
]

/**
 * Returns whether a visit used a product, or why not, after its use was decided. If several products could not be used, the
 * reason is that of a product that has not ended, and among these of the product that met the most conditions. If the reason
 * is the visit itself, the product is the one that the visit would have used.
 * @param uses all stored uses of the visit, reversed ones too
 * @param products those of the member, ended ones too
 */
export function reasonOf(
  visit: VisitSnapshot,
  uses: readonly Use[],
  products: readonly UsableProduct[],
  { useOnVisit, registeredAt, ...limits }: Limits & { useOnVisit: boolean; registeredAt: Date | undefined },
): Reasoned {
  if (visit.memberId === null || visit.mergedInto !== null) return { useDecision: null, productId: null }
  const current = currentUses(uses).at(-1)
  if (current) return { useDecision: 'used', productId: current.userProductId }
  const refusal = refusalOf(visit, uses, registeredAt)
  if (refusal === 'reversed')
    return { useDecision: refusal, productId: takenBack(uses, visit.memberId)?.userProductId ?? null }
  if (!useOnVisit || refusal) {
    const [first] = products.filter((product) => obstacleOf(product, visit, limits) === null).sort(byUrgency)
    return { useDecision: refusal ?? 'usageOff', productId: first?.id ?? null }
  }
  const candidates = products.flatMap((product) => {
    // If an ended product has no obstacle, something other than these rules ended it.
    const obstacle = obstacleOf(product, visit, limits) ?? 'periodOver'
    if (obstacle === 'noProduct') return []
    const nearness = byNearness.indexOf(obstacle) + (product.state === 'Complete' ? 0 : byNearness.length)
    return [{ product, obstacle, nearness }]
  })
  const [nearest] = candidates.sort((a, b) => b.nearness - a.nearness || endOf(b.product) - endOf(a.product))
  return { useDecision: nearest?.obstacle ?? 'noProduct', productId: nearest?.product.id ?? null }
}

/**
 * The reversed use of a member's visit, if an administrator reversed it while the visit had no other: the visit uses
 * nothing of this member again.
 */
const takenBack = (uses: readonly Use[], memberId: string | null): Use | undefined => {
  const own = uses.filter((use) => use.memberId === memberId)
  return own.findLast(
    ({ reversedAt, reversedBy }) =>
      reversedAt !== null && reversedBy !== null && !own.some((other) => wasCurrentAt(other, reversedAt)),
  )
}

const wasCurrentAt = ({ createdAt, reversedAt }: Use, at: Date) =>
  createdAt < at && (reversedAt === null || reversedAt > at)

/**
 * Whether an administrator can use a product for a visit: when it counts as used, or why it cannot be. The limits of
 * uses per visit and per period apply; stores, cars and the daily limit do not, because the administrator decides about them.
 * @param uses all stored uses of the visit, reversed ones too
 */
export function useByHandOf(
  product: UsableProduct,
  visit: VisitSnapshot,
  uses: readonly Use[],
  { taken }: Pick<Limits, 'taken'>,
  now: Date,
): { usedAt: Date } | 'VISIT_USED' | 'USER_PRODUCT_STATE_INVALID' | 'USER_PRODUCT_USED_UP' {
  if (currentUses(uses).length >= product.usesPerStay) return 'VISIT_USED'
  if (product.state === 'Cancel' || product.refunding) return 'USER_PRODUCT_STATE_INVALID'
  if (product.remainingUses === 0 && product.type === 'onetime') return 'USER_PRODUCT_USED_UP'
  const at = new Date(visit.recognizedAt)
  const wasHeld = isHeldAt(product, at) && !isPausedAt(product, at)
  if (!wasHeld && product.state !== 'Available') return 'USER_PRODUCT_STATE_INVALID'
  const usedAt = wasHeld ? at : now
  const left = usesLeftAt(product, usedAt, taken.get(product.id) ?? [])
  return left !== null && left <= 0 ? 'USER_PRODUCT_USED_UP' : { usedAt }
}

/** Why a visit cannot use a product; null if it can. */
export function obstacleOf(product: UsableProduct, visit: VisitSnapshot, { plates, taken }: Limits): Obstacle | null {
  const at = new Date(visit.recognizedAt)
  if (product.memberId !== visit.memberId || product.state === 'Cancel' || product.refunding) return 'noProduct'
  if (!isHeldAt(product, at)) return 'periodOver'
  if (isPausedAt(product, at)) return 'paused'
  if (product.storeIds.length > 0 && !product.storeIds.includes(visit.storeId)) return 'notThisStore'
  const others = (taken.get(product.id) ?? []).filter(({ visitId }) => visitId !== visit.id)
  const ofPeriod = others.filter(isInPeriodOf(product, at))
  if (!isForCar(product, visit.carNumber, plates, ofPeriod)) return 'otherCar'
  const left = usesLeftAt(product, at, others)
  if (left !== null && left <= 0) return 'usedUp'
  const today = others.filter(({ usedAt }) => seoulDayNumber(usedAt) === seoulDayNumber(at))
  return product.usesPerDay !== null && today.length >= product.usesPerDay ? 'dayLimit' : null
}

/**
 * Whether the product was usable at a time, or was bought or granted shortly after it; a chosen later start still
 * applies. A subscription stays usable while its renewal is being charged.
 */
const isHeldAt = ({ state, startsAt, endsAt, nextBillingAt, createdAt }: UsableProduct, at: Date): boolean =>
  (startsAt <= at || (startsAt <= createdAt && isShortlyBefore(at, startsAt))) &&
  (endsAt === null || at < endsAt || (state === 'Available' && nextBillingAt !== null))

const isPausedAt = ({ pausedAt, pausedUntil }: UsableProduct, at: Date): boolean =>
  pausedAt !== null && pausedUntil !== null && pausedAt <= at && at < pausedUntil

/**
 * A product for a number of cars is used, in each period, by the car that it is bound to and by the first others that come,
 * until the number is reached.
 */
function isForCar(
  { carLimit, carId }: UsableProduct,
  carNumber: string,
  plates: Limits['plates'],
  ofPeriod: readonly TakenUse[],
): boolean {
  if (carLimit === null) return true
  const bound = carId === null ? undefined : plates.get(carId)
  if (carNumber === bound) return true
  const inOrder = ofPeriod.toSorted((a, b) => a.usedAt.getTime() - b.usedAt.getTime())
  const others = [...new Set(inOrder.map((use) => use.carNumber).filter((plate) => plate !== bound))]
  const places = carLimit - (carId === null ? 0 : 1)
  return others.includes(carNumber) ? others.indexOf(carNumber) < places : others.length < places
}

const isShortlyBefore = (at: Date, other: Date): boolean => other.getTime() - at.getTime() <= graceMs

/** Uses left in the period that contains a time; null without a limit. */
function usesLeftAt(product: UsableProduct, at: Date, taken: readonly TakenUse[]): number | null {
  const { useLimit, remainingUses } = product
  if (isInCurrentPeriod(product, at)) return remainingUses
  return useLimit === null ? null : useLimit - taken.filter(isInPeriodOf(product, at)).length
}

const dayMs = 24 * 60 * 60_000

/** Whether a use is in the period of a product that contains a time. A one-time product has a single period. */
function isInPeriodOf(product: UsableProduct, at: Date): (use: Pick<Use, 'usedAt'>) => boolean {
  const { type, billingMonths, startsAt, endsAt } = product
  if (type !== 'subscribe' || endsAt === null) return () => true
  if (isInCurrentPeriod(product, at)) return ({ usedAt }) => isInCurrentPeriod(product, usedAt)
  const { start, end } = periodOf(anchorOf(product, at), billingMonths ?? 1, at)
  return ({ usedAt }) => (start <= usedAt || start <= startsAt) && usedAt < end
}

/**
 * Whether a use belongs to the period that a renewal paid, or to a later one. The time of the visit decides, and not the time of the
 * payment: a visit before a late payment uses the paid period, and a visit that arrives after it may belong to the period before.
 */
export function isUseOfRenewal(
  product: Pick<UsableProduct, 'billingMonths' | 'startsAt' | 'anchorAt' | 'periodStartsAt'>,
  { renewalDueAt, paidAt }: { renewalDueAt: Date | null; paidAt: Date | null },
): (use: Pick<Use, 'usedAt'>) => boolean {
  const at = new Date(Math.max(renewalDueAt?.getTime() ?? 0, paidAt?.getTime() ?? 0))
  const { periodStartsAt } = product
  if (periodStartsAt !== null && periodStartsAt <= at) return ({ usedAt }) => usedAt >= periodStartsAt
  const anchor = anchorOf(product, at)
  const { start } = periodOf(anchor, product.billingMonths ?? 1, at)
  // A period that began with a late payment also includes visits shortly before it.
  const from = start.getTime() === product.anchorAt?.getTime() ? before(start) : start
  return ({ usedAt }) => usedAt >= from
}

/** Time since which the uses of a product decide whether a visit at a time can use it; null if no uses decide. */
export function usesNeededSince(product: UsableProduct, at: Date): Date | null {
  const { type, billingMonths, startsAt, endsAt, carLimit, carId, useLimit, usesPerDay } = product
  const isOfPast = !isInCurrentPeriod(product, at)
  if ((carLimit !== null && (carId === null || carLimit > 1)) || (isOfPast && useLimit !== null))
    return before(
      type === 'subscribe' && endsAt !== null
        ? earlier(product.periodStartsAt, periodOf(anchorOf(product, at), billingMonths ?? 1, at).start)
        : startsAt,
    )
  return usesPerDay === null ? null : new Date(seoulDayNumber(at) * dayMs - seoulOffsetMs)
}

const earlier = (a: Date | null, b: Date): Date => (a !== null && a < b ? a : b)

/** The start of the first period for visits: visits shortly before a product's start belong to its first period. */
const before = (start: Date): Date => new Date(start.getTime() - graceMs)

/**
 * First the product that ends soonest; then the one that costs the member least: subscriptions before one-time
 * products, unlimited before limited ones.
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

/**
 * Deducts one use of the current period. A subscription without uses left waits for its next period; a one-time product
 * is complete.
 */
export function takeUse(product: UsableProduct, { usedAt }: Pick<Use, 'usedAt'>): ProductChange {
  const { type, state, remainingUses } = product
  if (remainingUses === null || !isInCurrentPeriod(product, usedAt)) return { state, remainingUses }
  const left = remainingUses - 1
  return { state: type === 'onetime' && left === 0 ? 'Complete' : state, remainingUses: left }
}

/**
 * Returns one use, if it was in the current period. A product that was complete only because it was used up becomes
 * available again.
 */
export function returnUse(product: UsableProduct, { usedAt }: Pick<Use, 'usedAt'>, now: Date): ProductChange {
  const { type, state, remainingUses, useLimit, endsAt } = product
  if (remainingUses === null || !isInCurrentPeriod(product, usedAt)) return { state, remainingUses }
  const left = Math.min(remainingUses + 1, useLimit ?? Infinity)
  const wasUsedUp = type === 'onetime' && state === 'Complete' && remainingUses === 0
  return { state: wasUsedUp && (endsAt === null || now < endsAt) ? 'Available' : state, remainingUses: left }
}

/** The time from which the periods around a given time are counted. */
const anchorOf = ({ startsAt, anchorAt }: Pick<UsableProduct, 'startsAt' | 'anchorAt'>, at: Date): Date =>
  anchorAt !== null && anchorAt <= at ? anchorAt : startsAt

function isInCurrentPeriod(product: UsableProduct, at: Date): boolean {
  const { type, billingMonths, startsAt, anchorAt, periodStartsAt, endsAt } = product
  if (type !== 'subscribe' || endsAt === null) return true
  const start = periodStartsAt ?? startOfPeriod(anchorAt ?? startsAt, billingMonths ?? 1, endsAt)
  // The first period also includes visits before its start, and a period that began with a late payment those shortly
  // before it.
  return at >= start || start <= startsAt || (start.getTime() === anchorAt?.getTime() && isShortlyBefore(at, start))
}
