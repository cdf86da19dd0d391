import type { StoredPayment } from './ledger.ts'
import { approve, assertPayable, begin, fail, isTest } from './payments.ts'
import type { Payment } from './portone-objects.ts'
import { malformed, Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, numberOf, required, textOf, textsOf } from './request-fields.ts'
import { digits, type SimulatorState } from './state.ts'

const banks: Record<string, string> = {
  '003': '기업은행',
  '004': 'KB국민은행',
  '011': 'NH농협은행',
  '020': '우리은행',
  '081': '하나은행',
  '088': '신한은행',
}

/** Issues a virtual account, to which the amount can be transferred until the due date. */
export function issueAccount(state: SimulatorState, fields: Fields, channel: Payment['channel'] = 'api'): Payment {
  const merchantUid = required(fields, 'merchant_uid')
  const amount = amountOf(fields)
  const code = channel === 'api' ? required(fields, 'vbank_code') : (textOf(fields, 'vbank_code') ?? '088')
  const name = banks[code]
  if (name === undefined) throw new Refusal('지원하지 않는 은행코드입니다. (vbank_code)')
  if (channel === 'api') required(fields, 'vbank_due')
  const due = numberOf(fields, 'vbank_due') ?? state.now() + 3 * 24 * 60 * 60
  if (due <= state.now()) throw new Refusal('입금기한은 현재 시각 이후여야 합니다. (vbank_due)')
  assertPayable(state, merchantUid, amount)
  const attempt = { merchantUid, amount, method: 'vbank', channel, card: null, customerUid: null, usage: null } as const
  const payment: Payment = Object.assign(begin(state, { ...attempt, sandbox: isTest(fields), fields }), {
    pg_tid: `nictest04m03${digits(18)}`,
    vbank_code: code,
    vbank_name: name,
    vbank_num: digits(14),
    vbank_holder: textOf(fields, 'vbank_holder') ?? '킹카',
    vbank_date: due,
    vbank_issued_at: state.now(),
  })
  const notices = textsOf(fields, 'notice_url')
  state.ledger.put({ kind: 'payment', value: { payment, notices } })
  state.webhooks.send(payment, notices)
  return payment
}

/** A virtual account without a transfer yet. @throws Refusal */
function getAwaitedAccount(state: SimulatorState, impUid: string): StoredPayment {
  const kept = state.ledger.payments.get(impUid)
  if (!kept) throw unknown('존재하지 않는 결제정보입니다.')
  if (kept.payment.pay_method !== 'vbank') throw malformed('가상계좌 결제건이 아닙니다.')
  if (kept.payment.status !== 'ready') throw malformed('가상계좌가 입금대기 상태가 아닙니다.')
  return kept
}

export function changeAccount(state: SimulatorState, impUid: string, fields: Fields): Payment {
  const { payment, notices } = getAwaitedAccount(state, impUid)
  const changed = Object.assign({}, payment, {
    amount: numberOf(fields, 'amount') ?? payment.amount,
    vbank_date: numberOf(fields, 'vbank_due') ?? payment.vbank_date,
  })
  state.ledger.put({ kind: 'payment', value: { payment: changed, notices } })
  return changed
}

/** Closes a virtual account. @throws Refusal */
export const closeAccount = (state: SimulatorState, impUid: string): Payment =>
  fail(state, getAwaitedAccount(state, impUid), '계좌말소')

/** A payer transfers the amount. @throws Refusal where the account is closed, paid or past its due date */
export function deposit(state: SimulatorState, impUid: string): Payment {
  const kept = getAwaitedAccount(state, impUid)
  if (kept.payment.vbank_date < state.now()) throw new Refusal('입금기한이 지난 가상계좌입니다.')
  const paid = approve(state, kept)
  state.webhooks.send(paid, kept.notices)
  return paid
}
