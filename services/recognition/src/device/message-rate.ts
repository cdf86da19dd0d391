/**
 * What a device may send: 20 messages a second with bursts of 1,000. A tenth more is let pass, since clocks differ.
 * nats-server knows no such limit: it is seen here, when what was sent is taken in, and nothing of it is lost.
 */
const perSecond = 22
const burst = 1_100
/** What was sent longer ago (ms) is a backlog of ours, and no flood of today. */
const backlogAgeMs = 10 * 60_000
/** Milliseconds for which a device that sends too much is kept out. */
export const throttleMs = 10_000
/** Devices that are remembered at once; the one that was quiet for longest is forgotten. */
const maxTracked = 20_000

/** Counts messages of devices by the server's clock (Unix ms) and calls back when one sends too much, once a pause. */
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
