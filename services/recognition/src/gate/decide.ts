import { decisionSubject } from '@kingcar/bus'
import {
  type GateDecision,
  type GateMode,
  type GateReason,
  maskName,
  type PlateListKind,
  type UseDecision,
} from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { isListed } from '../plate/listed.ts'
import { ms, type Outcome } from '../read/queries.ts'
import type { JudgedRead } from '../read/read.ts'
import { lockPlates } from '../visit/queries.ts'
import { decideGate, type GateAnswer } from './rules.ts'

/*
 * Gates. A recognizer with `gateOutput` receives a decision about each car that it reads, on a subject of its own. The
 * transaction that stores the read decides, under the lock of the plate, and writes the car to `gate_reads`. A visit of
 * a member waits there until `orders.useDecided` arrives, whose transaction holds the same lock: so each sees the rows
 * of the other. For ten minutes, or until the car leaves, a change that affects the decision decides again: a purchase,
 * a correction, a list.
 *
 * A decision is a core NATS message, not stored: it is of no use after `expiresAt`. After a crash the read or the event
 * is redelivered, and the same version is sent again. A read of the car after `expiresAt` gets a new decision.
 *
 * Partners get an event about the same decision once in five minutes, and a limited number of events of a device: a car
 * that stays in view, or a stolen credential that invents cars, would otherwise fill EVENTS.
 */

/** Milliseconds for which a decision may be acted upon: a driver waits no longer, and another car may be there. */
const validMs = 20_000
/** Milliseconds. An older read shows a car that may have gone, or comes from a camera whose clock is wrong. */
const maxReadAgeMs = 60_000
/**
 * Milliseconds after the last read at a gate in which the gate is decided again; the orders service allows the same
 * time for a purchase.
 */
const atGateMs = 10 * 60_000
/** In milliseconds. Partners get the same decision about a car at most once in each interval of this length. */
const partnersEveryMs = 5 * 60_000
/** Milliseconds between two updates of the time at which the same car was read last. */
const noteEveryMs = 5_000

/**
 * `readAt`: arrival of the read that is decided, Unix ms; null for a decision that changes an earlier one or repeats
 * it.
 */
export type AddressedDecision = {
  readAt: number | null
  storeId: string
  deviceId: string
  memberId: string | null
  message: GateDecision
}

/** A car at a gate, with all data for the decision. Times are Unix milliseconds. */
export type Car = {
  visitId: string
  deviceId: string
  readAt: number
  /** The read was delivered before. */
  again: boolean
  storeId: string
  carNumber: string
  memberId: string | null
  memberName: string | null
  useDecision: UseDecision | null
  productName: string | null
  remainingUses: number | null
  /** The recognizer has a display. */
  showsMember: boolean
  doubtful: boolean
  mode: GateMode
  lists: PlateListKind[]
  /** The last decision; null without one. */
  open: boolean | null
  reason: GateReason | null
  version: number
  expiresAt: number | null
  notedAt: number | null
}

/** A read of a recognizer with a gate, with its messages. */
type DeliveredRead = JudgedRead & { messages: readonly { redelivered: number }[] }

/** Sends decisions to their recognizers, without waiting; one that is not connected misses it. */
export function sendDecisions(
  { bus, metrics }: Pick<Ctx, 'bus' | 'metrics'>,
  decisions: readonly AddressedDecision[],
): void {
  for (const { storeId, deviceId, readAt, message } of decisions) {
    bus.send(decisionSubject(storeId, deviceId), message)
    metrics.gateDecisions.inc({ reason: message.reason, open: String(message.open) })
    if (readAt !== null) metrics.gateDelay.observe(Math.max(0, Date.now() - readAt) / 1_000)
  }
}

/**
 * Prepares the decisions about reads: `decide` runs in the transaction that stores them, and `decided` returns the result of its
 * last run. Without a gate among the devices `decide` is undefined.
 */
