import { Gauge, type Registry } from 'prom-client'
import { withTimeLimit } from './time-limit.ts'

/** Milliseconds that a scrape waits for what has to be looked up. */
const patience = 1_000

/** A gauge by the name of its figure. */
type GaugeDefinitions<F extends string> = Record<F, { name: string; help: string }>

/**
 * Gauges whose figures are looked up together each time that they are scraped, and by nobody else. What cannot be looked up
 * is left out, so that nothing old looks like something new; why it cannot is told by what was asked.
 * @param labels the same on each of them
 */
export function registerLazyGauges<F extends string>(
  register: Registry,
  figures: GaugeDefinitions<F>,
  look: () => Promise<Record<F, number>>,
  labels: Record<string, string> = {},
): void {
  let looking: Promise<Record<F, number> | undefined> | undefined
  const lookOnce = () => {
    looking ??= withTimeLimit<Record<F, number> | undefined>(patience, look(), () => undefined)
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

/** What fills a gauge; one with labels is filled by several. */
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
