import type { contract, Input } from '@kingcar/contract'
import {
  angleOf,
  candidateOf,
  candidatesOf,
  confidenceOf,
  givenPlate,
  instantOf,
  plateOf,
  trackOf,
  type VendorRead,
} from './vendor-read.ts'

/**
 * The plate of an `alpr_group`, one passing vehicle; undefined for heartbeats and the single frames of a group. The
 * direction of travel is an angle in the image.
 * @throws AppError VALIDATION_FAILED
 */
export function translateOpenAlpr(input: Input<typeof contract.gateway.receiveOpenAlpr>): VendorRead | undefined {
  if (input.data_type !== 'alpr_group') return undefined
  const candidates = candidatesOf(input.candidates, (entry) => {
    const { plate, confidence } = entry as { plate?: unknown; confidence?: unknown }
    return candidateOf(plate, confidence, 100)
  })
  // A group of version 1 has only `best_plate`, of version 2 both.
  const { plate, confidence } = (input.best_plate ?? {}) as { plate?: unknown; confidence?: unknown }
  const carNumber = givenPlate(input.best_plate_number, plate)
  if (carNumber === null) return undefined
  return {
    eventId: input.best_uuid ?? null,
    carNumber: plateOf('best_plate_number', carNumber),
    confidence: confidenceOf('best_confidence', input.best_confidence ?? confidence, 100),
    recognizedAt: instantOf('epoch_start', input.epoch_start),
    ...angleOf(input.travel_direction),
    ...(candidates && { candidates }),
    ...trackOf('best_uuid', input.best_uuid),
  }
}
