import { type Bucket, type Logger, refill, setNewest } from '@kingcar/runtime'
import type { Metrics } from '../metrics.ts'

/**
 * Number of events for partners that a device may cause in an hour, in each process: with a stolen credential 20 cars a
 * second can be invented. A barrier opens every six seconds at most, and no camera sees more cars begin and end a visit
 * than a busy street has. In the seven days of EVENTS the two kinds reach 44 MB (0.44 kB each) and 70 MB (0.3 kB each,
 * with those of the day before).
 */
const perHour = { gateDecision: 600, visitEnd: 1_200 } as const

/**
 * Takes an event from the budget of a device.
 * @param event its id: if a transaction fails after taking it, taking it again is free
 * @param at when it happened, Unix milliseconds: the events of a backlog are taken as of their own times
 * @returns false if the budget is used up: the event must not be emitted
 */
export type TakeEvent = (kind: keyof typeof perHour, deviceId: string, event: string, at: number) => boolean

const hour = 3_600_000
/** In milliseconds. An older event counts as this old, because reads can be a year old. */
const longestBacklog = 24 * hour
/** Largest number of devices and events that are remembered; the oldest are dropped. */
const most = 20_000

/**
 * Token buckets of devices, full at the start. They are in memory, so a restart fills them. Dropped events are counted,
 * and logged once an hour for each device.
 */
export function createEventBudget({ eventsDropped }: Pick<Metrics, 'eventsDropped'>, log: Logger): TakeEvent {
  const buckets = new Map<string, Bucket>()
  const taken = new Map<string, true>()

  function take(key: string, size: number, at: number): boolean {
    const bucket = refill({ burst: size, perMs: size / hour }, buckets.get(key), at)
    const isTaken = bucket.tokens >= 1
    setNewest(buckets, key, isTaken ? { ...bucket, tokens: bucket.tokens - 1 } : bucket, most)
    return isTaken
  }
  return (kind, deviceId, event, at) => {
    const [now, key] = [Date.now(), `${kind} ${deviceId}`]
    if (taken.has(`${key} ${event}`)) return true
    if (take(key, perHour[kind], Math.min(now, Math.max(at, now - longestBacklog)))) {
      setNewest(taken, `${key} ${event}`, true, most)
      return true
    }
    eventsDropped.inc({ kind })
    if (take(`log ${key}`, 1, now))
      log.warn({ kind, deviceId }, 'device exceeded its budget of events, further events not emitted')
    return false
  }
}
