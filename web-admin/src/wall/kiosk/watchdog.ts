/*
 * When a page that nobody touches helps itself by loading anew: it draws no frames, its socket is dead and a new one did
 * not help (live/line.ts), or its server has a newer build and nobody is looking. Times by this machine's clock.
 */

/** Milliseconds between looks. */
export const lookEvery = 5_000

/** A visible page draws within so long. */
const noFrame = 60_000
/** A look that comes later than this says nothing about frames: the page was frozen. */
const asleep = 2 * lookEvery

/** What is known of the frames: the last look, and when the frame that is waited for was asked for. */
export type Frames = { lookedAt: number; askedAt: number | null }

/** `reconnect` after a minute without a frame, `reload` after two. */
export function judgeFrames({ lookedAt, askedAt }: Frames, now: number): 'fine' | 'reconnect' | 'reload' {
  if (askedAt === null || now - lookedAt > asleep) return 'fine'
  const waited = now - askedAt
  if (waited >= 2 * noFrame) return 'reload'
  // Once: with the look that passes the minute.
  return waited >= noFrame && lookedAt - askedAt < noFrame ? 'reconnect' : 'fine'
}

const idleFor = 2 * 60_000
const buildEvery = 5 * 60_000

/** Whether to ask the server for its build: rarely, and while no car is there. */
export const isBuildDue = (now: number, askedAt: number, eventAt: number): boolean =>
  now - eventAt >= idleFor && now - askedAt >= buildEvery