export function decideForReads(
  { devices, takeEvent }: Pick<Ctx, 'devices' | 'takeEvent'>,
  reads: readonly DeliveredRead[],
) {
  let decided: AddressedDecision[] = []
  const oldest = Date.now() - maxReadAgeMs
  const isDue = ({ read, rejected }: DeliveredRead) =>
    rejected === null &&
    read.recognizedAt > oldest &&
    read.receivedAt > oldest &&
    devices.find(read.deviceId)?.gateOutput === true
  if (!reads.some(isDue)) return { decided: () => decided }
  let isFirst = true
  async function decide(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
    const isRepeated = !isFirst // the COMMIT of an earlier attempt may have succeeded although its response was lost
    isFirst = false
    const due = reads.flatMap((each, at) => {
      const again = isRepeated || each.messages.some(({ redelivered }) => redelivered > 0)
      const isNew = outcomes[at] === 'stored' || (outcomes[at] === 'known' && again) // a device may also send a read again much later
      const { deviceId, readId, recognizedAt, receivedAt } = each.read
      return isNew && isDue(each) ? [{ deviceId, readId, recognizedAt, receivedAt, again }] : []
    })
    decided =
      due.length > 0 ? await decideCars(tx, await carsOf(tx, carsOfReads(due)), { takeEvent, isRead: true }) : []
  }
  return { decide, decided: () => decided }
}

/** Further inputs of `decideAgain`. */
type Occasion = {
  /** Whether the event that caused the decision was processed before: then the same decisions are sent again. */
  isRepeated?: () => Promise<boolean>
  /** The remaining uses of the product of a visit, if the visit does not have them yet; undefined if it does. */
  remainingUses?: (car: Car) => number | null | undefined
}

/** Decides again about the cars of these visits that are at a gate, under the locks of their plates. */
export async function decideAgain(
  tx: Tx,
  { devices, takeEvent }: Pick<Ctx, 'devices' | 'takeEvent'>,
  visitIds: readonly string[],
  { isRepeated, ...occasion }: Occasion = {},
): Promise<AddressedDecision[]> {
  const atGate = carsAtGates(sql`k.visit_id = any(${makePgArray([...visitIds])}::uuid[])`)
  const plates = await tx.execute<{ carNumber: string }>(sql`
    select v.car_number as "carNumber" from (${atGate}) c join visits v on v.id = c.current_id`)
  if (plates.length === 0) return []
  await lockPlates(
    tx,
    plates.map(({ carNumber }) => carNumber),
  )
  const again = (await isRepeated?.()) ?? false
  const cars = (await carsOf(tx, atGate)).filter(({ deviceId, storeId }) => {
    const device = devices.find(deviceId)
    return device?.gateOutput && device.storeId === storeId
  })
  return decideCars(
    tx,
    cars.map((car) => ({ ...car, again })),
    { ...occasion, takeEvent },
  )
}

/**
 * Call it when a plate was added to a list or removed, at one store or (null) at all stores. Emits the plate's visits that are at a
 * gate: the consumer of `recognition.visitsChanged` decides about them again, even if this process crashes.
 */
export async function emitListedAtGates(tx: Tx, carNumber: string, storeId: string | null): Promise<void> {
  await lockPlates(tx, [carNumber]) // a read that is being stored either sees the list, or is found here
  const ofPlate = sql`v.car_number = ${carNumber} and (${storeId}::uuid is null or v.store_id = ${storeId})`
  const cars = await tx.execute<{ visitId: string }>(sql`
    select distinct visit_id as "visitId" from (${carsAtGates(ofPlate)}) c`)
  const visitIds = cars.map(({ visitId }) => visitId)
  if (visitIds.length > 0) await emit(tx, 'recognition.visitsChanged', { visitIds })
}

type DueRead = { deviceId: string; readId: string; recognizedAt: number; receivedAt: number; again: boolean }

