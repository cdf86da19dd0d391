import { AppError, type Detail } from '../model/errors.ts'
import { mustNotBeEmpty } from '../model/validation-details.ts'
import { normaliseLine } from './text.ts'

/**
 * What was typed, with the named texts as lines are kept.
 * @throws AppError VALIDATION_FAILED naming each of which nothing is left
 */
export function normaliseLineFields<N extends string, T extends { [K in N]?: string }>(typed: T, ...names: N[]): T {
  const lines: Partial<Record<N, string>> = {}
  const faults: Detail[] = []
  for (const name of names) {
    const text = typed[name]
    if (text === undefined) continue
    lines[name] = normaliseLine(text)
    if (lines[name] === '') faults.push({ path: name, ...mustNotBeEmpty })
  }
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED', { details: faults })
  return Object.assign({}, typed, lines)
}
