import { AppError, type Detail } from '../model/errors.ts'
import { isLegalPlate, normalisePlate } from './plate.ts'

export const invalidPlate: Detail = {
  path: 'carNumber',
  ko: '차량 번호 형식이 맞지 않아요.',
  en: 'Is not a Korean number plate.',
}

/**
 * The normal form of a plate that a person typed.
 * @throws AppError VALIDATION_FAILED if it matches no legal form
 */
export function parsePlate(carNumber: string): string {
  const normal = normalisePlate(carNumber)
  if (!isLegalPlate(normal)) throw new AppError('VALIDATION_FAILED', { details: [invalidPlate] })
  return normal
}
