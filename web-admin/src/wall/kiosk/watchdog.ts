/*
 * When an unattended page reloads itself: it draws no frames, its socket is dead and a new one did not help
 * (live/liveness.ts), or the server has a newer build and the screen is idle. Times are from this machine's clock.
 */

/** Milliseconds between checks. */
export const checkInterval = 5_000

/** Milliseconds within which a visible page draws a frame. */
const noFrame = 60_000
/** Milliseconds. A later check proves nothing about frames: the page was frozen. */
const asleep = 2 * checkInterval

/** The last check, and when the pending frame was requested; null if none is pending. */
export type Frames = { checkedAt: number; requestedAt: number | null }

/** `reconnect` after a minute without a frame, `reload` after two. */
export function checkFrames({ checkedAt, requestedAt }: Frames, now: number): 'fine' | 'reconnect' | 'reload' {
  if (requestedAt === null || now - checkedAt > asleep) return 'fine'
  const waited = now - requestedAt
  if (waited >= 2 * noFrame) return 'reload'
  // Only once: at the first check after the minute.
  return waited >= noFrame && checkedAt - requestedAt < noFrame ? 'reconnect' : 'fine'
}

const idleFor = 2 * 60_000
const buildEvery = 5 * 60_000

/** Whether to ask the server for its build: every five minutes at most, and only while no car is there. */
export const isBuildDue = (now: number, askedAt: number, eventAt: number): boolean =>
  now - eventAt >= idleFor && now - askedAt >= buildEvery
