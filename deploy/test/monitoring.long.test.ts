import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { resultOf, signIn } from '@kingcar/e2e/http'
import { openLive } from '@kingcar/e2e/live'
import { type Product, productProcesses, startProduct } from '@kingcar/e2e/product'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findMonitoringProgram } from './monitoring-programs.ts'

/*
 * Debian's Prometheus, Alertmanager and exporter with the files of deploy/monitoring, against a running product. Only addresses
 * and waiting times differ from the files.
 */

const monitoring = join(root, 'deploy/monitoring')
const read = (file: string) => readFileSync(join(monitoring, file), 'utf8')

type Notification = { status: string; alerts: { status: string; labels: Record<string, string> }[] }

const stack = new AsyncDisposableStack()
let product: Product
let folder: TemporaryFolder
let prometheus = ''
const notified: Notification[] = []

beforeAll(async () => {
  ;[product, folder] = [stack.use(await startProduct()), stack.use(temporaryFolder())]
  const hook = createServer(async (request, response) => {
    notified.push((await json(request)) as Notification)
    response.end()
  }).listen(0, '127.0.0.1')
  stack.defer(() => void hook.close())
  await once(hook, 'listening')
  const [port, alertPort, nodePort] = await Promise.all([freePort(), freePort(), freePort()])
  prometheus = `http://127.0.0.1:${port}`

  const addresses = new Map([
    ['127.0.0.1:9093', `127.0.0.1:${alertPort}`],
    ['127.0.0.1:9100', `127.0.0.1:${nodePort}`],
  ])
  for (const [at, name] of productProcesses.entries())
    addresses.set(`127.0.0.1:${9101 + at}`, new URL(await product.operations(name)).host)
  const here = (text: string) => text.replaceAll(/127\.0\.0\.1:9\d{3}/g, (address) => addresses.get(address) ?? address)
  writeFileSync(join(folder.path, 'prometheus.yml'), here(read('prometheus.yml')).replaceAll('15s', '1s'))
  writeFileSync(join(folder.path, 'alerts.yml'), read('alerts.yml').replaceAll(/for: \d+[mh]/g, 'for: 1s'))
  const { global: _mail, ...alertmanager } = parse(read('alertmanager.example.yml'))
  const [{ email_configs: _to, webhook_configs: hooks, ...receiver }] = alertmanager.receivers
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`
  const receivers = [{ ...receiver, webhook_configs: [{ ...hooks[0], url }] }]
  const route = { ...alertmanager.route, group_wait: '1s', group_interval: '1s' }
  writeFileSync(join(folder.path, 'alertmanager.yml'), stringify({ ...alertmanager, route, receivers }))

  const run = async (name: Parameters<typeof findMonitoringProgram>[0], ...args: string[]) => {
    const [program = '', ...before] = await commandOf(name)
    const child = spawn(program, [...before, ...args], { cwd: folder.path, stdio: 'ignore' })
    const exit = once(child, 'exit')
    stack.defer(async () => {
      child.kill()
      await exit
    })
  }
  await run(
    'prometheus',
    '--config.file=prometheus.yml',
    '--storage.tsdb.path=data',
    `--web.listen-address=127.0.0.1:${port}`,
  )
  await run(
    'prometheus-alertmanager',
    '--config.file=alertmanager.yml',
    '--storage.path=alerts',
    '--cluster.listen-address=',
    `--web.listen-address=127.0.0.1:${alertPort}`,
  )
  await run('prometheus-node-exporter', `--web.listen-address=127.0.0.1:${nodePort}`)
})
afterAll(() => stack.disposeAsync())

/** Debian's Alertmanager reads its templates here, and nowhere else. */
const templates = '/usr/share/prometheus/alertmanager'

/** Without an installed package the program of the download gets its templates in a file system of its own. */
async function commandOf(name: Parameters<typeof findMonitoringProgram>[0]): Promise<string[]> {
  const program = await findMonitoringProgram(name)
  if (name !== 'prometheus-alertmanager' || existsSync(templates)) return [program]
  const downloaded = join(dirname(program), '../..', templates)
  const script = `cp -r ${downloaded} templates && mount -t tmpfs tmpfs /usr/share && mkdir -p ${dirname(templates)} &&
    mv templates ${templates} && exec "$0" "$@"`
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, program]
}

type Series = { metric: Record<string, string>; value: [number, string] }

async function query(expression: string): Promise<Series[]> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query: expression })}`)
  const { status, data, error } = (await response.json()) as {
    status: string
    data?: { result: Series[] }
    error?: string
  }
  expect([status, error]).toEqual(['success', undefined])
  return data?.result ?? []
}

