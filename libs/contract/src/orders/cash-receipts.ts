import * as Type from 'typebox'
import { Nullable, strict, type Typed } from '../model/common-schemas.ts'

/**
 * The purpose of a cash receipt for the tax office (현금영수증): an income deduction of a person, or proof of expenses of a
 * business.
 */
export const cashReceiptKinds = ['personal', 'corporate'] as const
export type CashReceiptKind = (typeof cashReceiptKinds)[number]

const asked = {
  kind: Type.Enum([...cashReceiptKinds], {
    description: 'personal: income deduction by phone number; corporate: proof of expenses by business number',
  }),
  identifier: Type.String({
    pattern: '^(01[0-9]-?[0-9]{3,4}-?[0-9]{4}|[0-9]{3}-?[0-9]{2}-?[0-9]{5})$',
    description: 'Phone number, or business number (사업자등록번호) with a correct check digit',
    examples: ['010-1234-5678'],
  }),
}

/** The recipient of a receipt; stored encrypted, and only as long as a refund may need another receipt. */
export const CashReceiptRequest = Type.Object(asked, strict)
export type CashReceiptRequest = Typed<typeof CashReceiptRequest>
export const cashReceiptFields = asked

export const cashReceiptStates = ['pending', 'issued', 'refused', 'cancelled'] as const
export type CashReceiptState = (typeof cashReceiptStates)[number]

/** The receipt of a sale at a counter, without its recipient. */
export const CashReceipt = Type.Object({
  state: Type.Enum([...cashReceiptStates], {
    description:
      'pending: it is being issued, cancelled or replaced; refused: the provider has issued nothing, and staff can request it again',
  }),
  kind: Type.Enum([...cashReceiptKinds]),
  amount: Type.Integer({
    description: 'Amount of the receipt in KRW; present before it is issued, too',
    examples: [35_000],
  }),
  number: Nullable(Type.String({ description: 'Approval number of the tax office', examples: ['123456789'] })),
  url: Nullable(Type.String({ examples: ['https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=1'] })),
  refusal: Nullable(
    Type.String({ description: 'Reason of the refusal, safe to show', examples: ['현금영수증 식별정보 오류'] }),
  ),
})
export type CashReceipt = Typed<typeof CashReceipt>
