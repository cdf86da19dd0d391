import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import type { Detail } from './errors.ts'
import { toDetails } from './validation-details.ts'

/** What is wrong with a value by a schema of the contract, in the words of VALIDATION_FAILED; empty where nothing is. */
export function validationDetails(schema: TSchema, value: unknown): Detail[] {
  return toDetails(Errors(schema, value)[1])
}
