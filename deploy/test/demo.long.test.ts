import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../local/build.ts'
import { runStarter } from './start-command.ts'

beforeAll(() => build(() => undefined))

async function call<T>(url: string, options: { body?: object; token?: string } = {}): Promise<T> {
  const { body, token } = options
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
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
  expect(ready).toMatchObject({ email: null, password: null, recognizer: null, stores: [] })
  expect(existsSync(join(folder.path, 'demo.json'))).toBe(false)
  const account = { email: 'first@kingcar.test', password: 'a long enough phrase' }
  await call(`${http}/admin/api/join`, { body: { ...account, name: '첫 관리자', joinCode } })
  const { accessToken: token } = await call<{ accessToken: string }>(`${http}/admin/api/login`, { body: account })
  for (const list of ['stores', 'members', 'orders', 'visits'])
    expect(await call<Page>(`${http}/admin/api/${list}`, { token })).toMatchObject({ totalElements: 0 })
})

test('a first start has the history, and the next one adds nothing to it', async () => {
  await using folder = temporaryFolder()
  const counts = async () => {
    await using product = runStarter(folder.path, { DEMO: 'history' })
    const { http, email, password } = await product.ready()
    const { accessToken: token } = await call<{ accessToken: string }>(`${http}/admin/api/login`, {
      body: { email, password },
    })
    const lists = ['stores', 'members', 'orders', 'userProducts', 'useLogs', 'visits']
    const pages = await Promise.all(lists.map((list) => call<Page>(`${http}/admin/api/${list}?size=1`, { token })))
    return pages.map(({ totalElements }) => totalElements)
  }
  const first = await counts()
  const [stores, members = 0, orders = 0, , , visits = 0] = first
  expect(stores).toBe(3)
  expect(members).toBeGreaterThan(100)
  expect(orders).toBeGreaterThan(200)
  expect(visits).toBeGreaterThan(10_000)
  expect(await counts()).toEqual(first)
})
