import type { TSchema } from 'typebox'
import { Errors } from 'typebox/schema'
import type { Detail } from './errors.ts'
import { toDetails } from './validation-details.ts'

/**
 * Validates a value against a schema of the contract; returns the `details` of VALIDATION_FAILED, empty if the value is
 * valid.
 */
export function validationDetails(schema: TSchema, value: unknown): Detail[] {
  return toDetails(Errors(schema, value)[1])
}
