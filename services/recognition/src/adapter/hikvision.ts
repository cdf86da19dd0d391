import { mustBeGiven, type ReadMessage } from '@kingcar/contract'
import { confidenceOf, instantOf, plateOf, refuse, type VendorRead } from './vendor-read.ts'
import { textsOf } from './xml.ts'

const root = 'EventNotificationAlert'
/** A car that moves towards the camera drives in. */
const directions: Record<string, ReadMessage['direction']> = { forward: 'in', reverse: 'out' }
/** Used if a camera sends no UTC offset: its clock is then set to Korean time. */
const localOffset = '+09:00'

/**
 * The plate of an ANPR event; undefined for other events. There is no bounding box: the camera gives it in thousandths
 * of the image's sides, without the image's size.
 * @throws AppError VALIDATION_FAILED
 */
export function translateHikvision(text: string): VendorRead | undefined {
  const texts = textsOf(text)
  if (!texts) refuse('anpr', 'XML로 보내 주세요.', 'Must be an XML document.')
  const textOf = (path: string) => texts.get(`${root}/${path}`)
  if (textOf('eventType') !== 'ANPR') {
    if (textOf('eventType') === undefined) refuse('eventType', mustBeGiven.ko, mustBeGiven.en)
    return undefined
  }
  const direction = directions[textOf('ANPR/direction') ?? '']
  return {
    eventId: textOf('UUID') ?? null,
    carNumber: plateOf('ANPR.licensePlate', textOf('ANPR/licensePlate')),
    confidence: confidenceOf('ANPR.confidenceLevel', numberOf(textOf('ANPR/confidenceLevel')), 100),
    recognizedAt: instantOf('dateTime', timeOf(textOf('dateTime') ?? '')),
    ...(direction && { direction }),
  }
}

const numberOf = (text = '') => (/^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null)

const timeOf = (text: string) => Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}${localOffset}`)
