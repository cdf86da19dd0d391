/** Steps of one round, a minute each. */
const steps = 48

/**
 * Where the stage stands in this minute, each way in -1..1: a slow orbit through the whole of its reach, so that nothing
 * bright burns into a panel. Twice as fast up and down as from side to side, it also leaves the rim.
 */
export function orbit(now: number): { x: number; y: number } {
  const angle = (2 * Math.PI * (Math.floor(now / 60_000) % steps)) / steps
  return { x: round(Math.cos(angle)), y: round(Math.sin(2 * angle)) }
}

const round = (value: number) => Math.round(value * 1000) / 1000
