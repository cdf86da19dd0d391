import { type contract, type Input, isLegalPlate, normalisePlate } from '@kingcar/contract'
import { confidenceOf, instantOf, isNoPlate, plateOf, trackOf, type VendorRead } from './vendor-read.ts'

type Message = Input<typeof contract.gateway.receiveFrigate>

/** A tracked object of the topic `events`, with the fields in use. Frigate may change all others. */
type TrackedObject = Partial<
  Record<
    'id' | 'start_time' | 'frame_time' | 'sub_label' | 'recognized_license_plate' | 'recognized_license_plate_score',
    unknown
  >
>

/**
 * The plate of a tracked object, from the topics `tracked_object_update` and `events`; undefined for other messages.
 * Frigate sends an object repeatedly while its reading improves.
 * @throws AppError VALIDATION_FAILED
 */
export function translateFrigate(input: Message): VendorRead | undefined {
  if (input.type === 'new' || input.type === 'update' || input.type === 'end') return translateEvent(input)
  if (input.type !== 'lpr' || isNoPlate(input.plate)) return undefined
  return {
    eventId: input.id ?? null,
    carNumber: plateOf('plate', input.plate),
    confidence: confidenceOf('score', input.score, 1),
    recognizedAt: instantOf('timestamp', milliseconds(input.timestamp)),
    ...trackOf('id', input.id),
  }
}

/**
 * The plate of an event, if the object did not have it before. Also an unchanged plate of the first and of the last
 * event, because some senders pass on only these. The car may have been parked for hours before the end: the read has
 * the time at which the car came.
 */
function translateEvent({ type, before, after }: Message): VendorRead | undefined {
  const object = objectOf(after)
  const reading = readingOf(object)
  if (!reading) return undefined
  const known = readingOf(objectOf(before))
  if (type === 'update' && known?.plate === reading.plate && known.score === reading.score) return undefined
  const [path, time] =
    type === 'end' ? ['after.start_time', object.start_time] : ['after.frame_time', object.frame_time]
  const id = typeof object.id === 'string' ? object.id : null
  return {
    eventId: id,
    carNumber: plateOf('after.recognized_license_plate', reading.plate),
    confidence: confidenceOf('after.recognized_license_plate_score', reading.score, 1),
    recognizedAt: instantOf(path, milliseconds(time)),
    ...trackOf('after.id', id),
  }
}

type Reading = { plate: string; score: unknown }

/** Before 0.16 the plate is the `sub_label`, which can also be a name. Each is a text or a pair of text and score. */
function readingOf(object: TrackedObject): Reading | undefined {
  const plate = pairOf(object.recognized_license_plate, object.recognized_license_plate_score)
  if (plate) return plate
  const label = pairOf(object.sub_label, undefined)
  return label && isLegalPlate(normalisePlate(label.plate)) ? label : undefined
}

function pairOf(value: unknown, score: unknown): Reading | undefined {
  const [text, ownScore] = Array.isArray(value) ? value : [value, score]
  return typeof text === 'string' && text.trim() !== '' ? { plate: text, score: ownScore } : undefined
}

const objectOf = (value: unknown): TrackedObject => (typeof value === 'object' && value ? value : {})
const milliseconds = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1_000 : seconds)
