import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { createLogger, type Process } from '@kingcar/runtime'
import { callerOf, type LogLine, startBundle, testProcess } from '@kingcar/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admin, type Catalog, startCatalog, startTestCatalog } from './catalog.ts'
import { changeLimit, uploadTo } from './images.ts'

const metric = 'kingcar_catalog_images_filling_ratio'
let catalog: Catalog
/** How far the service's clock is ahead, in milliseconds. */
let ahead = 0
/** Ids of ten images of equal size, in order of upload. */
let ids: string[]
beforeEach(async () => {
  ahead = 0
  catalog = await startTestCatalog({ now: () => new Date(Date.now() + ahead) })
  ids = []
  for (let at = 0; at < 10; at += 1) ids.push(await uploadTo(catalog))
  await catalog.stop()
})
afterEach(() => catalog[Symbol.asyncDispose]())

const rows = async () =>
  new Set((await catalog.backend.sql<{ id: string }[]>`select id from catalog.images`).map(({ id }) => id))
/** The ids of images that have objects. */
const owners = async () =>
  new Set((await Array.fromAsync(catalog.bus.images.list())).map(({ name }) => name.split('/')[1]))
const fillTo = (share: number) => changeLimit(catalog, ({ bytes }) => bytes / share)
const without = (...gone: (string | undefined)[]) => new Set(ids.filter((id) => !gone.includes(id)))

/** Starts another process; returns its log and its fill ratio. */
async function start() {
  const lines: LogLine[] = []
  const log = createLogger('catalog', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const process: Process = { ...testProcess(), log }
  const service = await startCatalog(catalog.options, process)
  const filling = async () => (await process.health.metrics.getSingleMetric(metric)?.get())?.values[0]?.value
  return { lines, filling, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

test('the oldest device images are evicted above 0.8 until the store is below 0.7', async () => {
  const [ofMember, second, , , , aged] = ids
  await catalog.backend
    .sql`update catalog.images set owner_kind = 'member', created_at = created_at - interval '1 year' where id = ${ofMember as string}`
  await catalog.backend
    .sql`update catalog.images set created_at = created_at - interval '1 day' where id = ${aged as string}`
  await fillTo(0.85)
  await using service = await start()
  await expect.poll(() => service.lines.find(({ count }) => count)).toMatchObject({ level: 40, count: 2 })
  expect(await rows()).toEqual(without(second, aged))
  expect(await owners()).toEqual(without(second, aged))
  const share = await service.filling()
  expect(share).toBeLessThan(0.7)
  expect(share).toBeGreaterThan(0.6)
  expect(ids.filter((id) => JSON.stringify(service.lines).includes(id))).toEqual([])
  const gone = catalog.bus.call(contract.catalog.getImage, { imageId: aged as string }, callerOf({ actor: admin }))
  await expect(gone).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
})

test('unused images of the member who has the most of them are evicted first, and no other member loses one', async () => {
  const { sql } = catalog.backend
  const [first, second, third, fourth, ofOther] = ids
  const megabytes = 1024 * 1024
  const own = async (ownerId: string, bytes: number, ...images: (string | undefined)[]) => {
    await sql`update catalog.images set owner_kind = 'member', owner_id = ${ownerId}, bytes = ${bytes} where id = any(${images as string[]})`
  }
  await own(admin.id, 15 * megabytes, first, second, third, fourth)
  await own(randomUUID(), 19 * megabytes, ofOther)
  await sql`update catalog.images set unused_since = null where id = ${first as string}` // an entity references it
  await fillTo(0.85)
  await using service = await start()
  await expect.poll(() => service.lines.find(({ count }) => count)).toMatchObject({ count: 2 })
  expect(await rows()).toEqual(without(second, third))
  expect(await owners()).toEqual(without(second, third))
})

test('below 0.8 nothing is evicted', async () => {
  await fillTo(0.79)
  await using service = await start()
  await expect.poll(service.filling).toBeCloseTo(0.79, 2)
  expect([await rows(), await owners()]).toEqual([without(), without()])
})

test('a full store accepts an image again after eviction', async () => {
  await using service = await start()
  await expect.poll(service.filling).toBeGreaterThan(0) // the first measurement is done
  await fillTo(0.999)
  const retry = () =>
    uploadTo(catalog).then(
      (id) => id.length,
      () => 0,
    )
  await expect.poll(retry, { interval: 200 }).toBe(36)
})

test('images of people are never evicted, and one error is logged', async () => {
  await catalog.backend.sql`update catalog.images set owner_kind = 'member'`
  await fillTo(0.9)
  await using service = await start()
  const alarms = () => service.lines.filter(({ level }) => Number(level) >= 50).length
  await expect.poll(alarms).toBe(1)
  expect([await rows(), await owners()]).toEqual([without(), without()])
  await catalog.backend.sql`update catalog.images set owner_kind = 'device'`
  await expect.poll(service.filling).toBeLessThan(0.7)
  expect(alarms()).toBe(1)
})

test('after a crash between row and objects the sweep deletes the objects', async () => {
  await fillTo(0.85)
  const { now: _now, OPERATIONS_PORT, ...environment } = catalog.options
  const env = { ...environment, OPERATIONS_PORT: `${OPERATIONS_PORT}`, FAULT: 'catalog.makingRoom:kill' }
  await using dying = await startBundle('catalog', env)
  expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' })
  expect([await rows(), await owners()]).toEqual([without(ids[0]), without()])
  await fillTo(0.5)
  ahead = 2 * 3_600_000
  await using _later = await start()
  await expect.poll(owners).toEqual(without(ids[0]))
  expect(await rows()).toEqual(without(ids[0]))
})
