import { couponCodeLength } from '@kingcar/contract'

/** A code in the form in which it is compared: capital letters and digits, without spaces and hyphens. */
export const normaliseCode = (code: string): string => code.normalize('NFKC').replaceAll(/[\s-]/gu, '').toUpperCase()

/** Whether a normalised code can be one of a coupon. */
export const isCode = (code: string): boolean =>
  /^[A-Z0-9가-힣]+$/u.test(code) && code.length >= couponCodeLength.least && code.length <= couponCodeLength.most
