import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { operationsPorts } from '../local/configuration/config.ts'

/*
 * What dashboards, alerts and runbooks ask for exists: names and labels are compared with what the sources export. What prom-client
 * exports by itself has no source here.
 */

const folder = (name: string) => join(root, 'deploy', name)
const read = (name: string) => readFileSync(folder(name), 'utf8')

const files = (name: string, ending: string) => readdirSync(folder(name)).filter((file) => file.endsWith(ending))

/** The operations port of each process with `npm start`. */
const processPorts = Object.fromEntries(
  operationsPorts(9101)
    .filter(({ name }) => name !== 'simulator')
    .map(({ name, port }) => [name, port]),
)

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
const exprOf = (alert: string) => alerts.find(({ name }) => name === alert)?.expr ?? ''
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

test('the alert of memory fires below every limit that is set', () => {
  const threshold = Number(/process_resident_memory_bytes\S* > (\S+)$/.exec(exprOf('MemoryHigh'))?.[1])
  const manifests = files('kubernetes/base/processes', '.yaml').map((file) => read(`kubernetes/base/processes/${file}`))
  const unit = readdirSync(folder('systemd')).map((file) => read(`systemd/${file}`))
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
  const sizes = [
    ...manifests.flatMap((text) => [...text.matchAll(/limits: \{ memory: (\d+)(Mi|Gi) \}/g)]),
    ...compose.matchAll(/mem_limit: (\d+)(g)\n/g),
    ...unit.join('\n').matchAll(/^Memory(?:Max|High)=(\d+)([MG])$/gm),
  ].map(([, count, unit]) => Number(count) * (unit?.startsWith('M') ? 2 ** 20 : 2 ** 30))
  expect(sizes.length).toBeGreaterThan(6)
  expect(threshold).toBeGreaterThan(250e6) // well above what processes use
  for (const size of sizes) expect(threshold / size).toBeLessThan(0.8)
})

test('the alert of certificates knows those of the cluster', () => {
  const made = read('kubernetes/overlays/production/servers/certificates.yaml').matchAll(/secretName: (\S+)/g)
  const names = new Set([...made].map(([, name]) => name))
  expect(new Set(/name=~"([^"]+)"/.exec(exprOf('CertificateExpires'))?.[1]?.split('|'))).toEqual(names)
})

test('every alert has its runbook, and every runbook its alert', () => {
  expect(alerts.length).toBe(read('monitoring/alerts.yml').split('- alert:').length - 1)
  expect(new Set(alerts.map(({ runbook }) => runbook))).toEqual(
    new Set(pages.map((page) => `deploy/monitoring/runbooks/${page}`)),
  )
  for (const { name, runbook } of alerts) expect(readFileSync(join(root, runbook), 'utf8')).toContain(`# ${name}\n`)
})

/** Installations, as the lines of the runbooks name them. */
const installations = ['npm start', 'containers', 'a cluster']

test.each(pages)('%s has commands for each installation, which name what is there', (page) => {
  const text = read(`monitoring/runbooks/${page}`)
  const lines = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
  const commands = lines.filter((line) => !/^[A-Z]+=/.test(line))
  for (const line of commands) expect(line).toMatch(/ {3}# (?:npm start|containers|a cluster)/)
  for (const each of installations) expect(lines.some((line) => line.includes(each))).toBe(true)
  const compose = Object.keys(parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }).services)
  const named = [
    ...text.matchAll(/docker compose (?:exec|logs --no-log-prefix \S+ \S+|restart|ps --all) ([a-z]+)/g),
  ].map(([, name]) => String(name))
  expect(named.filter((name) => !compose.includes(name))).toEqual([])
  const apps = [...text.matchAll(/(?:--selector app=|deploy\/)([a-z]+)(?![\w/])/g)].map(([, name]) => String(name))
  expect(apps.filter((name) => !['nats', ...Object.keys(processPorts)].includes(name))).toEqual([])
  for (const [, port, path] of text.matchAll(/127\.0\.0\.1:(91\d\d)\/(\w+)/g)) {
    expect(Object.values(processPorts)).toContain(Number(port))
    expect(path).toBe('readyz')
  }
  const links = [...text.matchAll(/\]\(([\w./-]+\.md)/g)].map(([, to]) =>
    join(folder('monitoring/runbooks'), String(to)),
  )
  expect(links.filter((to) => !existsSync(to))).toEqual([])
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
  expect(dashboards).toHaveLength(5)
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length)
  for (const { schemaVersion, panels, templating } of dashboards) {
    expect([schemaVersion, templating]).toEqual([39, { list: [] }])
    for (const { title, gridPos, targets } of panels) {
      expect([title, gridPos, targets]).toEqual([expect.any(String), expect.any(Object), expect.any(Array)])
      expect(targets.map(({ expr }) => expr)).not.toContain('')
    }
  }
})
