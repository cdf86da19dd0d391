import { parseJson } from '@kingcar/runtime'
import Type from 'typebox'
import { type Issuer, Subject, verifyIssuerToken } from './id-token.ts'
import { parseAs } from './provider-request.ts'

/** `at` is the time of the event, not of the notice. */
export type AppleEvent = { type: string; subject: string; at: Date }

const Event = Type.Object({
  type: Type.String(),
  sub: Subject,
  event_time: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
})
const Claims = Type.Object({ events: Type.Unknown() })

/** Seconds. A notice may be delivered years late; the event's own time decides whether it still applies. */
const noticeTolerance = 10 * 365 * 86_400

/** Apple sends milliseconds, its examples show seconds; no notice is older than 1973. */
const toDate = (time: number) => new Date(time < 1e11 ? time * 1_000 : time)

/**
 * Reads a notice that Apple signed; undefined for an unknown shape.
 * @throws AppError SOCIAL_TOKEN_INVALID if Apple did not sign it for KingCar, or UNAVAILABLE
 */
export async function readAppleNotice(payload: string, issuer: Issuer, now: Date): Promise<AppleEvent | undefined> {
  const { claims } = await verifyIssuerToken(payload, issuer, Claims, { now, tolerance: noticeTolerance })
  // The claim is JSON text, although Apple's documentation shows an object.
  const event = parseAs(Event, typeof claims.events === 'string' ? parseJson(claims.events) : claims.events)
  return event && { type: event.type, subject: event.sub, at: toDate(event.event_time) }
}
