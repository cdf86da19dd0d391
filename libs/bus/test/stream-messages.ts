import { setImmediate } from 'node:timers/promises'
import { type Bus, visitSubject } from '../src/index.ts'

/** Messages of VISITS, numbered. */
export const visits = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    subject: visitSubject,
    id: `visit-${first + at}`,
    data: JSON.stringify({ number: first + at }),
  }))

export const numberOf = ({ data }: { data: Uint8Array }) =>
  (JSON.parse(Buffer.from(data).toString()) as { number: number }).number

export const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

/** Publishes visits continuously, retrying failures, until stopped; returns their number. */
export function publishing(bus: Bus, first = 0) {
  let stopped = false
  let next = first
  const running = (async () => {
    while (!stopped) {
      const stored = await bus.append(visits(next, 10)).then(
        () => true,
        () => false,
      )
      if (stored) next += 10
      else await setImmediate() // publishing fails immediately while the server is unreachable
    }
  })()
  return {
    get count() {
      return next
    },
    async stop() {
      stopped = true
      await running
      return next
    },
  }
}
