import { Gauge, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Figures of what this service keeps. */
export const createMetrics = (register: Registry) => ({
  imagesFillRatio: new Gauge({
    name: 'kingcar_catalog_images_filling_ratio',
    help: 'Bytes that the object store of pictures holds of those that it may; from 0.8 on the oldest of devices go',
    registers: [register],
  }),
})
