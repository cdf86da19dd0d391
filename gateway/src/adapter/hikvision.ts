import { isLegalPlate, mustBeGiven, normalisePlate, type ReadMessage } from '@kingcar/contract'
import { textsOfJson } from './json.ts'
import {
  confidenceOf,
  givenPlate,
  instantOf,
  parseTime,
  plateOf,
  refuse,
  trackOf,
  type VendorRead,
} from './vendor-read.ts'
import { textsOf } from './xml.ts'

const root = 'EventNotificationAlert'
/** A car that moves towards the camera drives in. */
const directions: Record<string, ReadMessage['direction']> = { forward: 'in', reverse: 'out' }
/** Used if a camera sends no UTC offset: its clock is then set to Korean time. */
const localOffset = '+09:00'

/**
 * The plate of an ANPR event; undefined for other events. There is no bounding box: the camera sends the box in
 * thousandths of the image's sides, without the image's size.
 * @throws AppError VALIDATION_FAILED
 */
export function translateHikvision(text: string): VendorRead | undefined {
  const isJson = text.trimStart().startsWith('{')
  const texts = isJson ? textsOfJson(text) : textsOf(text)
  if (!texts) refuse('anpr', 'XML 또는 JSON으로 보내 주세요.', 'Must be an XML or a JSON document.')
  // JSON has the fields at the top, or in an object with the name of the root.
  const textOf = (path: string) => texts.get(`${root}/${path}`) ?? (isJson ? texts.get(path) : undefined)
  const eventType = textOf('eventType')
  if (!eventType) refuse('eventType', mustBeGiven.ko, mustBeGiven.en)
  if (eventType.toUpperCase() !== 'ANPR') return undefined
  const plate = printedPlate(textOf('ANPR/originalLicensePlate'), textOf('ANPR/licensePlate'))
  if (plate === null || (plate !== undefined && withoutPlate.has(plate.toLowerCase()))) return undefined
  const direction = directions[textOf('ANPR/direction') ?? '']
  return {
    eventId: textOf('UUID') ?? null,
    carNumber: plateOf('ANPR.licensePlate', plate),
    confidence: confidenceOf('ANPR.confidenceLevel', numberOf(textOf('ANPR/confidenceLevel')), 100),
    recognizedAt: instantOf('dateTime', parseTime(textOf('dateTime') ?? '', localOffset)),
    ...(direction && { direction }),
    ...trackOf('UUID', textOf('UUID')),
  }
}

/**
 * `licensePlate` can be a romanised form of `originalLicensePlate`, and the original empty or in an unknown encoding: the
 * first legal plate counts, or else a text that is rejected later and visible then.
 */
const printedPlate = (original: string | undefined, romanised: string | undefined) =>
  [original, romanised].find((text) => text !== undefined && isLegalPlate(normalisePlate(text))) ??
  givenPlate(romanised, original)

/** Values that cameras send for a car without a plate. */
const withoutPlate = new Set(['unknown', 'noplate', 'no plate', '无车牌'])

const numberOf = (text = '') => (/^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null)
