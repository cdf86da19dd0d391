import { Gauge, type Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export const createMetrics = (register: Registry) => ({
  imagesFillRatio: new Gauge({
    name: 'kingcar_catalog_images_filling_ratio',
    help: 'Used share (0 to 1) of the image object store; from 0.8 on the oldest device images are evicted',
    registers: [register],
  }),
})
