import type { FastifyInstance } from 'fastify'
import { seoulTime } from './pay-methods.ts'
import type { Payment } from './portone-objects.ts'
import { unknown } from './refusal.ts'
import { type Fields, textOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

/** Nicepay's path of receipts. */
const path = '/issue/IssueLoader.do'

export const receiptUrl = (base: string, tid: string): string => `${base}${path}?TID=${tid}&type=0`

/** The receipts of payments and cancellations, for browsers: without a token, as at Nicepay. */
export function receiptRoutes(app: FastifyInstance, state: SimulatorState): void {
  app.get(path, ({ query }, reply) => {
    const page = receiptOf(state, textOf(query as Fields, 'TID') ?? '')
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

/** @throws Refusal for an unknown transaction */
function receiptOf(state: SimulatorState, tid: string): string {
  const cash = [...state.ledger.receipts.values()].find(({ receipt_tid }) => receipt_tid === tid)
  if (cash)
    return toPage('현금영수증', {
      국세청승인번호: cash.apply_num,
      용도: cash.type === 'company' ? '지출증빙' : '소득공제',
      금액: won(cash.amount),
      취소일시: cash.cancelled_at > 0 ? time(cash.cancelled_at) : null,
    })
  const payment = state.ledger.payments.get(state.ledger.transactions.get(tid) ?? '')?.payment
  if (!payment || payment.paid_at === 0) throw unknown('존재하지 않는 거래입니다.')
  const cancellation = payment.cancel_history.find(({ pg_tid }) => pg_tid === tid)
  const common = { 거래번호: tid, 주문번호: payment.merchant_uid, 상품명: payment.name, ...methodRows(payment) }
  return cancellation
    ? toPage('취소 매출전표', {
        ...common,
        취소일시: time(cancellation.cancelled_at),
        취소금액: won(cancellation.amount),
        취소사유: cancellation.reason,
      })
    : toPage('매출전표', { ...common, 승인일시: time(payment.paid_at), 결제금액: won(payment.amount) })
}

type Rows = Record<string, string | null>

const methodRows = (payment: Payment): Rows => ({
  결제수단: [payment.pay_method, payment.emb_pg_provider ?? payment.pg_provider].join(' / '),
  카드: payment.card_number === null ? null : `${payment.card_name} ${payment.card_number}`,
  승인번호: payment.apply_num,
  은행: payment.vbank_name ?? payment.bank_name,
})

const time = (unixSeconds: number) => seoulTime(unixSeconds).replace('T', ' ')
const won = (amount: number) => `${amount.toLocaleString('ko-KR')}원`

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')

const toPage = (title: string, rows: Rows): string =>
  `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><dl>${Object.entries(
    rows,
  )
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value ?? '')}</dd>`)
    .join('')}</dl><p>모의 결제입니다. 실제로 청구되지 않습니다.</p></body></html>`
