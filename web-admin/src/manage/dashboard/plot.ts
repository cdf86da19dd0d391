/** How many steps a scale has at most, its zero not counted. */
const steps = 4

/**
 * The marks of a scale from zero that holds a largest value: whole numbers, evenly spaced, that are easily read. Below a
 * smallest one, too, where values are negative (what was refunded).
 */
export function ticksOf(most: number, least = 0): number[] {
  const [top, bottom] = [Math.max(0, most), Math.min(0, least)]
  const step = stepOf(Math.max(1, top - bottom))
  const [first, last] = [Math.floor(bottom / step), Math.max(1, Math.ceil(top / step))]
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** 1, 2 or 5 by a power of ten, so that a few of them reach a length. */
function stepOf(length: number): number {
  const rough = length / steps
  const power = 10 ** Math.max(0, Math.floor(Math.log10(rough)))
  return power * ([1, 2, 5].find((each) => each * power >= rough) ?? 10)
}

/** Where values stand in a box of 100 by 100, from the left to the right, each in the middle of its column. */
export function placesOf(values: readonly number[], ticks: readonly number[]): { x: number; y: number }[] {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return values.map((value, at) => ({
    x: (100 * (at + 0.5)) / values.length,
    y: (100 * (top - value)) / (top - bottom),
  }))
}

/** Those of so many labels that there is room for: the first, and others as far apart as they must be. */
export function isLabelled(at: number, count: number, room: number): boolean {
  return at % Math.ceil(count / room) === 0
}

/** Where a key leads in rows of values: one on or back, one row down or up, to the first or last; undefined elsewhere. */
export function moved(key: string, at: number, count: number, columns: number): number | undefined {
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
