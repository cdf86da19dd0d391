/** Approximate maximum number of steps of a scale. */
const steps = 4

/**
 * The ticks of a scale that includes zero and `most`: evenly spaced, round whole numbers. With a negative `least` (refunds)
 * the scale also extends below zero.
 */
export function ticksOf(most: number, least = 0): number[] {
  const [top, bottom] = [Math.max(0, most), Math.min(0, least)]
  const step = stepOf(Math.max(1, top - bottom))
  const [first, last] = [Math.floor(bottom / step), Math.max(1, Math.ceil(top / step))]
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** 1, 2 or 5 times a power of ten, so that few steps cover `length`. */
function stepOf(length: number): number {
  const rough = length / steps
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)))
  return power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10)
}

/** Positions of values in a box of 100 × 100, each in the middle of its column. */
export function placesOf(values: readonly number[], ticks: readonly number[]): { x: number; y: number }[] {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return values.map((value, at) => ({
    x: (100 * (at + 0.5)) / values.length,
    y: (100 * (top - value)) / (top - bottom),
  }))
}

/** Whether a label is shown when there is room for `room` of them: the first, and then every n-th. */
export function isLabelled(at: number, count: number, room: number): boolean {
  return at % Math.ceil(count / room) === 0
}

/**
 * Index to which a key moves in rows of values: next, previous, a row down or up, first, last; undefined for other
 * keys.
 */
export function indexByKey(key: string, at: number, count: number, columns: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: columns === count ? at - 1 : at + columns,
    ArrowUp: columns === count ? at + 1 : at - columns,
    Home: 0,
    End: count - 1,
  }
  const place = places[key]
  return place !== undefined && place >= 0 && place < count ? place : undefined
}

/** Places as the points of a polyline. */
export const pathOf = (places: readonly { x: number; y: number }[]): string =>
  places.map(({ x, y }) => `${x},${y}`).join(' ')
