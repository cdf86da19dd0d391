import { monthsAfter, periodAt } from '@kingcar/contract'
import { type DemoProduct, type DemoStore, demoProducts, demoStores } from './catalog.ts'
import { demoId, numberedDemoId } from './ids.ts'
import { createPlates, type DemoPerson, demoPeople, inventPeople } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { type Customer, type DemoCard, type DemoOrder, type DemoUserProduct, type Holding, Sales } from './sales.ts'

/*
 * 90 days of made-up history, the same for every start on the same day: everything is computed from fixed seeds and
 * from midnight in Seoul, and events after the start are omitted. Each service computes the whole history and stores
 * its own part, so the parts agree.
 */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Days before the day of the start. */
export const historyDays = 90
/**
 * Number of members in addition to those of the demo without a history; and how many days before the history the first
 * of them joined.
 */
const inventedMembers = 100
const joinedBefore = 30
/** Plates of guests; some come often. */
const guestPlates = 2_600

/** A visit with its use of a product. Times are Unix milliseconds. */
export type DemoVisit = {
  id: string
  store: DemoStore
  carNumber: string
  deviceId: string
  firstReadAt: number
  lastReadAt: number
  receivedAt: number
  reads: number
  late: boolean
  member: DemoPerson | null
  /** Null for a guest's visit. */
  use: DemoVisitUse | null
}
export type DemoVisitUse = {
  decision: 'used' | 'usedUp' | 'noProduct'
  /** The product that was used, or was used up. */
  userProductId: string | null
  product: DemoProduct | null
  /** Uses that are left after it. */
  remainingUses: number | null
}

export type DemoHistory = {
  /** All members, and when they joined. */
  members: { person: DemoPerson; joinedAt: number }[]
  cards: (DemoCard & { memberId: string })[]
  orders: DemoOrder[]
  userProducts: DemoUserProduct[]
  visits: DemoVisit[]
}

/** The history up to a time, which is that of the first start. */
export function demoHistory(until: Date): DemoHistory {
  const end = until.getTime()
  const begin = periodAt(end, 'day').start - historyDays * day
  const plates = createRandom(1)
  const plate = createPlates(plates)
  const people = inventPeople(inventedMembers, createRandom(2), plate)
  const guests = Array.from({ length: guestPlates }, plate)
  const sales = sell(begin, end, people)
  const visits = [...visitsOfGuests(begin, guests), ...sales.customers.flatMap((each) => visitsOf(each, begin, end))]
  return {
    members: sales.customers.map(({ person, joinedAt }) => ({ person, joinedAt })),
    cards: sales.customers.flatMap(({ person, card }) => (card ? [{ ...card, memberId: person.id }] : [])),
    orders: sales.orders,
    userProducts: sales.customers.flatMap(({ holdings }) => holdings.map(({ row }) => row)),
    visits: visits
      .filter(({ receivedAt }) => receivedAt <= end)
      .sort((one, other) => one.firstReadAt - other.firstReadAt || (one.carNumber < other.carNumber ? -1 : 1))
      .map((visit, index) => ({ ...visit, id: numberedDemoId('visit', index + 1) })),
  }
}

/** A time of a day in opening hours. */
const timeOn = (random: Random) => random.between(9 * hour, 21 * hour)

function sell(begin: number, end: number, people: readonly DemoPerson[]): Sales {
  const sales = new Sales(end)
  const joined = (person: DemoPerson, at: number, pays: boolean | null) =>
    sales.addCustomer(person, Math.min(at, end), pays)
  for (const [index, person] of demoPeople.entries()) joined(person, begin - (joinedBefore + index) * day, null)
  for (const [index, person] of people.entries()) {
    const random = createRandom(1_000 + index)
    const isDeclined = index < 2 // so that two renewals are unpaid at the end
    const joinedAt = isDeclined
      ? monthsAfter(new Date(begin + (historyDays - 1 - index) * day + 11 * hour), -1).getTime()
      : begin +
        (Math.floor((index / people.length) * (historyDays + joinedBefore)) - joinedBefore) * day +
        timeOn(random)
    if (joinedAt > end) continue
    const plan = isDeclined ? 0 : random.weighted([55, 27, 18])
    const customer = joined(person, joinedAt, plan === 2 ? null : !isDeclined)
    const product = [demoProducts.unlimited, demoProducts.fourTimes][plan]
    if (product)
      sales.subscribe(customer, product, joinedAt + (isDeclined ? 0 : random.between(5, 3 * 24 * 60) * minute), random)
  }
  sellOnce(sales, begin)
  return sales
}

/** Sells products with a number of uses, one or two a day; some orders are not paid. */
function sellOnce(sales: Sales, begin: number): void {
  for (let at = 0; at <= historyDays; at++) {
    const random = createRandom(5_000 + at)
    for (let n = random.between(0, 3); n > 0; n--) {
      const time = begin + at * day + timeOn(random)
      const known = sales.customers.filter(({ joinedAt }) => joinedAt < time)
      const customer = random.pick(known)
      const product = random.chance(0.7) ? demoProducts.handWash : demoProducts.interior
      if (random.chance(0.08)) sales.orderOnly(customer, product, time)
      else sales.buyOnce(customer, product, time, random)
    }
  }
}

