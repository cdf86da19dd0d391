import { HeartbeatMessage, uuidPattern } from '@kingcar/contract'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import { parseDeviceMessage } from '../device-message.ts'
import { clampSkew } from './clock.ts'
import type { Heartbeat } from './presence.ts'

const heartbeatSubject = new RegExp(`^recognition\\.heartbeat\\.${uuidPattern}\\.(${uuidPattern})$`, 'i')
const schema = Compile(HeartbeatMessage)

/** Records a device's heartbeat in memory (see `presence.ts`); the next one comes in a minute. */
export function onHeartbeat(
  { presence, metrics, countMessage }: Pick<Ctx, 'countMessage' | 'metrics' | 'presence'>,
  { subject, data }: { subject: string; data: Uint8Array },
): void {
  const deviceId = heartbeatSubject.exec(subject)?.[1]?.toLowerCase()
  if (!deviceId) return // nats-server lets each device publish on its own subject only
  const seenAt = Date.now()
  countMessage(deviceId, seenAt)
  const heartbeat = parse(data)
  const sentAt = heartbeat ? Date.parse(heartbeat.sentAt) : Number.NaN
  if (!heartbeat || Number.isNaN(sentAt)) {
    presence.note(deviceId, { seenAt, error: 'heartbeat', refused: 1 })
    metrics.heartbeats.inc({ outcome: 'invalid' })
    return
  }
  presence.note(deviceId, { heartbeat: reportOf(heartbeat, sentAt, seenAt) })
  metrics.heartbeats.inc({ outcome: 'taken' })
}

function reportOf({ queueDepth, cameraOk, firmware }: HeartbeatMessage, sentAt: number, heardAt: number): Heartbeat {
  const clockSkewMs = clampSkew(sentAt - heardAt)
  const name = firmware?.replaceAll('\0', '').toWellFormed() ?? null // PostgreSQL rejects other text
  return { heardAt, sentAt, clockSkewMs, queueDepth: queueDepth ?? null, cameraOk: cameraOk ?? null, firmware: name }
}

function parse(data: Uint8Array): HeartbeatMessage | undefined {
  try {
    const value = parseDeviceMessage(Buffer.from(data).toString())
    return schema.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
