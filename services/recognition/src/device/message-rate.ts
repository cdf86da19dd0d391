import { type Bucket, refill, setNewest } from '@kingcar/runtime'

/**
 * Rate limit of a device: 20 messages a second with bursts of 1,000, plus a tenth because clocks differ. nats-server
 * has no such limit, so messages are counted here when they are consumed; none of them is dropped.
 */
const rate = { burst: 1_100, perMs: 22 / 1_000 }
/** In milliseconds. Older messages are this service's backlog, and no sign of a current flood. */
const backlogAgeMs = 10 * 60_000
/** Milliseconds for which a device that exceeds its rate is blocked. */
export const throttleMs = 10_000
/** Maximum number of tracked devices; the one silent for longest is dropped. */
const maxTracked = 20_000

/**
 * Token bucket per device by the server's clock (Unix ms). Calls `onExceeded` at most once per `throttleMs` and device.
 */
export function createMessageRateCheck(
  onExceeded: (deviceId: string) => void,
): (deviceId: string, storedAt: number) => void {
  const buckets = new Map<string, Bucket & { pausedAt: number }>()
  return (deviceId, storedAt) => {
    const before = buckets.get(deviceId)
    const { tokens: available, at } = refill(rate, before, storedAt)
    const bucket = { tokens: Math.max(-1, available - 1), at, pausedAt: before?.pausedAt ?? 0 }
    setNewest(buckets, deviceId, bucket, maxTracked)
    const now = Date.now()
    if (bucket.tokens >= 0 || now - storedAt > backlogAgeMs || now - bucket.pausedAt < throttleMs) return
    bucket.pausedAt = now
    onExceeded(deviceId)
  }
}
