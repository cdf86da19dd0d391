import { liveClose } from '@kingcar/contract'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const reasons = new Map<number, string>(Object.entries(liveClose).map(([reason, code]) => [code, reason]))

/** @param open returns the number of open sockets */
export function createLiveMetrics(register: Registry, open: () => number) {
  const registers = [register]
  new Gauge({
    name: 'kingcar_live_sockets',
    help: 'Open live sockets',
    registers,
    collect() {
      this.set(open())
    },
  })
  const closings = new Counter({
    name: 'kingcar_live_closings_total',
    help: 'Live sockets closed by the gateway, by reason; silent means no pong',
    labelNames: ['reason'],
    registers,
  })
  const delay = new Histogram({
    name: 'kingcar_live_frame_delay_seconds',
    help: 'Time from storing a visit in VISITS to writing its frame to the sockets of this gateway',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  })
  return {
    gaps: new Counter({
      name: 'kingcar_live_gaps_total',
      help: 'Gaps sent to slow viewers; viewers at the same position count once',
      registers,
    }),
    closed: (code: number | 'silent') =>
      closings.inc({ reason: code === 'silent' ? code : (reasons.get(code) ?? 'other') }),
    /** @param storedAt Unix milliseconds by the clock of nats-server */
    written: (storedAt: number) => delay.observe(Math.max(0, Date.now() - storedAt) / 1_000),
  }
}