const usualVisitsOfGuests = [62, 48, 40]
/** Sunday to Saturday. */
const weekdayFactors = [1.3, 0.8, 0.85, 0.9, 0.95, 1.1, 1.45]
/** From 8 to 21 o'clock, on weekdays and at weekends. */
const hourWeights = {
  weekday: [6, 5, 5, 6, 8, 7, 6, 6, 7, 9, 12, 12, 8, 4],
  weekend: [4, 7, 10, 12, 11, 11, 11, 10, 9, 8, 6, 5, 3, 2],
}

/** The number of cars on a day, as a factor: the weather, the weekday, and slow growth. */
function demandOn(begin: number, at: number): number {
  const isRainy = createRandom(9_000 + at).chance(0.15)
  return (weekdayFactors[weekdayOf(begin + at * day)] ?? 1) * (isRainy ? 0.45 : 1) * (0.85 + (0.3 * at) / historyDays)
}

const weekdayOf = (midnight: number) => new Date(midnight + 9 * hour).getUTCDay()

function arrivalOn(midnight: number, random: Random): number {
  const weekday = weekdayOf(midnight)
  const weights = weekday === 0 || weekday === 6 ? hourWeights.weekend : hourWeights.weekday
  return midnight + (8 + random.weighted(weights)) * hour + random.between(0, hour - 1)
}

type NewVisit = Omit<DemoVisit, 'id'>

function visitAt(store: DemoStore, carNumber: string, firstReadAt: number, random: Random): NewVisit {
  const reads = random.between(1, 4)
  const lastReadAt = firstReadAt + (reads - 1) * random.between(2, 15) * second
  const deviceId = demoId(`device ${store.id}`)
  const late = false
  return {
    store,
    carNumber,
    deviceId,
    firstReadAt,
    lastReadAt,
    receivedAt: lastReadAt,
    reads,
    late,
    member: null,
    use: null,
  }
}

function visitsOfGuests(begin: number, plates: readonly string[]): NewVisit[] {
  const visits: NewVisit[] = []
  for (let at = 0; at <= historyDays; at++) {
    const seen = new Set<string>() // a guest comes once a day
    for (const [index, store] of demoStores.entries()) {
      const random = createRandom(20_000 + at * demoStores.length + index)
      const usual = (usualVisitsOfGuests[index] ?? 40) * demandOn(begin, at)
      for (let left = Math.round(usual * (0.9 + 0.2 * random.next())); left > 0; left--) {
        const carNumber = plates[Math.floor(plates.length * random.next() ** 2)] ?? ''
        const visit = visitAt(store, carNumber, arrivalOn(begin + at * day, random), random)
        if (random.chance(0.006)) Object.assign(visit, { late: true, receivedAt: visit.lastReadAt + 2 * hour })
        if (!seen.has(carNumber)) visits.push(visit)
        seen.add(carNumber)
      }
    }
  }
  return visits
}

/** The visits of a member in the order of time, each with the product that it used. */
function visitsOf({ person, joinedAt, holdings }: Customer, begin: number, end: number): NewVisit[] {
  const random = createRandom(Number.parseInt(person.id.slice(-6), 16))
  const home = random.weighted(usualVisitsOfGuests)
  const every = holdings.some(({ row }) => row.product.type === 'subscribe')
    ? random.between(3, 6)
    : random.between(8, 16)
  const visits: NewVisit[] = []
  for (let at = 0; at <= historyDays; at++) {
    const store = demoStores[random.chance(0.85) ? home : random.between(0, demoStores.length - 1)] ?? demoStores[0]
    const car = random.pick(person.cars)
    const firstReadAt = arrivalOn(begin + at * day, random)
    const comes = random.chance(demandOn(begin, at) / every)
    if (!store || !comes || firstReadAt < joinedAt) continue
    const visit = visitAt(store, car.carNumber, firstReadAt, random)
    if (visit.receivedAt > end) break
    visits.push({ ...visit, member: person, use: usedAt(holdings, firstReadAt) })
  }
  return visits
}

/** Uses the product that a visit at this time can use, and reduces its remaining uses. */
function usedAt(holdings: readonly Holding[], at: number): DemoVisitUse {
  const now = holdings.flatMap(({ row, usable }) => {
    const found = usable.find(({ from, to }) => from <= at && at < to)
    return found ? [{ row, found }] : []
  })
  const usable = now.find(({ found }) => found.left !== 0)
  const [judged] = now
  if (!usable) {
    if (!judged) return { decision: 'noProduct', userProductId: null, product: null, remainingUses: null }
    const { id: userProductId, product } = judged.row
    return { decision: 'usedUp', userProductId, product, remainingUses: null }
  }
  const { row, found } = usable
  if (found.left !== null) found.left -= 1
  const isCurrent = holdings.some(({ usable: all }) => all.at(-1) === found)
  if (isCurrent) row.remainingUses = found.left
  if (row.product.type === 'onetime' && found.left === 0) row.state = 'Complete'
  return { decision: 'used', userProductId: row.id, product: row.product, remainingUses: found.left }
}
