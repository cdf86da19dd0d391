import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { ensureDemo } from './demo.ts'
import type { Answer, Gateway } from './gateway-client.ts'

/** What administrators do happens; members see of every list what it was before anything was made. */
function staleGateway(): Gateway & { made(path: string): object[] } {
  const lists = new Map<string, object[]>([['/admin/api/stores', [{ id: 'store', name: '킹카 강남점' }]]])
  const made = (path: string) => lists.get(path) ?? []
  const isPaged = (path: string) => /stores|terms/.test(path)
  const answer = (method: string, path: string, body: object): [number, unknown] => {
    if (path.startsWith('/admin/api/login')) return [200, { accessToken: 'token' }]
    if (method === 'POST') {
      const one = { ...body, id: `${path} ${made(path).length}`, secret: 'secret' }
      lists.set(path, [...made(path), one])
      return [201, one]
    }
    const list = path.startsWith('/admin') ? made(path.replace(/\?.*/, '')) : []
    return [200, isPaged(path) ? { content: list } : list]
  }
  return {
    made,
    async send<T>(method: string, path: string, { body = {} }: { body?: object }) {
      const [status, result] = answer(method, path, body)
      return { status, text: JSON.stringify(result), result } as Answer<T>
    },
  }
}

test('a first start finds what it created, although responses for members are a second old', async () => {
  await using folder = temporaryFolder()
  const gateway = staleGateway()
  const [file, devicesFile] = [join(folder.path, 'demo.json'), join(folder.path, 'recognizer.json')]
  const demo = await ensureDemo({ gateway, file, devicesFile, joinCode: 'code', open: false, secretPassword: '' })
  expect(demo.stores.length).toBeGreaterThan(0)
  expect(gateway.made('/admin/api/terms')).toHaveLength(4)
  expect(gateway.made('/admin/api/banners')).toHaveLength(2)
  expect(gateway.made('/admin/api/devices')).toMatchObject([{ storeId: demo.stores[0]?.id }])
  expect(JSON.parse(readFileSync(devicesFile, 'utf8'))).toEqual([demo.recognizer])
})
