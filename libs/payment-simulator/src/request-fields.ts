import { Refusal } from './refusal.ts'

/** The fields of a JSON or form body, or of a query. */
export type Fields = Record<string, unknown>

/** A field as text; numbers are converted, and empty counts as missing. */
export function textOf(fields: Fields, name: string): string | null {
  const value = fields[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** @throws Refusal if it is missing */
export function required(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  if (value === null) throw invalid('필수파라미터가 누락되었습니다.', name)
  return value
}

/** @throws Refusal if it is not a number */
export function numberOf(fields: Fields, name: string): number | null {
  const value = textOf(fields, name)
  if (value === null) return null
  const number = Number(value)
  if (!Number.isFinite(number)) throw invalid('숫자가 아닌 값입니다.', name)
  return number
}

/** The refusal of a field's value. */
export const invalid = (message: string, field: string): Refusal => new Refusal(`${message} (${field})`)

/** A positive whole amount. @throws Refusal */
export function amountOf(fields: Fields): number {
  required(fields, 'amount')
  const amount = numberOf(fields, 'amount') ?? 0
  if (!Number.isInteger(amount) || amount <= 0) throw invalid('결제금액이 올바르지 않습니다.', 'amount')
  return amount
}

export const isTrue = (fields: Fields, name: string): boolean =>
  textOf(fields, name) === 'true' || textOf(fields, name) === '1'

/** The texts under `name` or `name[]`. */
export function textsOf(fields: Fields, name: string): string[] {
  const given = fields[name] ?? fields[`${name}[]`] ?? []
  const values: unknown[] = Array.isArray(given)
    ? given
    : typeof given === 'object'
      ? Object.values(given ?? {})
      : [given]
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
}

/** The objects of a list, also in the form notation `name[0][field]`. */
export function listOf(fields: Fields, name: string): Fields[] {
  const given = fields[name]
  const values: unknown[] = typeof given === 'object' && given !== null ? Object.values(given) : []
  return values.filter(isFields)
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Reads a form or a query: `a=1&b[]=2&b[]=3&c[0][d]=4`. */
export function readForm(text: string): Fields {
  const fields: Fields = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[')
    let place = fields
    for (const [at, step] of path.entries()) {
      const name = step === '' ? String(Object.keys(place).length) : step
      if (at === path.length - 1) {
        place[name] = value
        break
      }
      place[name] = isFields(place[name]) ? place[name] : Object.create(null)
      place = place[name] as Fields
    }
  }
  return fields
}
