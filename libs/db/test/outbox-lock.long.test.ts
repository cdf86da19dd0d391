import { randomUUID } from 'node:crypto'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { startProxy } from '@kingcar/testing/proxy'
import { expect, test } from 'vitest'
import { emit } from '../src/index.ts'
import { startServer, until } from './test-server.ts'

/** Milliseconds within which another process publishes in place of a machine that has died. */
const longest = 15_000

const server = startedBeforeAll(startServer)

test('a machine that dies while it publishes the outbox does not keep others from publishing', async () => {
  await using proxy = await startProxy(`127.0.0.1:${server.postgres.port}`)
  const url = server.urlFor('shop').replace(String(server.postgres.port), String(proxy.port))
  const isPublishing = Promise.withResolvers<void>()
  const never = new Promise<void>(() => {})
  await using lost = await server.open({
    url,
    publish: () => {
      isPublishing.resolve()
      return never
    },
  })
  await lost.transaction((tx) =>
    emit(tx, 'catalog.storeChanged', { storeId: randomUUID(), name: 'Gangnam', version: 1 }),
  )
  await isPublishing.promise
  proxy.stall()
  const sent: unknown[] = []
  const began = performance.now()
  await using _other = await server.open({ publish: async (messages) => void sent.push(...messages) })
  await until(() => sent.length > 0)
  expect(performance.now() - began).toBeLessThan(longest)
  proxy.cut()
})
