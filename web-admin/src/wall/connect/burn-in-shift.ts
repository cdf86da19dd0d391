/** Steps of one cycle, one minute each. */
const steps = 48

/**
 * Offset of the content in this minute, each axis in -1..1. It moves slowly through the whole range, so that bright content
 * does not burn into the panel. The vertical frequency is twice the horizontal one, so that the path also crosses the
 * middle instead of staying on the rim.
 */
export function burnInShift(now: number): { x: number; y: number } {
  const angle = (2 * Math.PI * (Math.floor(now / 60_000) % steps)) / steps
  return { x: round(Math.cos(angle)), y: round(Math.sin(2 * angle)) }
}

const round = (value: number) => Math.round(value * 1000) / 1000
