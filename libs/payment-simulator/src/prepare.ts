import type { Prepared } from './portone-objects.ts'
import { Refusal, unknown } from './refusal.ts'
import { amountOf, type Fields, required, textOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

const store = (state: SimulatorState, fields: Fields): Prepared => {
  const value = {
    merchant_uid: required(fields, 'merchant_uid'),
    amount: amountOf(fields),
    currency: textOf(fields, 'currency'),
  }
  state.ledger.put({ kind: 'prepared', value })
  return value
}

/** Announces an order's amount: the window accepts no other. @throws Refusal */
export function prepare(state: SimulatorState, fields: Fields): Prepared {
  const merchantUid = required(fields, 'merchant_uid')
  if (state.ledger.prepared.has(merchantUid)) throw new Refusal('이미 등록된 merchant_uid입니다.')
  if (state.ledger.attempts(merchantUid).some(({ payment }) => payment.paid_at > 0))
    throw new Refusal('이미 결제가 완료된 merchant_uid입니다.')
  return store(state, fields)
}

export function changePrepared(state: SimulatorState, fields: Fields): Prepared {
  getPrepared(state, required(fields, 'merchant_uid'))
  return store(state, fields)
}

export function getPrepared(state: SimulatorState, merchantUid: string): Prepared {
  const prepared = state.ledger.prepared.get(merchantUid)
  if (!prepared) throw unknown('등록된 결제 사전정보를 찾을 수 없습니다.')
  return prepared
}
