import { randomUUID } from 'node:crypto'
import { patiently, startBundle, testProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { startCatalog, startTestCatalog } from './catalog.ts'
import { uploadTo } from './images.ts'

test("killed between an image's objects and its row: a retry stores it once, and the first objects are swept", async () => {
  let ahead = 0
  await using catalog = await startTestCatalog({ now: () => new Date(Date.now() + ahead) })
  await catalog.stop()
  const rows = async () =>
    (await catalog.backend.sql<{ id: string }[]>`select id from catalog.images`).map(({ id }) => id)
  const owners = async () => [
    ...new Set(
      (await Array.fromAsync(catalog.bus.images.list()))
        .filter(({ name }) => name.startsWith('images/'))
        .map(({ name }) => name.split('/')[1]),
    ),
  ]
  const idempotencyKey = randomUUID()
  {
    const { now: _now, OPERATIONS_PORT, ...environment } = catalog.options
    const env = { ...environment, OPERATIONS_PORT: `${OPERATIONS_PORT}`, FAULT: 'catalog.pictureStored:kill' }
    await using dying = await startBundle('catalog', env)
    await dying.ready()
    await expect(uploadTo(catalog, { idempotencyKey })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' })
  }
  expect([await rows(), await owners()]).toEqual([[], [expect.any(String)]])
  const id = await (async () => {
    await using _again = await startCatalog(catalog.options, testProcess())
    return await patiently(() => uploadTo(catalog, { idempotencyKey }))
  })()
  expect([await rows(), (await owners()).length]).toEqual([[id], 2])
  ahead = 2 * 3_600_000
  await using _later = await startCatalog(catalog.options, testProcess())
  await expect.poll(owners).toEqual([id])
  expect(await rows()).toEqual([id])
})
