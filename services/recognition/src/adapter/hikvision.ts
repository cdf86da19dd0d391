import { mustBeGiven, type ReadMessage } from '@kingcar/contract'
import { confidenceOf, instantOf, plateOf, refuse, type VendorRead } from './vendor-read.ts'
import { textsOf } from './xml.ts'

const root = 'EventNotificationAlert'
/** A car that comes towards the camera drives in. */
const directions: Record<string, ReadMessage['direction']> = { forward: 'in', reverse: 'out' }
/** Cameras tell the offset of their clock; one that does not is set to the time of Korea. */
const localOffset = '+09:00'

/**
 * A plate that a Hikvision camera read; undefined for its other events. Where the plate stands in the picture is told in
 * thousandths of its sides, and the picture's size is not, so that is left out.
 * @throws AppError VALIDATION_FAILED
 */
export function translateHikvision(text: string): VendorRead | undefined {
  const texts = textsOf(text)
  if (!texts) refuse('anpr', 'XML로 보내 주세요.', 'Must be an XML document.')
  const said = (path: string) => texts.get(`${root}/${path}`)
  if (said('eventType') !== 'ANPR') {
    if (said('eventType') === undefined) refuse('eventType', mustBeGiven.ko, mustBeGiven.en)
    return undefined
  }
  const direction = directions[said('ANPR/direction') ?? '']
  return {
    eventId: said('UUID') ?? null,
    carNumber: plateOf('ANPR.licensePlate', said('ANPR/licensePlate')),
    confidence: confidenceOf('ANPR.confidenceLevel', numberOf(said('ANPR/confidenceLevel')), 100),
    recognizedAt: instantOf('dateTime', timeOf(said('dateTime') ?? '')),
    ...(direction && { direction }),
  }
}

const numberOf = (text = '') => (/^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null)

const timeOf = (text: string) => Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}${localOffset}`)
