import { issueKey, keyOf, payAgain } from './cards.ts'
import type { StoredSchedule } from './ledger.ts'
import { type Page, pageOf } from './payment-lookups.ts'
import { assertPayable, buyerOf } from './payments.ts'
import type { Payment, Schedule } from './portone-objects.ts'
import { malformed, Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, listOf, numberOf, required, textOf, textsOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

const past = '예약시각은 현재 시각 이후여야 합니다. (schedule_at)'

function futureOf(world: SimulatorState, fields: Fields): number {
  required(fields, 'schedule_at')
  const at = numberOf(fields, 'schedule_at') ?? 0
  if (at <= world.now()) throw malformed(past)
  return at
}

/** Takes payments that the provider makes by itself when their time has come: all of them or none. @throws Refusal */
export function schedule(world: SimulatorState, fields: Fields): Schedule[] {
  const uid = required(fields, 'customer_uid')
  const wanted = listOf(fields, 'schedules')
  if (wanted.length === 0) throw new Refusal('필수파라미터가 누락되었습니다. (schedules)')
  if (!world.ledger.cards.has(uid) && textOf(fields, 'card_number') === null)
    throw new Refusal('등록되지 않은 구매자입니다.')
  const kept = wanted.map((each): StoredSchedule => {
    const merchantUid = required(each, 'merchant_uid')
    if (world.ledger.schedules.has(merchantUid)) throw new Refusal(`이미 예약된 merchant_uid입니다. (${merchantUid})`)
    const amount = amountOf(each)
    assertPayable(world, merchantUid, amount)
    return {
      schedule: {
        customer_uid: uid,
        merchant_uid: merchantUid,
        imp_uid: null,
        customer_id: textOf(fields, 'customer_id'),
        schedule_at: futureOf(world, each),
        executed_at: 0,
        revoked_at: 0,
        amount,
        currency: textOf(each, 'currency') ?? 'KRW',
        name: required(each, 'name'),
        ...buyerOf(each),
        custom_data: textOf(each, 'custom_data'),
        schedule_status: 'scheduled',
        payment_status: null,
        fail_reason: null,
      },
      notices: textsOf(each, 'notice_url'),
    }
  })
  if (!world.ledger.cards.has(uid)) issueKey(world, uid, fields)
  return kept.map((value) => store(world, value, {}))
}

function store(world: SimulatorState, { schedule, notices }: StoredSchedule, changes: Partial<Schedule>): Schedule {
  const changed: Schedule = Object.assign({}, schedule, changes)
  world.ledger.put({ kind: 'schedule', value: { schedule: changed, notices } })
  return changed
}

export function unschedule(world: SimulatorState, fields: Fields): Schedule[] {
  const uid = textOf(fields, 'customer_uid')
  const numbers = textsOf(fields, 'merchant_uid')
  if (uid === null && numbers.length === 0) throw new Refusal('customer_uid, merchant_uid 중 하나는 필수입니다.')
  const asked = [...world.ledger.schedules.values()].filter(
    ({ schedule }) =>
      schedule.schedule_status === 'scheduled' &&
      (uid === null || schedule.customer_uid === uid) &&
      (numbers.length === 0 || numbers.includes(schedule.merchant_uid)),
  )
  if (asked.length === 0) throw new Refusal('취소할 예약결제 기록이 존재하지 않습니다.')
  return asked.map((kept) => store(world, kept, { schedule_status: 'revoked', revoked_at: world.now() }))
}

function scheduleOf(world: SimulatorState, merchantUid: string): StoredSchedule {
  const kept = world.ledger.schedules.get(merchantUid)
  if (!kept) throw unknown('존재하지 않는 결제예약입니다.')
  return kept
}

export const getSchedule = (world: SimulatorState, merchantUid: string): Schedule =>
  scheduleOf(world, merchantUid).schedule

/** Those of a time, by when they are due: of one customer, or of all. @throws Refusal */
export function getSchedules(world: SimulatorState, query: Fields, uid?: string): Page<Schedule> {
  if (uid !== undefined) keyOf(world, uid)
  const [from, to] = ['from', 'to'].map((name) => numberOf(query, name) ?? numberOf(query, `schedule_${name}`))
  if (from == null || to == null) throw malformed('조회기간은 필수입니다. (from, to)')
  const status = textOf(query, 'schedule-status') ?? textOf(query, 'schedule_status')
  const asked = [...world.ledger.schedules.values()]
    .map(({ schedule }) => schedule)
    .filter((one) => from <= one.schedule_at && one.schedule_at < to)
    .filter((one) => (uid === undefined || one.customer_uid === uid) && (!status || one.schedule_status === status))
    .toSorted((one, other) => other.schedule_at - one.schedule_at)
  return pageOf(asked, query)
}

/** Another time for one that has not come. @throws Refusal */
export function changeSchedule(world: SimulatorState, merchantUid: string, fields: Fields): Schedule {
  const kept = scheduleOf(world, merchantUid)
  if (kept.schedule.schedule_status !== 'scheduled') throw malformed('이미 실행되었거나 취소된 결제예약입니다.')
  return store(world, kept, { schedule_at: futureOf(world, fields) })
}

/** One that failed or was taken back. @throws Refusal */
function getFinished(world: SimulatorState, merchantUid: string): StoredSchedule {
  const kept = scheduleOf(world, merchantUid)
  const { schedule_status, payment_status } = kept.schedule
  if (schedule_status === 'scheduled' || payment_status === 'paid')
    throw malformed('아직 실행되지 않았거나 이미 승인된 결제예약입니다.')
  return kept
}

export function reschedule(world: SimulatorState, merchantUid: string, fields: Fields): Schedule {
  const again = { schedule_status: 'scheduled', schedule_at: futureOf(world, fields), payment_status: null } as const
  return store(world, getFinished(world, merchantUid), Object.assign({ fail_reason: null, revoked_at: 0 }, again))
}

/** Tries once more, now. @throws Refusal */
export function retry(world: SimulatorState, merchantUid: string): Payment {
  const { imp_uid } = execute(world, getFinished(world, merchantUid))
  const payment = world.ledger.payments.get(imp_uid ?? '')?.payment
  if (!payment) throw unknown('존재하지 않는 빌링키입니다.')
  return payment
}

/** Does what is due. Told by webhook however it ends: nobody waits for an answer. */
export function runSchedules(world: SimulatorState): Schedule[] {
  const due = [...world.ledger.schedules.values()].filter(
    ({ schedule }) => schedule.schedule_status === 'scheduled' && schedule.schedule_at <= world.now(),
  )
  return due.map((kept) => execute(world, kept))
}

function execute(world: SimulatorState, kept: StoredSchedule): Schedule {
  const executed = { schedule_status: 'executed', executed_at: world.now() } as const
  try {
    const fields = Object.assign({}, kept.schedule, { notice_url: kept.notices })
    const payment = payAgain(world, fields, 'payment.scheduled')
    if (payment.status === 'failed') world.webhooks.send(payment, kept.notices)
    const { imp_uid, status: payment_status, fail_reason } = payment
    return store(world, kept, Object.assign({ imp_uid, payment_status, fail_reason }, executed))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return store(
      world,
      kept,
      Object.assign({ imp_uid: null, payment_status: 'failed', fail_reason: error.message } as const, executed),
    )
  }
}
