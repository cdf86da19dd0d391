import { parseJson } from '@kingcar/runtime'
import Type from 'typebox'
import { type Issuer, Subject, verifyIssuerToken } from './id-token.ts'
import { parseAs } from './provider-request.ts'

/** `at` is when it happened, whenever the notice comes. */
export type AppleEvent = { type: string; subject: string; at: Date }

const Event = Type.Object({
  type: Type.String(),
  sub: Subject,
  event_time: Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 }),
})
const Claims = Type.Object({ events: Type.Unknown() })

/** Seconds: what Apple said of an account stays true, however late it is told. Its time says whether it is news. */
const patientSkew = 10 * 365 * 86_400

/** Apple writes milliseconds, its examples show seconds; no notice is from before 1973. */
const toDate = (time: number) => new Date(time < 1e11 ? time * 1_000 : time)

/**
 * What Apple's signed notice says; undefined for a shape that we do not know.
 * @throws AppError SOCIAL_TOKEN_INVALID where Apple did not sign it for us, or UNAVAILABLE
 */
export async function readAppleNotice(payload: string, issuer: Issuer, now: Date): Promise<AppleEvent | undefined> {
  const { claims } = await verifyIssuerToken(payload, issuer, Claims, { now, tolerance: patientSkew })
  // The claim is JSON text, although Apple's documents show an object.
  const event = parseAs(Event, typeof claims.events === 'string' ? parseJson(claims.events) : claims.events)
  return event && { type: event.type, subject: event.sub, at: toDate(event.event_time) }
}
