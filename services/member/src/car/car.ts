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

/** What a member says of a car. */
export type CarFields = Omit<Input<typeof contract.member.updateCar>, 'id'>

/**
 * What was typed as it is kept: plates in their normal form, text in NFC without spaces around it, and null where nothing
 * is left of it.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept
 */
export function parseCarFields(typed: CarFields): CarFields {
  const fields: CarFields = { ...typed }
  const details: Detail[] = []
  if (typed.carNumber !== undefined) {
    fields.carNumber = normalisePlate(typed.carNumber)
    if (!isLegalPlate(fields.carNumber)) details.push(invalidPlate)
  }
  if (typed.carBrandId !== undefined) fields.carBrandId = typed.carBrandId.toLowerCase() // as PostgreSQL writes it
  if (typeof typed.imageId === 'string') fields.imageId = typed.imageId.toLowerCase()
  if (typed.model !== undefined) {
    fields.model = normaliseLine(typed.model)
    if (fields.model === '') details.push({ path: 'model', ...mustNotBeEmpty })
  }
  if (typed.color !== undefined) fields.color = normaliseOptionalLine(typed.color)
  if (typed.nickname !== undefined) fields.nickname = normaliseOptionalLine(typed.nickname)
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return fields
}
