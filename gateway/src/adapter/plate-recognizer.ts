import { AppError } from '@kingcar/contract'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  angleOf,
  candidateOf,
  candidatesOf,
  confidenceOf,
  instantOf,
  isBlank,
  parseTime,
  plateOf,
  refuse,
  type VendorRead,
} from './vendor-read.ts'

// Only the fields in use: the vendor may change all others.
const Message = Type.Object({
  hook: Type.Object({ event: Type.Optional(Type.String()) }),
  data: Type.Optional(Type.Unknown()),
})
const Data = Type.Object({
  filename: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  timestamp: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  results: Type.Optional(Type.Union([Type.Array(Type.Unknown()), Type.Null()])),
})
const schema = Compile(Message)
const dataSchema = Compile(Data)
const Box = Compile(Type.Object({ xmin: Type.Number(), ymin: Type.Number(), xmax: Type.Number(), ymax: Type.Number() }))

/** The events with results: those of Stream, and the one of Snapshot. */
const recognitions: readonly (string | undefined)[] = [undefined, 'recognition', 'image.done']

/** Vehicles in one image; a camera at a gate never sees more. */
const maxResults = 20

/** A result in the default detection mode, and the fields in use of a result in the mode `vehicle`. */
type Result = Partial<Record<'plate' | 'score' | 'candidates' | 'box' | 'direction', unknown>>
type VehiclePlate = { props?: { plate?: unknown } | null; box?: unknown }

/**
 * The plates of one image; empty for other messages. Each result is judged alone: one without a plate is skipped, an
 * invalid one as long as another is valid. The direction is an angle in the image.
 * @throws AppError VALIDATION_FAILED if all results are invalid
 */
export function translatePlateRecognizer(text: string): VendorRead[] {
  const message = parse(text)
  if (!recognitions.includes(message.hook.event)) return []
  const { data } = message
  if (!dataSchema.Check(data)) refuseMessage()
  const { results, timestamp, filename } = data
  const plates = (results ?? [])
    .flatMap((result, at) => withPlate(result, `data.results.${at}`) ?? [])
    .slice(0, maxResults)
  if (plates.length === 0) return []
  const recognizedAt = instantOf('data.timestamp', parseTime(timestamp ?? '', 'Z'))
  const invalid: AppError[] = []
  const reads = plates.flatMap((result) => {
    try {
      return [{ eventId: filename ?? null, recognizedAt, ...readingOf(result) }]
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      invalid.push(cause)
      return []
    }
  })
  if (reads.length === 0 && invalid[0]) throw invalid[0]
  return reads
}

function parse(text: string): Static<typeof Message> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse('json', 'JSON으로 보내 주세요.', 'Must be JSON.')
  }
  if (!schema.Check(value)) refuseMessage()
  return value
}

function refuseMessage(): never {
  refuse('json', '알 수 없는 형식이에요.', 'Must be a message of Plate Recognizer Stream.')
}

type Plate = { path: string; direction: unknown; plate: unknown; score: unknown; candidates: unknown; box: unknown }

/** The plate of a result, in the same form for each detection mode; undefined for a result without one. */
function withPlate(result: unknown, path: string): Plate | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { plate, score, candidates, box, direction }: Result = result
  if (typeof plate === 'object' && plate !== null) {
    const { props, box: plateBox }: VehiclePlate = plate
    const readings: unknown[] = Array.isArray(props?.plate) ? props.plate : []
    const [best] = readings
    if (typeof best !== 'object' || best === null) return undefined
    const { value, score: share } = best as { value?: unknown; score?: unknown }
    return isBlank(value)
      ? undefined
      : { path, direction, plate: value, score: share, candidates: readings, box: plateBox }
  }
  return isBlank(plate) ? undefined : { path, direction, plate, score, candidates, box }
}

function readingOf({ path, direction, plate, score, candidates, box }: Plate) {
  const others = candidatesOf(candidates, (entry) => {
    const candidate = entry as { plate?: unknown; value?: unknown; score?: unknown }
    return candidateOf(candidate.plate ?? candidate.value, candidate.score, 1)
  })
  const boundingBox = boxOf(box)
  return {
    carNumber: plateOf(`${path}.plate`, plate),
    confidence: confidenceOf(`${path}.score`, score, 1),
    ...angleOf(direction),
    ...(others && { candidates: others }),
    ...(boundingBox && { boundingBox }),
  }
}

/** Undefined for an invalid box; the read is valid without it. */
function boxOf(value: unknown): VendorRead['boundingBox'] {
  if (!Box.Check(value)) return undefined
  const { xmin, ymin, xmax, ymax } = value
  const box = { x: xmin, y: ymin, width: xmax - xmin, height: ymax - ymin }
  return Object.values(box).every((side) => side >= 0 && Number.isFinite(side)) ? box : undefined
}
