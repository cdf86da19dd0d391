import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../local/build.ts'
import { runStarter } from './start-command.ts'

beforeAll(() => build(() => undefined))

async function call<T>(url: string, options: { method?: string; body?: object; token?: string } = {}): Promise<T> {
  const { body, token, method = body ? 'POST' : 'GET' } = options
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, url).toBeLessThan(300)
  return ((await response.json()) as { result: T }).result
}

type Page = { totalElements: number }

test('without a demo nothing is there, and the first administrator joins with the code that the start says', async () => {
  await using folder = temporaryFolder()
  await using product = runStarter(folder.path, { DEMO: 'none' })
  const { http, joinCode, ...ready } = await product.ready()
  const none = { email: null, password: null, recognizer: null, stores: [], setupCode: expect.any(String) }
  expect(ready).toMatchObject(none)
  expect(existsSync(join(folder.path, 'demo.json'))).toBe(false)
  const account = { email: 'first@kingcar.test', password: 'a long enough phrase' }
  await call(`${http}/admin/api/join`, { body: { ...account, name: '첫 관리자', joinCode } })
  const { accessToken: token } = await call<{ accessToken: string }>(`${http}/admin/api/login`, { body: account })
  for (const list of ['stores', 'members', 'orders', 'visits'])
    expect(await call<Page>(`${http}/admin/api/${list}`, { token })).toMatchObject({ totalElements: 0 })
})

const lists = ['stores', 'members', 'orders', 'userProducts', 'useLogs', 'visits']

/** A start with the history, an administrator's token and how long the lists are. */
async function startWithHistory(dataDir: string) {
  await using opened = new AsyncDisposableStack()
  const product = opened.use(runStarter(dataDir, { DEMO: 'history' }))
  const ready = await product.ready()
  const { http, email, password } = ready
  const { accessToken: token } = await call<{ accessToken: string }>(`${http}/admin/api/login`, {
    body: { email, password },
  })
  const pages = await Promise.all(lists.map((list) => call<Page>(`${http}/admin/api/${list}?size=1`, { token })))
  const counts = pages.map(({ totalElements }) => totalElements)
  const held = opened.move()
  return { ...ready, token, counts, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

test('the next start adds nothing to the history, the command removes it but for what a person made, the console finds none, and a restart makes none', async () => {
  await using folder = temporaryFolder()
  let first: number[]
  {
    await using product = await startWithHistory(folder.path)
    first = product.counts
  }
  const [storeCount, members = 0, orders = 0, , , visits = 0] = first
  expect(storeCount).toBe(3)
  expect(members).toBeGreaterThan(100)
  expect(orders).toBeGreaterThan(200)
  expect(visits).toBeGreaterThan(10_000)
  {
    await using product = await startWithHistory(folder.path)
    const { http, token, stores, counts } = product
    expect(counts).toEqual(first)
    const [, second] = stores
    await call(`${http}/admin/api/devices`, { token, body: { storeId: second?.id, name: '입구' } })
    const { id: visit } = await call<{ id: string }>(`${http}/admin/api/visits`, {
      ...{ token, body: { storeId: second?.id, carNumber: '12가3456', reason: '손으로' } },
    })
    await using command = runStarter(folder.path, {}, [process.execPath, 'deploy/local/demo.ts', '--remove'])
    expect(await command.exited, command.output()).toBe(0)
    const printed = command
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(printed).toContainEqual({ kind: 'stores', removed: 2, kept: 1 })
    expect(printed.find(({ kind }) => kind === 'visits').removed).toBeGreaterThan(10_000)
    const rest = await call<{ items: { removable: number }[] }>(`${http}/admin/api/demo`, { token })
    expect(rest.items.filter(({ removable }) => removable > 0)).toEqual([])
    const again = await call<{ unavailable: string[] }>(`${http}/admin/api/demo`, { token, method: 'DELETE' })
    expect(again.unavailable).toEqual([])
    expect(await call(`${http}/admin/api/visits/${visit}`, { token })).toMatchObject({ storeName: second?.name })
    await using figures = runStarter(folder.path, {}, [process.execPath, 'deploy/local/figures.ts', '--check'])
    expect(await figures.exited, figures.output()).toBe(0)
    const { content } = await call<{ content: { entityId: string }[] }>(
      `${http}/admin/api/auditLogs?q=removeDemo&size=100`,
      { token },
    )
    const audited = new Set(content.map(({ entityId }) => entityId))
    expect(audited).toEqual(new Set(['catalog', 'member', 'orders', 'recognition']))
  }
  await using product = await startWithHistory(folder.path)
  const { recognizer, stores, counts } = product
  expect({ recognizer, stores: stores.length }).toEqual({ recognizer: null, stores: 1 })
  expect(counts).toEqual([1, 0, 0, 0, 0, 1])
})