const jobsThatAreUp = async () => new Set((await query('up == 1').catch(() => [])).map(({ metric }) => metric.job))

test('every job is up', async () => {
  const jobs = [...productProcesses, 'node'].map((name) => `kingcar-${name}`)
  await expect.poll(jobsThatAreUp).toEqual(new Set(jobs))
})

/** What has no data in a sound installation with `npm start`, as the README says. */
const emptyTable = /^\| panel without data \|[\s\S]*?\n\n/m.exec(read('README.md'))?.[0] ?? ''
const emptyPanels = [...emptyTable.matchAll(/^\| ([^|]+?) \|/gm)].map(([, title]) => title)

test('every panel of a dashboard has data, except those that the README names', async () => {
  const { http, email, password } = product.ready
  const { accessToken: token } = await signIn(http, email, password)
  using _live = await openLive(http, token)
  const [device] = JSON.parse(readFileSync(join(product.dataDir, 'recognizer.json'), 'utf8'))
  await resultOf(http, 'POST', `/admin/api/devices/${device.deviceId}/test`, { token })
  type Panel = { title: string; targets: { expr: string }[] }
  const panels = globSync('dashboards/*.json', { cwd: monitoring }).flatMap(
    (file) => (JSON.parse(read(file)) as { panels: Panel[] }).panels,
  )
  expect(panels.length).toBeGreaterThan(40)
  const empty = async () => {
    const found = await Promise.all(
      panels.map(async ({ title, targets }) => {
        const series = await Promise.all(targets.map(({ expr }) => query(expr)))
        return series.some((each) => each.length > 0) ? [] : [title]
      }),
    )
    return found.flat().filter((title) => !emptyPanels.includes(title))
  }
  await expect.poll(empty).toEqual([])
})

test('the commands of the runbooks for `npm start`, and their statements, run', async () => {
  symlinkSync(product.dataDir, join(folder.path, '.data'))
  mkdirSync(join(product.dataDir, 'backups'), { recursive: true })
  await using sql = { client: postgres(await product.databaseUrl()), [Symbol.asyncDispose]: () => sql.client.end() }
  const operations = await Promise.all(productProcesses.map((name) => product.operations(name)))
  for (const page of globSync('runbooks/*.md', { cwd: monitoring })) {
    const blocks = [...read(page).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
    for (const [, statement = ''] of blocks.join('').matchAll(/^SQL="(.*)"$/gm)) await sql.client.unsafe(statement)
    const own = blocks
      .join('')
      .split('\n')
      .filter((line) => /^[A-Z]+=|# npm start/.test(line) && !/^(?:SQL=|psql|openssl|#)/.test(line))
      .join('\n')
      .replaceAll(/127\.0\.0\.1:910(\d)/g, (_, at) => new URL(operations[Number(at) - 1] ?? '').host)
    const { status, stderr } = spawnSync('bash', ['-e', '-c', own], { cwd: folder.path, encoding: 'utf8' })
    expect([page, status, stderr]).toEqual([page, 0, ''])
  }
})

test('an operator is notified of a process that stops, and of its return', async () => {
  const heard = (status: string) =>
    notified.some(({ alerts }) =>
      alerts.some(
        (alert) =>
          alert.status === status &&
          alert.labels.alertname === 'ProcessDown' &&
          alert.labels.job === 'kingcar-catalog' &&
          alert.labels.severity === 'critical',
      ),
    )
  await product.kill('catalog', 'SIGSTOP')
  await expect.poll(() => heard('firing')).toBe(true)
  await product.kill('catalog', 'SIGCONT').catch(() => undefined) // the start command may have replaced it by now
  await expect.poll(() => heard('resolved')).toBe(true)
})
