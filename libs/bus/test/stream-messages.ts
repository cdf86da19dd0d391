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

/** Publishes visits without a pause, again after a failure, until it is stopped; gives back how many there are. */
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
      else await setImmediate() // it fails at once while the server is away
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
