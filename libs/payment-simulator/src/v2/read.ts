import { type Fields, textOf } from '../request-fields.ts'
import { invalid } from './errors.ts'

/** A field that is an object; empty where it is missing. */
export function objectOf(fields: Fields, name: string): Fields {
  const value = fields[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

/** @throws V2Error if it is missing */
export function requiredText(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  if (value === null) throw invalid(name)
  return value
}

/** A number; V2 takes no text for one. @throws V2Error */
export function numberOf(fields: Fields, name: string): number | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(name)
  return value
}

/** A time as Unix seconds. @throws V2Error */
export function at(fields: Fields, name: string): number | null {
  const text = textOf(fields, name)
  if (text === null) return null
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw invalid(name)
  return ms / 1_000
}
