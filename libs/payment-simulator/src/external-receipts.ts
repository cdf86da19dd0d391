import type { ExternalReceipt } from './portone-objects.ts'
import { malformed, Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, invalid, required, textOf } from './request-fields.ts'
import { digits, type SimulatorState } from './state.ts'

/**
 * Issues a receipt for the tax office for money that PortOne did not move. Its recipient is not stored. @throws Refusal
 */
export function issueReceipt(state: SimulatorState, merchantUid: string, fields: Fields): ExternalReceipt {
  required(fields, 'channel_key')
  required(fields, 'name')
  const amount = amountOf(fields)
  const type = textOf(fields, 'type') ?? 'person'
  if (type !== 'person' && type !== 'company') throw invalid('알 수 없는 발행 타입입니다.', 'type')
  const identifier = required(fields, 'identifier').replaceAll('-', '')
  if (!/^\d{10,18}$/.test(identifier)) throw new Refusal('[5001] 현금영수증 식별정보 오류')
  if (state.ledger.receipts.has(merchantUid)) throw malformed('이미 현금영수증이 발급된 merchant_uid입니다.')
  const tid = `receipt_${digits(12)}`
  const value: ExternalReceipt = {
    ...{
      merchant_uid: merchantUid,
      receipt_tid: tid,
      apply_num: digits(9),
      type,
      amount,
      vat: Math.round(amount / 11),
    },
    ...{ receipt_url: state.receiptUrl(tid), applied_at: state.now(), cancelled_at: 0 },
  }
  state.ledger.put({ kind: 'receipt', value })
  return value
}

/** @throws Refusal */
export function getReceipt(state: SimulatorState, merchantUid: string): ExternalReceipt {
  const receipt = state.ledger.receipts.get(merchantUid)
  if (!receipt) throw unknown('현금영수증 발급내역이 존재하지 않습니다.')
  return receipt
}

/** @throws Refusal */
export function cancelReceipt(state: SimulatorState, merchantUid: string): ExternalReceipt {
  const receipt = getReceipt(state, merchantUid)
  if (receipt.cancelled_at > 0) throw new Refusal('이미 취소된 현금영수증입니다.')
  const value = { ...receipt, cancelled_at: state.now() }
  state.ledger.put({ kind: 'receipt', value })
  return value
}
