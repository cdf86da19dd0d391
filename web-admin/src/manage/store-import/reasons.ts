import type { ApiError } from '@kingcar/client'
import type { CheckedRow, RowFault } from './check.ts'
import { text } from './copy.ts'
import { type Field, fields } from './fields.ts'
import type { Outcome } from './run.ts'

/** Why a row was not imported, in sentences; empty for a row that is only waiting. */
export function reasonsOf({ faults }: CheckedRow, outcome: Outcome | undefined): string[] {
  if (outcome?.state === 'unsure') return [text.unsureHint]
  if (outcome?.state !== 'refused') return faults.map(sentence)
  const refusals = refusalsOf(outcome.cause)
  return refusals.length > 0 ? refusals.map(sentence) : [outcome.cause.userMessage]
}

/** The server's faults of a row. */
export const refusalsOf = ({ details }: ApiError): RowFault[] =>
  details.map(({ path, message }) => ({ field: fieldIn(path), message }))

const fieldIn = (path: string): Field | null => fields.find((field) => field === path.split('.')[0]) ?? null

const sentence = ({ field, message }: RowFault): string =>
  field === null ? message : `${text.headings[field]}: ${message}`
