import type { contract, Input } from '@kingcar/contract'
import { confidenceOf, instantOf, plateOf, type VendorRead } from './vendor-read.ts'

/**
 * A plate that Frigate read of an object that it follows; undefined for what else it says of one. It tells of an object
 * again and again while the reading gets better.
 * @throws AppError VALIDATION_FAILED
 */
export function translateFrigate(input: Input<typeof contract.recognition.receiveFrigate>): VendorRead | undefined {
  if (input.type !== 'lpr') return undefined
  const { timestamp } = input
  return {
    eventId: input.id ?? null,
    carNumber: plateOf('plate', input.plate),
    confidence: confidenceOf('score', input.score, 1),
    recognizedAt: instantOf('timestamp', typeof timestamp === 'number' ? timestamp * 1_000 : timestamp),
  }
}
