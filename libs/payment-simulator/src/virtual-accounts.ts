import { issuingBankOf } from './banks.ts'
import type { StoredPayment } from './ledger.ts'
import { approve, assertPayable, begin, fail, isTest, newTid } from './payments.ts'
import type { Payment } from './portone-objects.ts'
import { malformed, type Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, invalid, isTrue, numberOf, required, textOf, textsOf } from './request-fields.ts'
import { digits, type SimulatorState, windowOf } from './state.ts'

/** Seconds from its issue to the due time of an account that the window issues. */
const windowDue = 3 * 24 * 60 * 60

/** A future time in Unix seconds. @throws Refusal */
function dueOf(state: SimulatorState, fields: Fields): number {
  required(fields, 'vbank_due')
  const due = numberOf(fields, 'vbank_due') ?? 0
  if (!Number.isInteger(due) || due <= state.now()) throw invalid('입금기한은 현재 시각 이후여야 합니다.', 'vbank_due')
  return due
}

/** Issues a virtual account, to which a payer can transfer the amount. An order may have several. @throws Refusal */
export function issueAccount(state: SimulatorState, fields: Fields, channel: Payment['channel'] = 'api'): Payment {
  const inWindow = channel !== 'api'
  const asked = inWindow ? { vbank_code: '088', vbank_due: state.now() + windowDue, ...fields } : fields
  const merchantUid = required(asked, 'merchant_uid')
  const amount = amountOf(asked)
  const bank = issuingBankOf(asked, 'vbank_code')
  const due = dueOf(state, asked)
  const api = inWindow ? windowOf(state, fields) : {}
  if (!inWindow || !isTrue(asked, 'force')) assertPayable(state, merchantUid, amount, api)
  const attempt = {
    ...api,
    merchantUid,
    amount,
    method: 'vbank',
    channel,
    card: null,
    customerUid: null,
    usage: null,
  } as const
  const begun = begin(state, { ...attempt, sandbox: isTest(asked), fields: asked })
  const payment: Payment = Object.assign(begun, {
    pg_tid: newTid(state, begun),
    vbank_code: bank.code,
    vbank_name: bank.name,
    vbank_num: digits(14),
    vbank_holder: textOf(asked, 'vbank_holder') ?? '킹카',
    vbank_date: due,
    vbank_issued_at: state.now(),
  })
  const notices = textsOf(asked, 'notice_url')
  state.ledger.put({ kind: 'payment', value: { payment, notices } })
  state.webhooks.send(payment, notices)
  return payment
}

/** A payment with an issued virtual account. @throws Refusal */
function accountOf(state: SimulatorState, impUid: string): StoredPayment {
  const kept = state.ledger.payments.get(impUid)
  if (!kept) throw unknown('존재하지 않는 결제정보입니다.')
  if (kept.payment.vbank_num === null) throw malformed('가상계좌 결제건이 아닙니다.')
  return kept
}

/** A virtual account without a transfer yet. @throws Refusal */
function getAwaitedAccount(state: SimulatorState, impUid: string): StoredPayment {
  const kept = accountOf(state, impUid)
  if (kept.payment.status !== 'ready') throw malformed('가상계좌가 입금대기 상태가 아닙니다.')
  return kept
}

function change(state: SimulatorState, { payment, notices }: StoredPayment, changes: Partial<Payment>): Payment {
  const changed: Payment = Object.assign({}, payment, changes)
  state.ledger.put({ kind: 'payment', value: { payment: changed, notices } })
  return changed
}

/** The merchant changes the due date or the amount. No webhook reports it. @throws Refusal */
export function changeAccount(state: SimulatorState, impUid: string, fields: Fields): Payment {
  const kept = getAwaitedAccount(state, impUid)
  return change(state, kept, {
    amount: textOf(fields, 'amount') === null ? kept.payment.amount : amountOf(fields),
    vbank_date: textOf(fields, 'vbank_due') === null ? kept.payment.vbank_date : dueOf(state, fields),
  })
}

/** A user of the provider's console sets another due date; a webhook reports it. @throws Refusal */
export function extendAccount(state: SimulatorState, impUid: string, fields: Fields): Payment {
  const kept = getAwaitedAccount(state, impUid)
  const changed = change(state, kept, { vbank_date: dueOf(state, fields) })
  state.webhooks.send(changed, kept.notices)
  return changed
}

/** Revokes a virtual account; PortOne counts it as a failed payment. @throws Refusal */
export const revokeAccount = (state: SimulatorState, impUid: string): Payment =>
  fail(state, getAwaitedAccount(state, impUid), '계좌말소')

/**
 * Why the bank does not accept a transfer, with Nicepay's codes; undefined if it does. The due date does not close an
 * account: PortOne keeps the payment `ready`, and recommends to revoke the account against late transfers.
 */
export function depositRefusal(
  { status, amount }: Pick<Payment, 'status' | 'amount'>,
  given: number,
): Refusal | undefined {
  if (status === 'failed') return malformed('[4123] 말소된 가상계좌입니다. 입금대기 상태가 아닙니다.')
  if (status !== 'ready') return malformed('[4124] 이미 입금된 가상계좌입니다. 입금대기 상태가 아닙니다.')
  if (given !== amount) return invalid(`[4122] 입금요청 금액(${amount})과 일치하지 않습니다.`, 'amount')
  return undefined
}

/** A payer transfers, also after the due date. @throws Refusal if the bank does not accept it */
export function deposit(state: SimulatorState, impUid: string, amount: number | null): Payment {
  const kept = accountOf(state, impUid)
  const refusal = depositRefusal(kept.payment, amount ?? kept.payment.amount)
  if (refusal) throw refusal
  const paid = approve(state, kept)
  state.webhooks.send(paid, kept.notices)
  return paid
}