/** The visits of reads that this transaction, or an earlier one, has stored. */
const carsOfReads = (due: readonly DueRead[]) => sql`
  select distinct on (v.id, s."deviceId") v.id as visit_id, v.id as current_id, s."deviceId" as device_id,
    to_timestamp(s."receivedAt" / 1000) as read_at, s.again
  from json_to_recordset(${JSON.stringify(due)}::text::json) as s (
    "deviceId" uuid, "readId" uuid, "recognizedAt" double precision, "receivedAt" double precision, again boolean
  )
  join reads r on r.device_id = s."deviceId" and r.read_id = s."readId"
    and r.recognized_at = to_timestamp(s."recognizedAt" / 1000)::timestamptz(3)
  cross join lateral (
    select id from visits u
    where u.store_id = r.store_id and u.car_number = r.car_number and u.merged_into is null
      and u.first_read_at <= r.recognized_at and u.last_read_at >= r.recognized_at
    order by u.first_read_at desc limit 1
  ) v
  order by v.id, s."deviceId", s.again, s."receivedAt" desc`

/**
 * Visits that a gate has read in the last minutes and that have not left. A merged visit is represented by the visit
 * into which it was merged.
 */
const carsAtGates = (which: SQL) => sql`
  select k.visit_id, v.id as current_id, k.device_id, k.read_at, false as again
  from gate_reads k join visits o on o.id = k.visit_id join visits v on v.id = coalesce(o.merged_into, o.id)
  where ${which} and k.read_at > to_timestamp(${Date.now() - atGateMs}::double precision / 1000)
    and (v.left_at is null or v.left_at < k.read_at)`

/**
 * First version of a row. A visit can last longer than its row here, which is deleted an hour after the last read. The
 * versions of an older visit therefore start from the current time, which is larger than all versions counted before.
 */
const firstVersion = sql`case when uuid_extract_timestamp(c.visit_id) > now() - interval '30 minutes'
  then 0 else extract(epoch from now())::integer end`

const carsOf = (tx: Tx, cars: SQL): Promise<Car[]> =>
  tx.execute<Car>(sql`
    select c.visit_id as "visitId", c.device_id as "deviceId", ${ms('read_at', 'c')} as "readAt", c.again, v.store_id as "storeId",
      v.car_number as "carNumber", v.member_id as "memberId", v.member_name as "memberName", v.use_decision as "useDecision",
      v.judged_product_name as "productName", v.remaining_uses as "remainingUses", v.doubtful_reads = v.reads as doubtful,
      d.gate_shows_member as "showsMember",
      coalesce(g.mode, 'automatic') as mode,
      (
        select coalesce(json_agg(l.kind order by l.store_id nulls last), '[]') from listed_plates l
        where ${isListed(sql`v.car_number`, sql`v.store_id`)}
      ) as lists,
      k.open, k.reason, coalesce(k.version, ${firstVersion}) as version, ${ms('expires_at', 'k')} as "expiresAt",
      ${ms('read_at', 'k')} as "notedAt"
    from (${cars}) c join visits v on v.id = c.current_id join devices d on d.id = c.device_id left join gates g on g.store_id = v.store_id
    left join gate_reads k on k.visit_id = c.visit_id and k.device_id = c.device_id`)

