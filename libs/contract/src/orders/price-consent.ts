import * as Type from 'typebox'
import { Instant, Nullable, Won } from '../model/common-schemas.ts'
import { seoulDate } from '../values/period.ts'
import { priceConsentStates } from './values.ts'

/** Version of `priceConsentText`: increment it with each change of the text. It is stored with each consent and refusal. */
export const priceConsentVersion = 1

const won = (amount: number) => `${amount.toLocaleString('ko-KR')}원`

/**
 * What a member agrees to. It has the old and the new price, the first day, and how the consent is withdrawn, which 전자상거래법 제13조
 * 제6항 requires in the notice.
 */
export const priceConsentText = (of: { price: number; newPrice: number; startsAt: Date }): string =>
  `${seoulDate(of.startsAt)}에 시작하는 기간부터 정기 결제 금액이 ${won(of.price)}에서 ${won(of.newPrice)}으로 오르는 데 동의해요. 그 전까지 앱에서 동의를 취소할 수 있고, 동의하지 않으면 추가 결제 없이 이용이 끝나요.`

/** The new price of a subscription, as its member sees it. */
export const SubscriptionPriceChange = Type.Object(
  {
    price: Type.Integer({ ...Won, description: 'Price of a period in KRW from that date on', examples: [33_000] }),
    startsAt: Type.String({
      format: 'date-time',
      description: 'When the first period at this price begins; a pause moves it',
    }),
    consent: Nullable(
      Type.Object(
        {
          state: Type.Enum([...priceConsentStates], {
            description:
              'accepted: it renews at the new price; otherwise it ends at `startsAt`, and nothing more is charged',
          }),
          answeredAt: Nullable(Instant),
          possibleFrom: Type.String({
            format: 'date-time',
            description:
              'Earliest time at which the member can agree: 30 days before `startsAt`. An earlier consent has no effect',
          }),
          textVersion: Type.Integer({ examples: [priceConsentVersion] }),
          text: Type.String({
            description: 'The consent text',
            examples: [priceConsentText({ price: 30_000, newPrice: 33_000, startsAt: new Date('2026-02-01') })],
          }),
        },
        { description: 'Null if the price is lowered, because that needs no consent' },
      ),
    ),
  },
  {
    description: 'A new price that was announced to the member; absent in data that an earlier version stored',
  },
)
