import { unknown } from './refusal.ts'
import { type Fields, invalid, required } from './request-fields.ts'

/** Nicepay's bank codes, as PortOne (support/code-info/pg-1) or Nicepay's own manual (common/code.md) lists them. */
const banks: Readonly<Record<string, string>> = {
  '002': '산업은행',
  '003': '기업은행',
  '004': 'KB국민은행',
  '007': '수협',
  '011': 'NH농협은행',
  '012': '축협',
  '020': '우리은행',
  '023': 'SC제일은행',
  '027': '한국씨티은행',
  '031': '대구은행',
  '032': '부산은행',
  '034': '광주은행',
  '035': '제주은행',
  '037': '전북은행',
  '039': '경남은행',
  '045': '새마을금고',
  '048': '신협',
  '050': '저축은행',
  '071': '우체국',
  '081': '하나은행',
  '088': '신한은행',
  '089': '케이뱅크',
  '090': '카카오뱅크',
  '092': '토스뱅크',
}

/** Banks at which Nicepay issues virtual accounts, by its manual. */
const issuing = new Set('003 004 011 020 023 031 032 034 037 039 071 081 088 089'.split(' '))

export type Bank = { code: string; name: string }

export const listBanks = (): Bank[] => Object.entries(banks).map(([code, name]) => ({ code, name }))

/** @throws Refusal if no bank has this code */
export function findBank(code: string): Bank {
  const name = Object.hasOwn(banks, code) ? banks[code] : undefined
  if (name === undefined) throw unknown('코드에 해당되는 은행정보를 찾을 수 없습니다.')
  return { code, name }
}

/** The bank that a field names. @throws Refusal if it is missing or not a bank's code */
export function bankOf(fields: Fields, field: string): Bank {
  const code = required(fields, field)
  if (!Object.hasOwn(banks, code)) throw invalid('은행코드가 올바르지 않습니다.', field)
  return findBank(code)
}

/** A bank that issues virtual accounts. @throws Refusal */
export function issuingBankOf(fields: Fields, field: string): Bank {
  const bank = bankOf(fields, field)
  if (!issuing.has(bank.code)) throw invalid('가상계좌를 발급하지 않는 은행입니다.', field)
  return bank
}
