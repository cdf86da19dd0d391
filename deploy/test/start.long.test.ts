import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { termsTypes } from '@kingcar/contract'
import { temporaryFolder } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../local/build.ts'
import type { Ready } from '../local/product.ts'
import { listens, pidOf, processesOf, runStarter, startedBefore } from './start-command.ts'

beforeAll(() => build(() => undefined))

const listeners = ({ http, nats, mqtt }: Ready) => Promise.all([http, nats, mqtt].map(listens))
/** What `/dev/outbox` answers. */
async function outbox({ http }: Ready): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${http}/dev/outbox`)
  return [response.status, await response.json()]
}

test('SIGTERM stops the product, and a second start has the data and repeats nothing', async () => {
  await using folder = temporaryFolder()
  const first = runStarter(folder.path)
  const ready = await first.ready()
  expect(ready).toMatchObject({
    email: 'admin@kingcar.test',
    password: 'kingcar-demo-1234',
    recognizer: { storeId: ready.stores[0]?.id, deviceId: expect.any(String) },
  })
  const [device] = JSON.parse(await readFile(join(folder.path, 'recognizer.json'), 'utf8')) as { secret: string }[]
  expect(device?.secret).toMatch(/^[\w-]{43}$/)
  expect(first.output()).not.toContain(device?.secret)
  expect(ready.stores).toHaveLength(3)
  const inForce = async (type: string) => (await fetch(`${ready.http}/api/terms?termsType=${type}`)).json()
  for (const type of termsTypes) {
    expect(await inForce(type)).toMatchObject({ result: [{ type, version: 1, required: type !== 'MARKETING' }] })
  }
  expect(first.stdout().trimEnd().split('\n').at(-1)).toMatch(/^ready \{/)
  expect(await listeners(ready)).toEqual([true, true, true])
  expect(await outbox(ready)).toEqual([200, expect.objectContaining({ result: [] })])
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)
  expect(processesOf(folder.path)).toEqual([])
  expect(await listeners(ready)).toEqual([false, false, false])

  await using second = runStarter(folder.path)
  expect(await second.ready()).toMatchObject({ stores: ready.stores, recognizer: ready.recognizer })
  expect(second.output()).not.toMatch(/building|applied/) // what makes a first start slow
})

test('kill -9 of the start command leaves no process and no port, and the next start uses the data', async () => {
  await using folder = await startedBefore()
  const first = runStarter(folder.path)
  const ready = await first.ready()
  first.child.kill('SIGKILL')
  await first.exited
  await using second = runStarter(folder.path) // immediately, while the leashes are still ending processes
  expect((await second.ready()).stores).toEqual(ready.stores)
  expect(await listeners(ready)).toEqual([false, false, false])
  second.child.kill('SIGKILL')
  await expect.poll(() => processesOf(folder.path)).toEqual([])
})

test('a process that dies is restarted, and a second start on the same folder is rejected', async () => {
  await using folder = await startedBefore()
  await using product = runStarter(folder.path)
  const ready = await product.ready()
  await using other = runStarter(folder.path)
  expect(await other.exited).toBe(1)
  expect(other.output()).toContain(`Another process (${product.pid}) uses ${folder.path}.`)

  for (const name of ['dist/gateway.mjs', 'dist/portone-simulator.mjs', 'nats-server', 'bin/postgres']) {
    const before = pidOf(folder.path, name) as number
    process.kill(before, 'SIGKILL')
    const gone = () => [undefined, before].includes(pidOf(folder.path, name))
    await expect.poll(gone).toBe(false)
    const answer = async () => (await fetch(`${ready.http}/api/stores`).catch(() => undefined))?.status
    await expect.poll(answer).toBe(200)
  }
  expect(product.stdout().trimEnd().split('\n')).toHaveLength(1)
})

test('the end of the parent process stops the product', async () => {
  await using folder = await startedBefore()
  const shell = runStarter(folder.path, {}, ['/bin/sh', '-c', `"${process.execPath}" deploy/local/start.ts; true`])
  await shell.ready()
  shell.child.kill('SIGKILL')
  await expect.poll(() => processesOf(folder.path)).toEqual([])
})

// ASVS 6.3.2, 11.1.1, 13.2.3, 13.3.1, 13.4.2, 16.2.3, 16.4.2
test('only their owner can read secrets', async () => {
  await using folder = temporaryFolder()
  await using product = runStarter(folder.path, { NODE_ENV: 'production' })
  const ready = await product.ready()
  expect(ready).toMatchObject({ email: null, password: null, recognizer: null, stores: [] })
  // ASVS 16.2.3
  for (const name of ['secrets.json', 'processes', 'logs/member.log', 'logs/postgres.log'])
    expect(statSync(join(folder.path, name)).mode & 0o077).toBe(0)
  expect(existsSync(join(folder.path, 'demo.json'))).toBe(false)
  expect(await outbox(ready)).toEqual([404, expect.objectContaining({ success: false })])
})
