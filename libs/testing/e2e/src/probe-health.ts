import { setTimeout as wait } from 'node:timers/promises'
import { send } from './http.ts'
import { latencyAt } from './latency.ts'

/** Milliseconds of the health probe's responses; infinite if there are none. */
export type Health = { asked: number; p50: number; p99: number }

/** Probes health twenty times a second until it is stopped, like a load balancer. */
export function probeHealth(base: string): { stop(): Promise<Health> } {
  const times: number[] = []
  let stopped = false
  const running = (async () => {
    for (; !stopped; await wait(50)) {
      const began = performance.now()
      const status = await send(base, 'GET', '/api/health').then(
        (reply) => reply.status,
        () => 0,
      )
      times.push(status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY)
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      return { asked: times.length, p50: latencyAt(times, 0.5), p99: latencyAt(times, 0.99) }
    },
  }
}
