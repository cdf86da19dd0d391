import { AppError } from '@kingcar/contract'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { candidateOf, candidatesOf, confidenceOf, instantOf, plateOf, refuse, type VendorRead } from './vendor-read.ts'

// Only the fields in use: the vendor may change all others.
const Result = Type.Object({
  plate: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  score: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  candidates: Type.Optional(Type.Any()),
  box: Type.Optional(Type.Any()),
})
const Message = Type.Object({
  hook: Type.Object({ event: Type.Optional(Type.String()) }),
  data: Type.Object({
    filename: Type.Optional(Type.String()),
    timestamp: Type.Optional(Type.String()),
    results: Type.Optional(Type.Array(Result)),
  }),
})
const schema = Compile(Message)
const Box = Compile(Type.Object({ xmin: Type.Number(), ymin: Type.Number(), xmax: Type.Number(), ymax: Type.Number() }))

/** Vehicles in one image; a gate never sees more. */
const maxResults = 20

/**
 * The plates of one image; empty for other messages. Invalid results are skipped as long as one is valid. The direction
 * is an angle in the image and does not say in or out.
 * @throws AppError VALIDATION_FAILED if all results are invalid
 */
export function translatePlateRecognizer(text: string): VendorRead[] {
  const message = parse(text)
  if (message.hook.event !== undefined && message.hook.event !== 'recognition') return []
  const { results = [], timestamp, filename } = message.data
  if (results.length === 0) return []
  const recognizedAt = instantOf('data.timestamp', timestamp === undefined ? null : Date.parse(timestamp))
  const invalid: AppError[] = []
  const reads = results.slice(0, maxResults).flatMap((result, at) => {
    try {
      return [{ eventId: filename ?? null, recognizedAt, ...readingOf(result, `data.results.${at}`) }]
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
  if (!schema.Check(value)) refuse('json', '알 수 없는 형식이에요.', 'Must be a message of Plate Recognizer Stream.')
  return value
}

function readingOf({ plate, score, candidates, box }: Static<typeof Result>, path: string) {
  const others = candidatesOf(candidates, (entry) => {
    const candidate = entry as { plate?: unknown; score?: unknown }
    return candidateOf(candidate.plate, candidate.score, 1)
  })
  const boundingBox = boxOf(box)
  return {
    carNumber: plateOf(`${path}.plate`, plate),
    confidence: confidenceOf(`${path}.score`, score, 1),
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
