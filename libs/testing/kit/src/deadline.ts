import { createHash } from 'node:crypto'

/**
 * Milliseconds that `measureSpeed` takes on the machine for which deadlines were chosen (2 cores of an AMD EPYC, idle:
 * 19 to 20).
 */
const usual = 20

/** Hashes 32 MiB five times, to measure the machine's usual speed. @returns milliseconds, the median */
export function measureSpeed(): number {
  const data = Buffer.alloc(32 * 2 ** 20)
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    createHash('sha256').update(data).digest()
    return performance.now() - began
  })
  return times.toSorted((one, other) => one - other)[2] ?? usual
}

/** Maximum milliseconds that a test waits for a condition: 30 s, and longer on a slower machine. */
export const deadlineOf = (milliseconds: number): number => Math.round(30_000 * Math.max(1, milliseconds / usual))

/** The deadline of this test run, in milliseconds. */
export const deadline = Number(process.env.TEST_DEADLINE ?? deadlineOf(0))
