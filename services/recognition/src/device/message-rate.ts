/**
 * Rate limit of a device: 20 messages a second with bursts of 1,000, plus a tenth because clocks differ. nats-server
 * has no such limit, so messages are counted here when they are consumed; none of them is dropped.
 */
const perSecond = 22
const burst = 1_100
/** Milliseconds. Older messages are this service's backlog and no current flood. */
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
  const buckets = new Map<string, { tokens: number; at: number; pausedAt: number }>()
  return (deviceId, storedAt) => {
    const bucket = buckets.get(deviceId) ?? { tokens: burst, at: storedAt, pausedAt: 0 }
    const passed = Math.max(0, storedAt - bucket.at)
    bucket.tokens = Math.max(-1, Math.min(burst, bucket.tokens + (passed * perSecond) / 1_000) - 1)
    bucket.at = Math.max(bucket.at, storedAt)
    buckets.delete(deviceId)
    buckets.set(deviceId, bucket)
    if (buckets.size > maxTracked) buckets.delete(buckets.keys().next().value as string)
    const now = Date.now()
    if (bucket.tokens >= 0 || now - storedAt > backlogAgeMs || now - bucket.pausedAt < throttleMs) return
    bucket.pausedAt = now
    onExceeded(deviceId)
  }
}
