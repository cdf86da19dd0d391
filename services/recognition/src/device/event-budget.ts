import { steadyNow } from '@kingcar/runtime'

/**
 * Events for partners that a device may cause in an hour, in each process: a stolen credential invents 20 cars a second. A barrier opens
 * every six seconds at most, and no camera sees more cars begin and end a visit than a busy street has. In the seven days of EVENTS the
 * two kinds reach 44 MB (0.44 kB each) and 60 MB (0.3 kB each).
 */
const perHour = { gateDecision: 600, visitEnd: 1_200 } as const

const hour = 3_600_000
/** Devices that are counted; the one that was counted longest ago is dropped. */
const maxBuckets = 20_000

const buckets = new Map<string, { left: number; at: number }>()

/**
 * Takes one event from the token bucket of a device, which is full at the start. In memory: a restart fills it, and a transaction that is
 * tried again takes twice.
 * @returns false if it is empty: the event is not to be emitted
 */
export function takeEvent(kind: keyof typeof perHour, deviceId: string): boolean {
  const [most, key, now] = [perHour[kind], `${kind} ${deviceId}`, steadyNow()]
  const { left, at } = buckets.get(key) ?? { left: most, at: now }
  const available = Math.min(most, left + ((now - at) * most) / hour)
  buckets.delete(key)
  buckets.set(key, { left: available < 1 ? available : available - 1, at: now })
  if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value as string)
  return available >= 1
}
