import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { contract, type Input, type Rehearsal } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sweepRehearsals } from '../src/rehearsal/sweep.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { createRehearsal, getRehearsal, cancelRehearsal, acceptRead, correctVisit, listVisits, noteVisit } =
  contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

type Wish = Partial<Input<typeof createRehearsal>>

/** Starts a rehearsal of the last hour of the store. */
const create = (wish: Wish, extras = {}) =>
  admin.call(createRehearsal, { from: ago(3_600), to: ago(-60), ...wish }, extras)
const get = (id: string) => admin.call(getRehearsal, { id })
const cancel = (id: string) => admin.call(cancelRehearsal, { id })

async function ended({ id }: Rehearsal): Promise<Rehearsal> {
  await waitFor(async () => expect((await get(id)).state).not.toBe('running'))
  return get(id)
}

/** The result of a rehearsal of one store, and the number of its changes by kind. */
async function rehearse(wish: Wish) {
  const { state, result, progress } = await ended(await create(wish))
  expect(state).toBe('done')
  if (!result) throw new Error('a rehearsal that is done has no result')
  const { visits, ...kinds } = result
  const counts = Object.entries(kinds).flatMap(([kind, { count }]) => (count > 0 ? [[kind, count] as const] : []))
  return { visits, progress, result, changes: Object.fromEntries(counts) }
}

/** A store of its own, and what it reads. */
async function storeWith(...reads: Message[]) {
  const store = await recognition.addStore('수원점')
  for (const read of reads) await recognition.publish(read, store.subject)
  await recognition.settled()
  return store
}

const stored = async (storeId: string) => (await admin.call(listVisits, { storeId, size: 100 })).content
const rows = () => recognition.backend.sql`select id from recognition.rehearsals`

/** The processes that compute rehearsals of this test. */
const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('recognition-rehearsal.mjs')
      } catch {
        return false // it ended since it was listed
      }
    })

