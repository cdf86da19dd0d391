import { gateReasons } from '@kingcar/contract'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const seconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600, 3_600]

export function createMetrics(register: Registry) {
  const registers = [register]
  const gateDecisions = new Counter({
    name: 'kingcar_recognition_gate_decisions_total',
    help: 'Decisions about cars at gates, by reason and whether the gate opens',
    labelNames: ['reason', 'open'],
    registers,
  })
  for (const reason of gateReasons) gateDecisions.inc({ reason, open: 'false' }, 0) // a rate needs a value before the first one
  const eventsDropped = new Counter({
    name: 'kingcar_recognition_events_dropped_total',
    help: 'Events for partners that were not emitted, because their device exceeded its budget, by kind: gateDecision or visitEnd',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of ['gateDecision', 'visitEnd']) eventsDropped.inc({ kind }, 0)
  return {
    gateDecisions,
    eventsDropped,
    gateDelay: new Histogram({
      name: 'kingcar_recognition_gate_decision_seconds',
      help: 'Time from the arrival of a read at a gate in READS to its decision; if it takes more than two seconds the recognizer decides',
      buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 5, 10, 30],
      registers,
    }),
    reads: new Counter({
      name: 'kingcar_recognition_reads_total',
      help: 'Messages of READS by outcome: accepted, rejected, known (a repetition), test (of a device) or deadLetter',
      labelNames: ['outcome'],
      registers,
    }),
    visits: new Counter({
      name: 'kingcar_recognition_visits_published_total',
      help: 'Visit revisions published to VISITS',
      registers,
    }),
    batch: new Histogram({
      name: 'kingcar_recognition_batch_reads',
      help: 'Messages per batch of READS',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    heartbeats: new Counter({
      name: 'kingcar_recognition_heartbeats_total',
      help: 'Heartbeats of devices by outcome: taken or invalid',
      labelNames: ['outcome'],
      registers,
    }),
    readsFillRatio: new Gauge({
      name: 'kingcar_recognition_reads_filling_ratio',
      help: 'Used share (0 to 1) of the stream READS; from 0.95 on no device can sign in',
      registers,
    }),
    lag: new Histogram({
      name: 'kingcar_recognition_lag_seconds',
      help: 'Time from the arrival of a read in READS to the publication of its visit; without reads whose tracks are still being gathered',
      buckets: seconds,
      registers,
    }),
    age: new Histogram({
      name: 'kingcar_recognition_read_age_seconds',
      help: "Time from the camera's timestamp to the arrival in READS",
      buckets: seconds,
      registers,
    }),
  }
}
