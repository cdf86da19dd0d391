import { amount, dateOf, timeOf } from '../format.ts'
import { text } from './copy.ts'

const entityWords: Record<string, string> = {
  visit: '방문',
  member: '회원',
  order: '주문',
  userProduct: '이용 상품',
  useLog: '이용 내역',
  product: '상품',
  store: '매장',
  banner: '배너',
  notice: '공지사항',
  terms: '약관',
  device: '장치',
  screen: '벽 화면',
  deadLetter: '처리하지 못한 메시지',
  appSetting: '앱 설정',
  admin: '관리자',
}

/** What an entity is called; a name that only a newer server knows stays as it is. */
export const entityWord = (entity: string): string => entityWords[entity] ?? entity

/** What was done, in a word of its own. */
export const actionWord = (action: string): string => action

/** What a field is called. */
export const fieldWord = (_entity: string, field: string): string => field

/** A value in words. */
export const valueWord = (_entity: string, _field: string, value: unknown): string => valueText(value)

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

/** `2026-11-21 14:32:05` in Seoul. */
export const instantOf = (at: string): string => `${dateOf(Date.parse(at))} ${timeOf(at)}`

/** A value that has no word of its own, as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return text.nothing
  if (typeof value === 'boolean') return value ? text.on : text.off
  if (typeof value === 'number') return amount(value)
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  return instant.test(value) ? instantOf(value) : value
}
