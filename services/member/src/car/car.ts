import {
  AppError,
  type contract,
  type Detail,
  type Input,
  invalidPlate,
  isLegalPlate,
  mustNotBeEmpty,
  normaliseLine,
  normaliseOptionalLine,
  normalisePlate,
} from '@kingcar/contract'

/** The fields of a car that a member sends. */
export type CarFields = Omit<Input<typeof contract.member.updateCar>, 'id'>

/**
 * Normalises the fields of a car: plates to their normal form, text to NFC without surrounding spaces, empty text to
 * null.
 * @throws AppError VALIDATION_FAILED with a detail for each invalid field
 */
export function parseCarFields(typed: CarFields): CarFields {
  const fields: CarFields = { ...typed }
  const details: Detail[] = []
  if (typed.carNumber !== undefined) {
    fields.carNumber = normalisePlate(typed.carNumber)
    if (!isLegalPlate(fields.carNumber)) details.push(invalidPlate)
  }
  if (typed.model !== undefined) {
    fields.model = normaliseLine(typed.model)
    if (fields.model === '') details.push({ path: 'model', ...mustNotBeEmpty })
  }
  if (typed.color !== undefined) fields.color = normaliseOptionalLine(typed.color)
  if (typed.nickname !== undefined) fields.nickname = normaliseOptionalLine(typed.nickname)
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return fields
}
