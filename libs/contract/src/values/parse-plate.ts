import { AppError, type Detail } from '../model/errors.ts'
import { isLegalPlate, normalisePlate } from './plate.ts'

/** What is wrong with a plate that a person typed. */
export const invalidPlate: Detail = {
  path: 'carNumber',
  ko: '차량 번호 형식이 맞지 않아요.',
  en: 'Is not a Korean car number.',
}

/**
 * The normal form of a plate that a person typed.
 * @throws AppError VALIDATION_FAILED where no legal form fits
 */
export function parsePlate(carNumber: string): string {
  const normal = normalisePlate(carNumber)
  if (!isLegalPlate(normal)) throw new AppError('VALIDATION_FAILED', { details: [invalidPlate] })
  return normal
}
