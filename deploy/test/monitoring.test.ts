import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/*
 * What dashboards, alerts and runbooks ask for exists: names and labels are compared with what the sources export. What prom-client
 * exports by itself has no source here.
 */

const folder = (name: string) => join(root, 'deploy', name)
const read = (name: string) => readFileSync(folder(name), 'utf8')

const files = (name: string, ending: string) => readdirSync(folder(name)).filter((file) => file.endsWith(ending))

/** The sources that make metrics. */
const sources = ['gateway/src', 'libs/bus/src', 'libs/db/src', 'libs/runtime/src', 'services'].flatMap((at) =>
  readdirSync(join(root, at), { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?!.*(node_modules|\btest\/)).*\.ts$/.test(file))
    .map((file) => readFileSync(join(root, at, file), 'utf8')),
)
const exported = new Set(sources.flatMap((text) => [...text.matchAll(/'(kingcar_[a-z_]+)'/g)].map(([, name]) => name)))

type Panel = { title: string; gridPos: object; targets: { refId: string; expr: string }[] }
type Dashboard = { uid: string; title: string; schemaVersion: number; templating: object; panels: Panel[] }

const dashboards = files('monitoring/dashboards', '.json').map(
  (file) => JSON.parse(read(`monitoring/dashboards/${file}`)) as Dashboard,
)
const alerts = [
  ...read('monitoring/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: '(.*)'\n[\s\S]*?runbook_url: (\S+)/g),
].map(([, name = '', expr = '', runbook = '']) => ({ name, expr, runbook }))
const pages = files('monitoring/runbooks', '.md')
const expressions = [
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
  ...alerts.map(({ expr }) => expr),
  ...pages.map((page) => read(`monitoring/runbooks/${page}`)),
]

test('every metric in a query is exported', () => {
  expect(exported.size).toBeGreaterThan(25)
  const asked = expressions.flatMap((text) => [...text.matchAll(/kingcar_[a-z_]+/g)].map(([name]) => name))
  expect(asked.length).toBeGreaterThan(50)
  const missing = asked.filter((name) => !exported.has(name) && !exported.has(name.replace(/_(bucket|count|sum)$/, '')))
  expect(missing).toEqual([])
})

test('every exported metric is on a dashboard, in an alert or in a runbook', () => {
  const shown = expressions.join('\n')
  expect([...exported].filter((name) => !shown.includes(String(name)))).toEqual([])
})

test('every alert has its runbook, and every runbook its alert', () => {
  expect(alerts.length).toBe(read('monitoring/alerts.yml').split('- alert:').length - 1)
  expect(new Set(alerts.map(({ runbook }) => runbook))).toEqual(
    new Set(pages.map((page) => `deploy/monitoring/runbooks/${page}`)),
  )
  for (const { name, runbook } of alerts) expect(readFileSync(join(root, runbook), 'utf8')).toContain(`# ${name}\n`)
})

test('every alert has test series with which it fires, and with which it does not', () => {
  type Case = { name: string; alert_rule_test: { alertname: string; exp_alerts: object[] }[] }
  const { tests } = parse(read('monitoring/alerts.test.yml')) as { tests: Case[] }
  const tried = tests.flatMap(({ alert_rule_test: rules }) =>
    rules.map(({ alertname, exp_alerts: expected }) => `${alertname} ${expected.length > 0}`),
  )
  expect(new Set(tried)).toEqual(new Set(alerts.flatMap(({ name }) => [`${name} true`, `${name} false`])))
})

test('a dashboard has the fields that Grafana needs', () => {
  expect(dashboards).toHaveLength(4)
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { schemaVersion, panels, templating } of dashboards) {
    expect([schemaVersion, templating]).toEqual([39, { list: [] }])
    for (const { title, gridPos, targets } of panels) {
      expect([title, gridPos, targets]).toEqual([expect.any(String), expect.any(Object), expect.any(Array)])
      expect(targets.map(({ expr }) => expr)).not.toContain('')
    }
  }
})