/** Lets no rehearsal read until the returned function is called. */
async function holdReads(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const transaction = recognition.backend.sql.begin(async (tx) => {
    await tx`lock table recognition.reads in access exclusive mode`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  return async () => {
    held.resolve()
    await transaction
  }
}

afterEach(async () => {
  await waitFor(() => expect(processes()).toEqual([]))
})

test('a lower minimum confidence shows the visits that would appear, with their pictures, and changes nothing', async () => {
  const imageId = randomUUID()
  const faint = readOf('11가1111', { confidence: 0.7, recognizedAt: ago(900), imageId })
  const { storeId } = await storeWith(faint, readOf('12가1112', { recognizedAt: ago(600) }))
  const before = await stored(storeId)
  const created = await create({ storeId, minConfidence: 0.6 })
  expect(created).toMatchObject({ storeId, state: 'running', result: null, failure: null, finishedAt: null })
  expect(created.settings).toEqual({ minConfidence: 0.6, revisitSeconds: 600, lookalikeSeconds: 10 })
  expect(created.current).toEqual({ minConfidence: 0.8, revisitSeconds: 600, lookalikeSeconds: 10 })
  const { result, progress, finishedAt } = await ended(created)
  expect(progress).toEqual({ reads: 2, readsTotal: 2 })
  expect(finishedAt).not.toBeNull()
  expect(result).toMatchObject({ visits: { current: 1, rehearsed: 2 }, disappearing: { count: 0, examples: [] } })
  expect(result?.appearing).toEqual({
    count: 1,
    examples: [
      {
        ...{ storeId, storeName: '수원점', carNumber: '11가1111', current: [] },
        rehearsed: [
          {
            ...{ visitId: null, recognizedAt: faint.recognizedAt, latestReadAt: faint.recognizedAt, reads: 1 },
            ...{ confidence: 0.7, doubtful: false, imageId },
          },
        ],
      },
    ],
  })
  expect(await stored(storeId)).toEqual(before)
  await expect
    .poll(() => admin.audited(created.id))
    .toMatchObject([{ action: 'createRehearsal', entity: 'rehearsal', after: { storeId, minConfidence: 0.6 } }])
})

test('another window joins or splits visits, which are named', async () => {
  const times = [0, 700, 1_400].map((seconds) => readOf('13가1113', { recognizedAt: ago(2_000 - seconds) }))
  const { storeId } = await storeWith(...times)
  const [third, second, first] = await stored(storeId)
  const { changes, result } = await rehearse({ storeId, revisitSeconds: 800 })
  expect(changes).toEqual({ joining: 1 })
  const [example] = result.joining.examples
  expect(example?.current.map(({ visitId }) => visitId)).toEqual([first?.id, second?.id, third?.id])
  expect(example?.rehearsed).toMatchObject([{ visitId: first?.id, reads: 3 }])
})

test('the visits with the current settings are those that the reads began when they arrived', async () => {
  const track = (seconds: number, plate: string, confidence: number, trackId: string) =>
    readOf(plate, { confidence, trackId, recognizedAt: ago(seconds) })
  const { storeId } = await storeWith(
    ...[track(1_800, '14가1114', 0.85, '1'), track(1_799, '14가1115', 0.95, '1'), track(1_798, '15가1115', 0.6, '1')],
    ...[readOf('16가1116', { recognizedAt: ago(1_500) }), readOf('16가1116', { recognizedAt: ago(1_300) })],
    readOf('16가1116', { recognizedAt: ago(1_400), direction: 'out' }),
    ...[
      readOf('17가1117', { recognizedAt: ago(1_200), confidence: 0.85 }),
      readOf('17거1117', { recognizedAt: ago(1_199) }),
    ],
    ...[
      readOf('18가1118', { recognizedAt: ago(1_000) }),
      readOf('19가1119', { recognizedAt: ago(900), confidence: 0.3 }),
    ],
    ...[readOf('2하', { recognizedAt: ago(800) }), readOf('20가1120', { recognizedAt: ago(1_000) })],
  )
  const [misread] = (await stored(storeId)).filter(({ carNumber }) => carNumber === '18가1118')
  await admin.call(correctVisit, { id: String(misread?.id), carNumber: '20가1120', reason: '사진으로 확인' })
  const [faint] = await recognition.backend.sql<{ readId: string }[]>`
    select read_id as "readId" from recognition.read_reviews where store_id = ${storeId} and read_as = '19가1119'`
  await admin.call(acceptRead, { readId: String(faint?.readId), carNumber: '21가1121', reason: '사진으로 확인' })
  await admin.call(noteVisit, { storeId, carNumber: '22가1122', reason: '카메라 고장' })
  await expect.poll(async () => (await stored(storeId)).length).toBe(8)
  const same = await rehearse({ storeId, minConfidence: 0.8 })
  expect([same.visits, same.changes]).toEqual([{ current: 8, rehearsed: 8 }, {}])
  const strict = await rehearse({ storeId, minConfidence: 1 })
  expect([strict.visits, strict.changes]).toEqual([{ current: 8, rehearsed: 3 }, { disappearing: 5 }])
})

test('no comparison of lookalikes makes a doubtful visit certain', async () => {
  const { storeId } = await storeWith(
    readOf('23가1123', { recognizedAt: ago(300), confidence: 0.85 }),
    readOf('23거1123', { recognizedAt: ago(299) }),
  )
  const { changes, result } = await rehearse({ storeId, lookalikeSeconds: 0 })
  expect(changes).toEqual({ becomingCertain: 1 })
  expect(result.becomingCertain.examples).toMatchObject([
    { carNumber: '23가1123', current: [{ doubtful: true }], rehearsed: [{ doubtful: false }] },
  ])
})

test('without a store all stores are computed', async () => {
  const [one, other] = [await storeWith(readOf('24가1124')), await storeWith(readOf('24가1124'))]
  const { result } = await rehearse({ minConfidence: 1 })
  const stores = result.disappearing.examples.flatMap(({ storeId, carNumber }) =>
    carNumber === '24가1124' ? [storeId] : [],
  )
  expect(new Set(stores)).toEqual(new Set([one.storeId, other.storeId]))
})

describe('bad input starts nothing:', () => {
  test.each<[wish: Wish, details: { path: string }[]]>([
    [{ from: '2024-01-01', to: '2025-12-31', minConfidence: 0.5 }, [{ path: 'to' }]],
    [{ from: '2026-01-01', to: '2026-02-01', minConfidence: 0.5 }, [{ path: 'to' }]],
    [{}, [{ path: '' }]],
    [{ from: ago(60), to: ago(120), minConfidence: 0.5 }, [{ path: 'to' }]],
    [{ from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z', minConfidence: 0.5 }, [{ path: 'to' }]],
    [{ minConfidence: 1.1 }, [{ path: 'minConfidence' }]],
    [{ revisitSeconds: 0 }, [{ path: 'revisitSeconds' }]],
    [{ lookalikeSeconds: 61 }, [{ path: 'lookalikeSeconds' }]],
  ])('%j', async (wish, details) => {
    const before = await rows()
    await expect(create(wish)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details })
    expect(await rows()).toEqual(before)
  })

  test('an unknown store or rehearsal', async () => {
    await expect(create({ storeId: randomUUID(), minConfidence: 0.5 })).rejects.toMatchObject({
      code: 'STORE_NOT_FOUND',
    })
    const code = 'REHEARSAL_NOT_FOUND'
    await expect(get(randomUUID())).rejects.toMatchObject({ code })
    await expect(cancel(randomUUID())).rejects.toMatchObject({ code })
  })
})

test('a period of 31 days is accepted', async () => {
  const { state } = await ended(await create({ from: '2026-01-01', to: '2026-01-31', minConfidence: 0.5 }))
  expect(state).toBe('done')
})

test('one rehearsal runs at a time, and a cancelled one ends its process', async () => {
  const release = await holdReads()
  const first = await create({ minConfidence: 0.5 })
  await waitFor(() => expect(processes()).toHaveLength(1))
  await expect(create({ minConfidence: 0.6 })).rejects.toMatchObject({ code: 'REHEARSAL_RUNNING' })
  expect(await cancel(first.id)).toBeNull()
  expect(await cancel(first.id)).toBeNull()
  expect(await get(first.id)).toMatchObject({ state: 'cancelled', result: null, failure: null })
  await waitFor(() => expect(processes()).toEqual([]))
  await release()
  const second = await ended(await create({ minConfidence: 0.6 }))
  expect(second.state).toBe('done')
  expect(await cancel(second.id)).toBeNull()
  expect((await get(second.id)).state).toBe('done')
  await expect
    .poll(() => admin.audited(first.id))
    .toMatchObject([{ action: 'createRehearsal' }, { action: 'cancelRehearsal', after: { state: 'cancelled' } }])
})

test('a repeated request with the same key starts one rehearsal', async () => {
  const idempotencyKey = randomUUID()
  const wish = { from: ago(3_600), to: ago(0), minConfidence: 0.5 }
  const first = await create(wish, { idempotencyKey })
  await ended(first)
  expect((await create(wish, { idempotencyKey })).id).toBe(first.id)
})

test('a rehearsal whose process is killed has failed', async () => {
  const release = await holdReads()
  const { id } = await create({ minConfidence: 0.5 })
  await waitFor(() => expect(processes()).toHaveLength(1))
  for (const pid of processes()) process.kill(pid, 'SIGKILL')
  await waitFor(async () => expect(await get(id)).toMatchObject({ state: 'failed', failure: 'internal', result: null }))
  await release()
})

test('a rehearsal that takes five minutes ends as too long, with its process', async () => {
  const { setTimeout } = globalThis
  const shortened = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((work, ms, ...rest) => setTimeout(work, ms === 5 * 60_000 ? 100 : ms, ...rest))
  const release = await holdReads()
  const { id } = await create({ minConfidence: 0.5 })
  await waitFor(async () => expect(await get(id)).toMatchObject({ state: 'failed', failure: 'tooLong', result: null }))
  await waitFor(() => expect(processes()).toEqual([]))
  shortened.mockRestore()
  await release()
  expect((await ended(await create({ minConfidence: 0.5 }))).state).toBe('done')
})

test('a store with more reads on a day than fit into memory ends a rehearsal', async () => {
  const { storeId, deviceId } = await recognition.addStore()
  const { sql } = recognition.backend
  await sql`
    insert into recognition.reads (
      device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, rejected
    )
    select ${deviceId}, gen_random_uuid(), now() - interval '10 minutes', now(), ${storeId}, '25가1125', '25가1125', 0.5,
      'confidence'
    from generate_series(1, 100001)`
  const ends = await ended(await create({ storeId, minConfidence: 0.4 }))
  expect(ends).toMatchObject({ state: 'failed', failure: 'tooManyReads', result: null })
  await sql`delete from recognition.reads where store_id = ${storeId}`
  expect((await ended(await create({ storeId, minConfidence: 0.4 }))).state).toBe('done')
})

test('a rehearsal of a service that crashed has failed, and does not prevent another one', async () => {
  const [row] = await recognition.backend.sql<{ id: string }[]>`
    insert into recognition.rehearsals (since, until, settings, current, alive_at)
    select now() - interval '1 day', now(), settings, current, now() - interval '16 seconds'
    from recognition.rehearsals limit 1
    returning id`
  const id = String(row?.id)
  expect(await get(id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  await ended(await create({ minConfidence: 0.5 }))
  expect(await get(id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
})

test('a service that stops ends its rehearsal; another process of the service returns and cancels it', async () => {
  const release = await holdReads()
  const { id } = await create({ minConfidence: 0.5 })
  await waitFor(() => expect(processes()).toHaveLength(1))
  await recognition.stopService()
  expect(processes()).toEqual([])
  await recognition.startService()
  expect(await get(id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  const again = await create({ minConfidence: 0.5 })
  await recognition.backend.sql`update recognition.rehearsals set state = 'cancelled' where id = ${again.id}` // by another process
  await waitFor(() => expect(processes()).toEqual([]))
  expect(await get(again.id)).toMatchObject({ state: 'cancelled', result: null })
  await release()
})

test('finished rehearsals are deleted after a day', async () => {
  const kept = await ended(await create({ minConfidence: 0.5 }))
  const old = await ended(await create({ minConfidence: 0.5 }))
  await recognition.backend.sql`
    update recognition.rehearsals set started_at = now() - interval '25 hours' where id = ${old.id}`
  await using db = await recognition.openDatabase()
  await sweepRehearsals({ db })
  await expect(get(old.id)).rejects.toMatchObject({ code: 'REHEARSAL_NOT_FOUND' })
  expect((await get(kept.id)).state).toBe('done')
})
