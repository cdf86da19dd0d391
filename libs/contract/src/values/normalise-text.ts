import { AppError, type Detail } from '../model/errors.ts'
import { mustNotBeEmpty } from '../model/validation-details.ts'
import { normaliseLine } from './text.ts'

/**
 * The input with the named fields normalised as single lines.
 * @throws AppError VALIDATION_FAILED with each field that is empty afterwards
 */
export function normaliseLineFields<N extends string, T extends { [K in N]?: string }>(input: T, ...names: N[]): T {
  const lines: Partial<Record<N, string>> = {}
  const details: Detail[] = []
  for (const name of names) {
    const text = input[name]
    if (text === undefined) continue
    lines[name] = normaliseLine(text)
    if (lines[name] === '') details.push({ path: name, ...mustNotBeEmpty })
  }
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return Object.assign({}, input, lines)
}