/** Decides about cars, stores it, and returns what is to be sent after the commit. */
async function decideCars(
  tx: Tx,
  cars: readonly Car[],
  {
    takeEvent,
    isRead = false,
    remainingUses,
  }: Omit<Occasion, 'isRepeated'> & Pick<Ctx, 'takeEvent'> & { isRead?: boolean },
): Promise<AddressedDecision[]> {
  const now = Date.now()
  const decided = cars.map((each) => {
    const left = remainingUses?.(each)
    const car = left === undefined ? each : { ...each, remainingUses: left }
    const answer = decideGate({ ...car, isMember: car.memberName !== null, hasProduct: car.productName !== null })
    const isKnown = answer !== null && answer.open === car.open && answer.reason === car.reason
    const isValid = car.expiresAt !== null && car.expiresAt > now
    const isNew = answer !== null && (!isKnown || (isRead && !isValid))
    const isTold = isKnown && timeOf(now) === timeOf((car.expiresAt ?? 0) - validMs)
    return { car, answer, isNew, isTold, isRepeated: isKnown && isValid && car.again }
  })
  const isNoted = ({ readAt, notedAt }: Car) => notedAt !== null && readAt - notedAt < noteEveryMs
  const written = decided.filter(({ car, isNew }) => isNew || (isRead && !isNoted(car)))
  const expiresAt = now + validMs
  if (written.length > 0)
    await tx.execute(sql`
      insert into gate_reads as k (visit_id, device_id, read_at, open, reason, version, expires_at)
      select "visitId", "deviceId", to_timestamp("readAt" / 1000), open, reason, version, to_timestamp("expiresAt" / 1000)
      from json_to_recordset(${JSON.stringify(written.map((each) => rowOf(each, expiresAt)))}::text::json) as d (
        "visitId" uuid, "deviceId" uuid, "readAt" double precision, open boolean, reason text,
        version integer, "expiresAt" double precision
      )
      order by 1, 2
      on conflict (visit_id, device_id) do update
      set read_at = greatest(k.read_at, excluded.read_at), open = excluded.open,
        reason = excluded.reason, version = greatest(k.version, excluded.version), expires_at = excluded.expires_at`)
  const due = decided.flatMap(({ car, answer, isNew, isTold, isRepeated }) => {
    if (answer === null || !(isNew || isRepeated)) return []
    const version = isNew ? car.version + 1 : car.version
    const until = isNew ? expiresAt : (car.expiresAt ?? 0)
    const { visitId, storeId, deviceId, memberId } = car
    const readAt = isNew && (isRead || car.open === null) ? car.readAt : null
    const isForPartners = isNew && !isTold && takeEvent('gateDecision', deviceId, `${visitId} ${version}`, now) // the event of a repeated decision was emitted with its row
    return [{ isForPartners, readAt, storeId, deviceId, memberId, message: messageOf(car, answer, version, until) }]
  })
  await emitDecisions(
    tx,
    due.filter(({ isForPartners }) => isForPartners),
    now,
  )
  return due
}

const timeOf = (at: number) => Math.floor(at / partnersEveryMs)

/** Emits decisions for partners. */
async function emitDecisions(tx: Tx, decided: readonly AddressedDecision[], now: number): Promise<void> {
  if (decided.length === 0) return
  const decidedAt = new Date(now).toISOString()
  const decisions = decided.map(({ storeId, deviceId, memberId, message }) => ({
    ...{ storeId, deviceId, memberId, decidedAt },
    ...message,
  }))
  await emit(tx, 'recognition.gatesDecided', { decisions })
}

type Decided = { car: Car; answer: GateAnswer | null; isNew: boolean }

/** The row of a car; that of a car that waits, or whose decision is known, stays as it is. */
function rowOf({ car, answer, isNew }: Decided, expiresAt: number) {
  const { visitId, deviceId, readAt, open, reason, version } = car
  const at = { visitId, deviceId, readAt }
  if (isNew) return { ...at, ...answer, version: version + 1, expiresAt }
  return { ...at, open, reason, version, expiresAt: car.expiresAt }
}

/**
 * The message to a recognizer. Only one with a display gets the member's name, and masked: with a stolen credential a
 * client could ask about any plate.
 */
function messageOf(car: Car, { open, reason }: GateAnswer, version: number, expiresAt: number): GateDecision {
  const { visitId, carNumber, memberName, productName, remainingUses } = car
  const shown = car.showsMember ? memberName : null
  const hasProduct = shown !== null && productName !== null
  return {
    ...{ visitId, carNumber, open, reason, version, expiresAt: new Date(expiresAt).toISOString() },
    ...(shown !== null && { memberName: maskName(shown) }),
    ...(hasProduct && { productName }),
    ...(hasProduct && car.useDecision === 'used' && { remainingUses }),
  }
}
