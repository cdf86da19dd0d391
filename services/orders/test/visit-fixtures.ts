import { randomUUID } from 'node:crypto'
import { type Bus, visitSubject } from '@kingcar/bus'
import type { EventOf, RecordedVisit, UserProductState } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll } from 'vitest'
import type { Orders } from './orders-service.ts'

export const storeId = randomUUID()

/** A visit at the present time, as recognition publishes it. */
export function visitOf(memberId: string | null, fields: Partial<RecordedVisit> = {}): RecordedVisit {
  const at = new Date().toISOString()
  const visit: RecordedVisit = {
    id: randomUUID(),
    storeId,
    storeName: '킹카 강남점',
    deviceId: null,
    carNumber: '12가3456',
    memberId,
    name: memberId ? '홍길동' : '방문객',
    visitCount: 1,
    recognizedAt: at,
    latestReadAt: at,
    receivedAt: at,
    reads: 1,
    late: false,
    productUsed: null,
    mergedInto: null,
    revision: 1,
  }
  return Object.assign(visit, fields)
}

export const later = (visit: RecordedVisit, fields: Partial<RecordedVisit> = {}): RecordedVisit =>
  Object.assign({}, visit, { revision: visit.revision + 1 }, fields)

export type Visits = {
  /** Publishes visits to VISITS, in this order. */
  record(...visits: RecordedVisit[]): Promise<void>
  /** Publishes visits and waits until the service has consumed them. */
  recordAndWait(...visits: RecordedVisit[]): Promise<void>
}

/** Publishes to VISITS as recognition does, in all tests of a file whose service is started before them. */
export function visitsBeforeAll(orders: Orders): Visits {
  const visits = {} as Visits
  beforeAll(async () => void Object.assign(visits, await visitsOf(orders)))
  return visits
}

/** Publishes to VISITS as recognition does. */
export async function visitsOf({ backend }: Orders): Promise<Visits> {
  const bus: Bus = await backend.bus('recognition')
  const record: Visits['record'] = async (...visits) => {
    await bus.append(visits.map((visit) => ({ subject: visitSubject, id: randomUUID(), data: JSON.stringify(visit) })))
  }
  return {
    record,
    async recordAndWait(...visits) {
      await record(...visits)
      await waitFor(async () => {
        if ((await backend.backlog('orders-visits')) > 0) throw new Error('not consumed yet')
      })
    },
  }
}

type Stored = {
  type: 'subscribe' | 'onetime'
  state: UserProductState
  useLimit: number | null
  carLimit: number | null
  carId: string | null
  usesPerDay: number | null
  usesPerStay: number
  remainingUses: number | null
  startsAt: Date
  endsAt: Date | null
}

const day = 24 * 3_600_000

/** Inserts a product bought yesterday; by default a subscription with four uses. */
export async function addUserProduct(
  { backend, clock }: Orders,
  memberId: string,
  fields: Partial<Stored> = {},
): Promise<string> {
  const id = randomUUID()
  const bought = new Date(clock.now().getTime() - day)
  const usual: Stored = {
    type: 'subscribe',
    state: 'Available',
    useLimit: 4,
    carLimit: null,
    carId: null,
    usesPerDay: null,
    usesPerStay: 1,
    remainingUses: fields.useLimit === undefined ? 4 : fields.useLimit,
    startsAt: bought,
    endsAt: fields.type === 'onetime' ? null : new Date(bought.getTime() + 30 * day),
  }
  const { type, state, useLimit, remainingUses, startsAt, endsAt, ...limits } = Object.assign(usual, fields)
  await backend.sql`
    insert into orders.user_products (
      id, member_id, product_id, product_name, type, price, billing_months, use_limit, store_ids, state, remaining_uses,
      starts_at, ends_at, created_at, car_limit, car_id, uses_per_day, uses_per_stay
    ) values (
      ${id}, ${memberId}, ${randomUUID()}, '월 4회 세차 구독', ${type}, 29900, ${type === 'subscribe' ? 1 : null},
      ${useLimit}, '[]', ${state}, ${remainingUses}, ${startsAt}, ${endsAt}, ${bought},
      ${limits.carLimit}, ${limits.carId}, ${limits.usesPerDay}, ${limits.usesPerStay}
    )`
  return id
}

/** A product's state, remaining uses and version. */
export async function productOf({ backend }: Orders, id: string) {
  const [row] = await backend.sql<{ state: string; remaining: number | null; version: number }[]>`
    select state, remaining_uses as remaining, version from orders.user_products where id = ${id}`
  return row
}

/** The uses of a visit, in order. */
export const usesOf = ({ backend }: Orders, visitId: string) => backend.sql<
  { id: string; product: string; member: string; reason: string | null; carNumber: string }[]
>`
  select id, user_product_id as product, member_id as member, reverse_reason as reason, car_number as "carNumber"
  from orders.use_logs where visit_id = ${visitId} order by id`

/** The emitted events of a visit. */
export const visitUsedEvents = ({ events }: Orders, visitId: string) =>
  events
    .filter(({ name, payload }) => name === 'orders.visitUsed' && payload.visitId === visitId)
    .map(({ payload }) => payload)

type Decision = EventOf<'orders.useDecided'>['decisions'][number]

/** The emitted decisions of a visit, in order. */
export const decisionsOf = ({ events }: Orders, visitId: string): Decision[] =>
  events
    .flatMap(({ name, payload }) => (name === 'orders.useDecided' ? (payload.decisions as Decision[]) : []))
    .filter((decision) => decision.visitId === visitId)

/** The last emitted decision of a visit. */
export const decisionOf = (orders: Orders, visitId: string): Decision | undefined => decisionsOf(orders, visitId).at(-1)
