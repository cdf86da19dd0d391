import { AppError, type Detail } from '@kingcar/contract'
import type { CouponRow } from '../tables.ts'

type Fields = Pick<
  CouponRow,
  'discountWon' | 'discountPercent' | 'maximumDiscount' | 'fromDate' | 'untilDate' | 'limitTotal'
>

const oneDiscount = {
  path: 'discountWon',
  ko: '할인 금액과 할인율 중 하나만 입력해 주세요.',
  en: 'Give either discountWon or discountPercent.',
}
const maximumOfPercent = {
  path: 'maximumDiscount',
  ko: '최대 할인 금액은 할인율에만 정할 수 있어요.',
  en: 'Only a percentage has a maximum.',
}
const endsTooEarly = {
  path: 'untilDate',
  ko: '끝나는 날은 시작하는 날보다 빠를 수 없어요.',
  en: 'Must not be before fromDate.',
}
const fewerThanHeld = (held: number): Detail => ({
  path: 'limitTotal',
  ko: `이미 ${held}번 사용됐어요.`,
  en: `${held} orders already have the coupon.`,
})

/**
 * @param held orders that have the coupon
 * @throws AppError VALIDATION_FAILED with a detail for each field that does not fit the others
 */
export function assertCouponFits(fields: Fields, held: number): void {
  const { discountWon, discountPercent, maximumDiscount, fromDate, untilDate, limitTotal } = fields
  const details = [
    ...((discountWon === null) === (discountPercent === null) ? [oneDiscount] : []),
    ...(maximumDiscount !== null && discountPercent === null ? [maximumOfPercent] : []),
    ...(fromDate !== null && untilDate !== null && untilDate < fromDate ? [endsTooEarly] : []),
    ...(limitTotal !== null && limitTotal < held ? [fewerThanHeld(held)] : []),
  ]
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}
