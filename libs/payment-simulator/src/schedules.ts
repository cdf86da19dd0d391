import { issueKey, keyOf, payAgain } from './cards.ts'
import type { StoredSchedule } from './ledger.ts'
import { type Page, pageOf } from './payment-lookups.ts'
import { assertPayable, buyerOf } from './payments.ts'
import type { Payment, Schedule } from './portone-objects.ts'
import { malformed, Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, listOf, numberOf, required, textOf, textsOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

const past = '예약시각은 현재 시각 이후여야 합니다. (schedule_at)'

function futureOf(state: SimulatorState, fields: Fields): number {
  required(fields, 'schedule_at')
  const at = numberOf(fields, 'schedule_at') ?? 0
  if (at <= state.now()) throw malformed(past)
  return at
}

/** Schedules payments that the provider makes without a further call: all of them or none. @throws Refusal */
export function schedule(state: SimulatorState, fields: Fields): Schedule[] {
  const uid = required(fields, 'customer_uid')
  const wanted = listOf(fields, 'schedules')
  if (wanted.length === 0) throw new Refusal('필수파라미터가 누락되었습니다. (schedules)')
  if (!state.ledger.cards.has(uid) && textOf(fields, 'card_number') === null)
    throw new Refusal('등록되지 않은 구매자입니다.')
  const kept = wanted.map((each): StoredSchedule => {
    const merchantUid = required(each, 'merchant_uid')
    if (state.ledger.schedules.has(merchantUid)) throw new Refusal(`이미 예약된 merchant_uid입니다. (${merchantUid})`)
    const amount = amountOf(each)
    assertPayable(state, merchantUid, amount)
    return {
      schedule: {
        customer_uid: uid,
        merchant_uid: merchantUid,
        imp_uid: null,
        customer_id: textOf(fields, 'customer_id'),
        schedule_at: futureOf(state, each),
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
  if (!state.ledger.cards.has(uid)) issueKey(state, uid, fields)
  return kept.map((value) => store(state, value, {}))
}

function store(state: SimulatorState, { schedule, notices }: StoredSchedule, changes: Partial<Schedule>): Schedule {
  const changed: Schedule = Object.assign({}, schedule, changes)
  state.ledger.put({ kind: 'schedule', value: { schedule: changed, notices } })
  return changed
}

export function unschedule(state: SimulatorState, fields: Fields): Schedule[] {
  const uid = textOf(fields, 'customer_uid')
  const numbers = textsOf(fields, 'merchant_uid')
  if (uid === null && numbers.length === 0) throw new Refusal('customer_uid, merchant_uid 중 하나는 필수입니다.')
  const asked = [...state.ledger.schedules.values()].filter(
    ({ schedule }) =>
      schedule.schedule_status === 'scheduled' &&
      (uid === null || schedule.customer_uid === uid) &&
      (numbers.length === 0 || numbers.includes(schedule.merchant_uid)),
  )
  if (asked.length === 0) throw new Refusal('취소할 예약결제 기록이 존재하지 않습니다.')
  return asked.map((kept) => store(state, kept, { schedule_status: 'revoked', revoked_at: state.now() }))
}

function scheduleOf(state: SimulatorState, merchantUid: string): StoredSchedule {
  const kept = state.ledger.schedules.get(merchantUid)
  if (!kept) throw unknown('존재하지 않는 결제예약입니다.')
  return kept
}

export const getSchedule = (state: SimulatorState, merchantUid: string): Schedule =>
  scheduleOf(state, merchantUid).schedule

/** Schedules of a period, by due time, latest first: of one customer or of all. @throws Refusal */
export function getSchedules(state: SimulatorState, query: Fields, uid?: string): Page<Schedule> {
  if (uid !== undefined) keyOf(state, uid)
  const [from, to] = ['from', 'to'].map((name) => numberOf(query, name) ?? numberOf(query, `schedule_${name}`))
  if (from == null || to == null) throw malformed('조회기간은 필수입니다. (from, to)')
  const status = textOf(query, 'schedule-status') ?? textOf(query, 'schedule_status')
  const asked = [...state.ledger.schedules.values()]
    .map(({ schedule }) => schedule)
    .filter((one) => from <= one.schedule_at && one.schedule_at < to)
    .filter((one) => (uid === undefined || one.customer_uid === uid) && (!status || one.schedule_status === status))
    .toSorted((one, other) => other.schedule_at - one.schedule_at)
  return pageOf(asked, query)
}

/** Changes the time of a schedule that has not run. @throws Refusal */
export function changeSchedule(state: SimulatorState, merchantUid: string, fields: Fields): Schedule {
  const kept = scheduleOf(state, merchantUid)
  if (kept.schedule.schedule_status !== 'scheduled') throw malformed('이미 실행되었거나 취소된 결제예약입니다.')
  return store(state, kept, { schedule_at: futureOf(state, fields) })
}

/** A schedule that failed or was revoked. @throws Refusal */
function getFinished(state: SimulatorState, merchantUid: string): StoredSchedule {
  const kept = scheduleOf(state, merchantUid)
  const { schedule_status, payment_status } = kept.schedule
  if (schedule_status === 'scheduled' || payment_status === 'paid')
    throw malformed('아직 실행되지 않았거나 이미 승인된 결제예약입니다.')
  return kept
}

export function reschedule(state: SimulatorState, merchantUid: string, fields: Fields): Schedule {
  const again = { schedule_status: 'scheduled', schedule_at: futureOf(state, fields), payment_status: null } as const
  return store(state, getFinished(state, merchantUid), Object.assign({ fail_reason: null, revoked_at: 0 }, again))
}

/** Runs a failed schedule again immediately. @throws Refusal */
export function retry(state: SimulatorState, merchantUid: string): Payment {
  const { imp_uid } = execute(state, getFinished(state, merchantUid))
  const payment = state.ledger.payments.get(imp_uid ?? '')?.payment
  if (!payment) throw unknown('존재하지 않는 빌링키입니다.')
  return payment
}

/** Runs due schedules. A webhook reports each result, since no client waits for a response. */
export function runSchedules(state: SimulatorState): Schedule[] {
  const due = [...state.ledger.schedules.values()].filter(
    ({ schedule }) => schedule.schedule_status === 'scheduled' && schedule.schedule_at <= state.now(),
  )
  return due.map((kept) => execute(state, kept))
}

function execute(state: SimulatorState, kept: StoredSchedule): Schedule {
  const executed = { schedule_status: 'executed', executed_at: state.now() } as const
  try {
    const fields = Object.assign({}, kept.schedule, { notice_url: kept.notices })
    const payment = payAgain(state, fields, 'payment.scheduled')
    if (payment.status === 'failed') state.webhooks.send(payment, kept.notices)
    const { imp_uid, status: payment_status, fail_reason } = payment
    return store(state, kept, Object.assign({ imp_uid, payment_status, fail_reason }, executed))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return store(
      state,
      kept,
      Object.assign({ imp_uid: null, payment_status: 'failed', fail_reason: error.message } as const, executed),
    )
  }
}
