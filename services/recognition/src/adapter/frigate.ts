import type { contract, Input } from '@kingcar/contract'
import { confidenceOf, instantOf, plateOf, type VendorRead } from './vendor-read.ts'

/**
 * The plate of a tracked object; undefined for other updates. Frigate sends an object repeatedly while its reading
 * improves.
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
