import * as Type from 'typebox'
import { Id, Instant, Nullable, Reason, Strict, type Typed, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

/** Why an order cannot keep a payment. */
export const owedReturnCauses = [
  'amountMismatch',
  'paidAfterClosed',
  'paidTwice',
  'renewalOfEnded',
  'alreadySubscribed',
] as const
export type OwedReturnCause = (typeof owedReturnCauses)[number]

/** Why the last try to return the money failed. */
export const owedReturnReasons = ['accountNeeded', 'refused', 'unreachable'] as const
export type OwedReturnReason = (typeof owedReturnReasons)[number]

/** How an owed return ended. */
export const owedReturnEnds = ['returned', 'atProvider', 'byHand'] as const
export type OwedReturnEnd = (typeof owedReturnEnds)[number]

/** Money of a payment that its order cannot keep. */
export const OwedReturn = Type.Object({
  id: Id,
  orderId: Id,
  merchantUid: Type.String({ examples: ['kc_0199a0c53c8070008000000000000001'] }),
  productName: Type.String(),
  memberId: Id,
  memberName: Type.String(),
  paymentUid: Type.String({ description: 'The payment at the provider', examples: ['imp_123456789012'] }),
  amount: Type.Integer({ ...Won, description: 'KRW to return; after the return, KRW that were returned' }),
  cause: Type.Enum([...owedReturnCauses], {
    description:
      'amountMismatch: another amount than that of the order; paidAfterClosed: paid after the order had ended; paidTwice: a second payment of the order; renewalOfEnded: a renewal of a product that had ended; alreadySubscribed: a second order of a subscription that the member has',
  }),
  since: Instant,
  needsAccount: Type.Boolean({
    description: 'The money can only be returned by a refund of the order with `refundAccount`',
  }),
  refusals: Type.Integer({ description: 'Number of times that the provider has refused to return it', examples: [1] }),
  lastReason: Nullable(
    Type.Enum([...owedReturnReasons], {
      description:
        'accountNeeded: KingCar does not try without the account; refused: the provider refused; unreachable: the provider did not respond; null until the first try has ended',
    }),
  ),
  nextTryAt: Nullable(Instant),
  settledAt: Nullable(Instant),
  settledHow: Nullable(
    Type.Enum([...owedReturnEnds], {
      description:
        "How it was returned. returned: by KingCar; atProvider: in the provider's console; byHand: recorded by an administrator",
    }),
  ),
  settledBy: Nullable(Id),
  settleReason: Nullable(Type.String({ examples: ['계좌로 직접 돌려드렸어요.'] })),
})
export type OwedReturn = Typed<typeof OwedReturn>

export const owedReturnOperations = {
  listOwedReturns: {
    http: 'GET /admin/api/owedReturns',
    opens: '돌려줄 돈 목록 조회',
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    summary: 'List money that is owed to members and not returned yet',
    description: `Returns a page, the longest owed first unless \`sort\` is given. Money that an order cannot keep is
      returned automatically: immediately, then hourly for a day, then daily. Money paid by virtual account needs the
      member's account first: refund the order with \`refundAccount\`. Money that was returned in the provider's
      console leaves the list within minutes.`,
    input: Strict({
      state: Type.Optional(
        Type.Enum(['open', 'settled'], {
          default: 'open',
          description: '`settled`: money that was returned, also in the console of the provider',
        }),
      ),
      ...pageable('since', 'amount'),
    }),
    result: Page(OwedReturn),
  },
  settleOwedReturn: {
    http: 'POST /admin/api/owedReturns/{id}/settle',
    resource: 'owedReturn',
    audits: '돌려줄 돈 직접 처리',
    opens: true,
    access: 'admin',
    permission: 'orders.refund',
    scope: 'stores',
    freshSignIn: 'amount',
    summary: 'Record that owed money was returned by hand',
    description: `It is not returned automatically any more. A paid order that only waited for this return ends in
      state Refund. The change is recorded in the audit log with its reason, and in the timeline of the order.`,
    input: Strict({ id: Id, reason: Reason('계좌로 직접 돌려드렸어요.') }),
    result: OwedReturn,
    errors: {
      FRESH_SIGN_IN_REQUIRED:
        'Returned only if the setting `orders.freshSignInWon` is not 0, and the money and the earlier refunds of the order together reach it.',
      OWED_RETURN_NOT_FOUND: 'No owed return has this id.',
      OWED_RETURN_SETTLED: 'The money was returned already.',
      CONFLICT: 'A request to return it is in progress at the provider: try again after one second.',
    },
  },
} as const satisfies Record<string, Spec>
