import { createHash } from 'node:crypto'

/** Milliseconds that `measureSpeed` takes on the machine that deadlines were chosen on (2 cores of an AMD EPYC, idle: 19 to 20). */
const usual = 20

/** Hashes 32 MiB, as often as it takes to see the machine's usual speed. @returns milliseconds, the median of five */
export function measureSpeed(): number {
  const data = Buffer.alloc(32 * 2 ** 20)
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    createHash('sha256').update(data).digest()
    return performance.now() - began
  })
  return times.toSorted((one, other) => one - other)[2] ?? usual
}

/** Milliseconds that a test waits for a condition at most: 30 s, and longer on a slower machine. */
export const deadlineOf = (milliseconds: number): number => Math.round(30_000 * Math.max(1, milliseconds / usual))

/** The deadline of this run of tests, in milliseconds. */
export const deadline = Number(process.env.TEST_DEADLINE ?? deadlineOf(0))
