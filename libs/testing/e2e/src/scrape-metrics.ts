import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Product, type ProductProcess, productProcesses } from './product.ts'

/* Metrics as Prometheus scrapes them, and as dashboards and alerts query them. */

type Labels = Readonly<Record<string, string>>
type Sample = { name: string; labels: Labels; value: number }

/** The samples of a process's /metrics. */
export async function scrape(product: Pick<Product, 'operations'>, process: ProductProcess): Promise<Sample[]> {
  const text = await (await fetch(`${await product.operations(process)}/metrics`)).text()
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, of]) => [label, of])),
    value: Number(value),
  }))
}

/** The sum of a metric's samples with these labels; 0 if there are none. */
export const sumOf = (samples: readonly Sample[], name: string, labels: Labels = {}): number =>
  samples
    .filter(
      (sample) => sample.name === name && Object.entries(labels).every(([of, text]) => sample.labels[of] === text),
    )
    .reduce((sum, { value }) => sum + value, 0)

/** A metric in an expression: its labels, and the required values. */
type MetricQuery = { name: string; labels: string[]; selected: [label: string, is: RegExp][] }

const root = resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every expression of the dashboards and alerts. */
export function expressions(): string[] {
  const panels = globSync('deploy/monitoring/dashboards/*.json', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/"expr": (".*")/g)].map(([, text = '']) => String(JSON.parse(text))),
  )
  return [
    ...panels,
    ...[...read('deploy/monitoring/alerts.yml').matchAll(/expr: '(.*)'$/gm)].map(([, text = '']) => text),
  ]
}

/** Metrics and labels of Prometheus itself: whether a scrape succeeded, and the job's name. */
const ofPrometheus = ['up', 'job']

/** Only servers with TLS, and services with a replica of their database, export these; the product of these tests has neither. */
const onlyThere = ['kingcar_certificate_expiry_timestamp_seconds', 'kingcar_database_searches_total']

/** The metrics that an expression needs from processes. */
export function queriesOf(expression: string): MetricQuery[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
  const metrics = expression.matchAll(/\b((?:kingcar|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)
  return [...metrics].map(([, name = '', selector = '']) => {
    const selected = [...selector.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].map(
      ([, label = '', how, text = '']): [string, RegExp] => [
        label,
        new RegExp(`^(?:${how === '=' ? literal(text) : text})$`),
      ],
    )
    const isAsked = (label: string) => !ofPrometheus.includes(label)
    const isOfIt = (label: string) => isAsked(label) && (label !== 'le' || name.endsWith('_bucket'))
    return { name, labels: grouped.filter(isOfIt), selected: selected.filter(([label]) => isAsked(label)) }
  })
}

const literal = (text: string) => text.replaceAll(/[^\w]/g, '\\$&')

/** Metrics, labels and label values of the expressions that no process exports. */
export async function missingIn(product: Pick<Product, 'operations'>): Promise<string[]> {
  const samples = (await Promise.all(productProcesses.map((process) => scrape(product, process)))).flat()
  const isThere = ({ name, labels, selected }: MetricQuery) =>
    samples.some(
      (sample) =>
        sample.name === name &&
        labels.every((label) => label in sample.labels) &&
        selected.every(([label, is]) => is.test(sample.labels[label] ?? '')),
    )
  return expressions().filter(
    (expression) => !onlyThere.some((name) => expression.includes(name)) && !queriesOf(expression).every(isThere),
  )
}
