import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const seconds = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600, 3_600]

/** Figures of the path from a read to its visit. */
export function createMetrics(register: Registry) {
  const registers = [register]
  return {
    reads: new Counter({
      name: 'kingcar_recognition_reads_total',
      help: 'Messages of READS by what became of them: accepted, rejected, known, test or deadLetter',
      labelNames: ['outcome'],
      registers,
    }),
    visits: new Counter({
      name: 'kingcar_recognition_visits_published_total',
      help: 'Visits published to VISITS, changed ones again',
      registers,
    }),
    batch: new Histogram({
      name: 'kingcar_recognition_batch_reads',
      help: 'Messages taken at once',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    heartbeats: new Counter({
      name: 'kingcar_recognition_heartbeats_total',
      help: 'Signs of life of devices: taken, or invalid',
      labelNames: ['outcome'],
      registers,
    }),
    readsFillRatio: new Gauge({
      name: 'kingcar_recognition_reads_filling_ratio',
      help: 'Bytes that READS holds of those that it may; from 0.95 on no device is let in',
      registers,
    }),
    lag: new Histogram({
      name: 'kingcar_recognition_lag_seconds',
      help: 'From the arrival of a read in READS until its visit is published',
      buckets: seconds,
      registers,
    }),
    age: new Histogram({
      name: 'kingcar_recognition_read_age_seconds',
      help: "From the camera's clock until the arrival in READS",
      buckets: seconds,
      registers,
    }),
  }
}
