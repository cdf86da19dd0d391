import { Gauge, type Registry } from 'prom-client'
import { withTimeLimit } from './time-limit.ts'

/** Milliseconds that a scrape waits for the values. */
const timeout = 1_000

/** Metric name and help by the key of the value. */
type GaugeDefinitions<F extends string> = Record<F, { name: string; help: string }>

/**
 * Registers gauges whose values are read together, only when they are scraped. If reading fails or takes longer than a
 * second, the gauges are omitted from the scrape instead of showing old values; `look` itself logs the reason.
 * @param labels the same for each gauge
 */
export function registerLazyGauges<F extends string>(
  register: Registry,
  figures: GaugeDefinitions<F>,
  look: () => Promise<Record<F, number>>,
  labels: Record<string, string> = {},
): void {
  let looking: Promise<Record<F, number> | undefined> | undefined
  const lookOnce = () => {
    looking ??= withTimeLimit<Record<F, number> | undefined>(timeout, look(), () => undefined)
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  for (const [figure, { name, help }] of Object.entries(figures) as [F, { name: string; help: string }][]) {
    const known = register.getSingleMetric(name)
    const gauge = known instanceof Gauge ? known : labelled(register, name, help, Object.keys(labels))
    const collectOthers = collectors.get(gauge) ?? []
    collectOthers.push(async () => {
      const found = await lookOnce()
      if (found) gauge.set(labels, found[figure])
      else gauge.remove(labels)
    })
    collectors.set(gauge, collectOthers)
  }
}

/** Collectors of a gauge: one for each set of labels. */
const collectors = new WeakMap<Gauge, (() => Promise<void>)[]>()

function labelled(register: Registry, name: string, help: string, labelNames: string[]): Gauge {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [register],
    async collect() {
      await Promise.all((collectors.get(gauge) ?? []).map((collect) => collect()))
    },
  })
  return gauge
}
