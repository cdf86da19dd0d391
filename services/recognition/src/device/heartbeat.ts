import { HeartbeatMessage, uuidPattern } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import type { Sighting } from './presence.ts'

const heartbeatSubject = new RegExp(`^recognition\\.heartbeat\\.${uuidPattern}\\.(${uuidPattern})$`, 'i')
const schema = Compile(HeartbeatMessage)

/** What fits into the table: a clock that is weeks off is as wrong as one of years. */
const mostSkew = 2 ** 31 - 1

/** Notes a device's sign of life. It is kept nowhere else: the next comes in a minute. */
export function onHeartbeat(
  { presence, metrics, countMessage }: Pick<Ctx, 'countMessage' | 'metrics' | 'presence'>,
  { subject, data }: { subject: string; data: Uint8Array },
): void {
  const deviceId = heartbeatSubject.exec(subject)?.[1]?.toLowerCase()
  if (!deviceId) return // nobody may publish there but devices, each on its own
  const seenAt = Date.now()
  countMessage(deviceId, seenAt)
  const said = parse(data)
  const sentAt = said ? Date.parse(said.sentAt) : Number.NaN
  if (!said || Number.isNaN(sentAt)) {
    presence.note(deviceId, { seenAt, error: 'heartbeat' })
    metrics.heartbeats.inc({ outcome: 'invalid' })
    return
  }
  presence.note(deviceId, sightingOf(said, sentAt, seenAt))
  metrics.heartbeats.inc({ outcome: 'taken' })
}

function sightingOf({ queueDepth, cameraOk, firmware }: HeartbeatMessage, sentAt: number, seenAt: number): Sighting {
  const clockSkewMs = Math.max(-mostSkew, Math.min(mostSkew, sentAt - seenAt))
  const name = firmware?.replaceAll('\0', '').toWellFormed() ?? null // PostgreSQL takes no other text
  return { seenAt, clockSkewMs, queueDepth: queueDepth ?? null, cameraOk: cameraOk ?? null, firmware: name }
}

function parse(data: Uint8Array): HeartbeatMessage | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(data).toString())
    return schema.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
