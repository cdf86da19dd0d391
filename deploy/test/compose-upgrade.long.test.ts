import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { hasProgram } from '@kingcar/e2e/haproxy'
import { type Product, startProduct } from '@kingcar/e2e/product'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { runCommand } from '@kingcar/localstack/run-command'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import { deadline } from '@kingcar/testing/deadline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Containers, openContainers } from './compose-of-processes.ts'
import { shellBlock } from './document-blocks.ts'

/*
 * deploy/container/upgrade.sh exchanges gateways under load: requests each 10 ms, half of them on connections of their own and half
 * on connections that stay open. A refused request got no connection; a late one got its response after more than a second.
 */

const script = shellBlock('deploy/README.md', 'sh deploy/container/upgrade.sh')

type Outcome = { at: number; ms: number; status: number | string }

/** Sends requests until it is stopped, and returns what became of each. */
function load(url: string): { stop(): Promise<Outcome[]> } {
  const kept = new Agent({ keepAlive: true, maxSockets: 20 })
  const sent: Promise<Outcome>[] = []
  const ask = (agent: Agent | false) =>
    new Promise<Outcome>((resolve) => {
      const at = performance.now()
      const end = (status: number | string) => resolve({ at, ms: performance.now() - at, status })
      request(`${url}/api/stores`, { agent }, (response) => {
        response.resume().on('end', () => end(response.statusCode ?? 0))
      })
        .on('error', (error) => end('code' in error ? String(error.code) : error.message))
        .end()
    })
  const timer = setInterval(() => sent.push(ask(sent.length % 2 === 0 && kept)), 10)
  return {
    async stop() {
      clearInterval(timer)
      const all = await Promise.all(sent)
      kept.destroy()
      return all
    },
  }
}

/** A second, or longer on a machine that is slower than the reference. */
const late = deadline / 30

const failed = (all: readonly Outcome[]) => all.filter(({ status }) => status !== 200)
/** How many requests had each status or error. */
const countsOf = (all: readonly Outcome[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, ({ status }) => status)].map(([status, each]) => [status, each.length]))
/** Milliseconds from the first failed request to the last one. */
const gapOf = (all: readonly Outcome[]) => {
  const times = failed(all).map(({ at }) => at)
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times)
}

describe.skipIf(!hasProgram('haproxy'))('an upgrade of the containers', () => {
  let product: Product
  let folder: TemporaryFolder
  let containers: Containers

  beforeAll(async () => {
    folder = temporaryFolder()
    product = await startProduct({ RATE_LIMIT: '0' })
    containers = await openContainers(product, folder.path, await freePort())
    for (const each of ['gateway', 'member', 'catalog', 'orders', 'recognition'])
      await containers.start(each, each === 'gateway' ? 'published' : undefined)
  })
  afterAll(async () => {
    await containers?.[Symbol.asyncDispose]()
    await product?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  const runScript = () =>
    runCommand('sh', ['-c', script], { cwd: root, env: { PATH: `${containers.programs}:${process.env.PATH}` } })

  async function upgrade() {
    containers.asked.length = 0
    const { stop } = load(containers.url)
    const { ok, output } = await runScript()
    await wait(1_000) // more requests after it
    const all = await stop()
    expect([ok, output]).toEqual([true, ''])
    const delayed = all.filter(({ ms }) => ms > late).length
    const slowest = Math.round(Math.max(...all.map(({ ms }) => ms)))
    const figures = { requests: all.length, failed: failed(all).length, gap: Math.round(gapOf(all)), delayed, slowest }
    process.stdout.write(`upgrade ${JSON.stringify(figures)}\n`)
    return { all, delayed }
  }
  const versions = () =>
    Object.fromEntries(['gateway', 'member', 'proxy'].map((each) => [each, containers.running(each)]))
  const statusOf = async () => (await fetch(`${containers.url}/api/stores`)).status

  test('whose proxy does not start leaves the version before with its port, and then succeeds', async () => {
    containers.next('2')
    containers.failAt('compose up --detach --wait --no-deps proxy')
    const { ok, output } = await runScript()
    expect([ok, output]).toEqual([false, expect.stringContaining('The version before serves. Run the command again')])
    expect(versions()).toEqual({ gateway: ['1'], member: ['1'], proxy: [] })
    expect(await statusOf()).toBe(200)
  })

  test('from a version without the proxy refuses connections for at most a second', async () => {
    const { all, delayed } = await upgrade()
    expect(all.length).toBeGreaterThan(100)
    expect(Object.keys(countsOf(all))).toEqual(['200', 'ECONNREFUSED'])
    expect(gapOf(all)).toBeLessThan(late)
    expect(delayed).toBe(0)
    expect(versions()).toEqual({ gateway: ['2'], member: ['2'], proxy: ['2'] })
  })

  test('of the same version replaces nothing', async () => {
    containers.asked.length = 0
    expect(await runScript()).toMatchObject({ ok: true })
    expect(versions()).toEqual({ gateway: ['2'], member: ['2'], proxy: ['2'] })
    expect(containers.asked.filter(({ command }) => /^(?:stop|rm) /.test(command))).toEqual([])
  })

  test('with a mistake in the configuration of the proxy ends before anything changes', async () => {
    containers.asked.length = 0
    containers.next('3', (text) => `${text}\nmistake\n`)
    const { ok, output } = await runScript()
    expect([ok, output]).toEqual([false, expect.stringContaining('mistake')])
    expect(containers.asked).toHaveLength(1)
    expect(versions()).toEqual({ gateway: ['2'], member: ['2'], proxy: ['2'] })
  })

  test('to a version that the database is too new for ends before nats-server gets the permissions of that version', async () => {
    containers.asked.length = 0
    containers.failAt('setup setup --check')
    expect(await runScript()).toMatchObject({ ok: false })
    expect(containers.asked.map(({ command }) => command).filter((each) => !each.includes(' run '))).toEqual([])
    expect(containers.asked.map(({ command }) => command)).not.toContainEqual(expect.stringMatching(/secrets$/))
    expect(versions()).toEqual({ gateway: ['2'], member: ['2'], proxy: ['2'] })
  })

  test('that fails before requests go to it leaves the version before, as many of each as there were', async () => {
    containers.next('2')
    await containers.start('gateway')
    containers.next('3')
    containers.failAt('compose up --detach --wait --no-deps --no-recreate')
    expect(await runScript()).toMatchObject({ ok: false })
    expect(versions()).toEqual({ gateway: ['2', '2'], member: ['2'], proxy: ['2'] })
    expect(await statusOf()).toBe(200)
  })

  test('between versions with the proxy fails no request, loads the new configuration, and keeps two gateways', async () => {
    containers.next('3', (text) =>
      text.replace('frontend edge\n', 'frontend edge\n  http-response set-header X-Changed yes\n'),
    )
    const { all, delayed } = await upgrade()
    expect(countsOf(all)).toEqual({ 200: all.length })
    expect(delayed).toBe(0)
    const migrated = containers.asked.find(({ command }) => command.endsWith(' setup'))
    expect(migrated).toEqual({ command: 'compose run --rm --no-deps --no-TTY setup', gateways: 2 }) // those before serve
    expect(versions()).toEqual({ gateway: ['3', '3'], member: ['3'], proxy: ['2'] })
    // haproxy reads its configuration beside the requests of connections that are open.
    const header = async () => (await fetch(`${containers.url}/api/stores`)).headers.get('x-changed')
    await expect.poll(header).toBe('yes')
  })
})
