import { contract, type Input, inForce, type Terms } from '@kingcar/contract'
import { patiently, refusal } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { admin, startBeforeAll } from './catalog.ts'
import { addImage, isReferenced } from './images.ts'

const { createTerms, listTerms, getTerms, updateTerms, deleteTerms, compareTerms, listTermsInForce } = contract.catalog
const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at))
const start = day(0)
let now = start
const catalog = startBeforeAll({ now: () => now })

const input: Input<typeof createTerms> = {
  type: 'MARKETING',
  title: '광고 수신',
  content: '# 광고 수신\n\n소식을 보내요.',
  required: false,
  effectiveAt: '2026-02-01T00:00:00.000Z',
}
const create = (over: Partial<typeof input> = {}, extras = {}): Promise<Terms> =>
  catalog.call(createTerms, { ...input, ...over }, extras)
const current = (termsType: Terms['type']): Promise<Terms[]> => catalog.call(listTermsInForce, { termsType })
const told = (id: string) =>
  catalog.events
    .filter(({ name, payload }) => name === 'catalog.termsChanged' && payload.termsId === id)
    .map(({ payload }) => payload)
const audited = (id: string) =>
  catalog.events.filter(({ name, payload }) => name === 'catalog.audited' && payload.entityId === id)

describe('createTerms', () => {
  test('returns what was stored, and emits an event with the id of its request', async () => {
    const terms = await create()
    const { id, version, createdAt, updatedAt, ...rest } = terms
    expect(rest).toEqual(input)
    expect([version > 0, updatedAt]).toEqual([true, createdAt])
    expect(await catalog.call(getTerms, { termsId: id.toUpperCase() })).toEqual(terms)
    const { content: _, ...meta } = input
    await expect.poll(() => told(id)).toEqual([{ termsId: id, ...meta, version, removed: false, revision: 1 }])
    await expect.poll(() => audited(id).length).toBe(1)
    expect(audited(id)[0]?.payload).toMatchObject({ action: 'createTerms', before: null, after: { ...input, version } })
    const requests = catalog.events.filter(({ payload }) => [payload.termsId, payload.entityId].includes(id))
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('numbers versions per type, also with 20 concurrent calls; a number is never used again', async () => {
    const type = 'LOCATION_BASED_SERVICE'
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => patiently(() => create({ type }, { idempotencyKey: `many ${at}` }))),
    )
    expect(all.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(all.map((_, at) => at + 1))
    const last = all.find(({ version }) => version === 20)
    await catalog.call(deleteTerms, { termsId: last?.id ?? '' })
    expect(await create({ type })).toMatchObject({ version: 21 })
  })

  test('runs once per idempotency key', async () => {
    const key = { idempotencyKey: 'once' }
    const first = await create({ title: '한번' }, key)
    expect(await create({ title: '한번' }, key)).toEqual(first)
    await expect(create({ title: '두번' }, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await create()).toMatchObject({ version: first.version + 1 })
  })

  test('rejects a leap second', async () => {
    await expect(create({ effectiveAt: '2016-12-31T23:59:60Z' })).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'effectiveAt'),
    )
  })
})

test('the version that took effect last is in force, from `effectiveAt` on', async () => {
  const type = 'TERMS_OF_USE'
  // a later version that takes effect before, two at once, one that is removed, and one in the past
  const effective = [3, 1, 5, 5, 4, -2]
  const versions: Terms[] = []
  for (const at of effective) versions.push(await create({ type, effectiveAt: day(at).toISOString() }))
  await catalog.call(deleteTerms, { termsId: versions[4]?.id ?? '' })
  const standing = versions.filter((_, at) => at !== 4)
  const dated = standing.map(({ id, version, effectiveAt }) => ({ id, version, effectiveAt: new Date(effectiveAt) }))
  try {
    const moments = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map(day)
    for (const moment of moments.flatMap((each) => [new Date(each.getTime() - 1), each])) {
      now = moment
      const id = inForce(dated, now)?.id
      expect(await current(type)).toEqual(standing.filter((each) => each.id === id))
    }
    expect(await current(type)).toMatchObject([{ version: 4 }])
    expect(await current('PRIVACY_POLICY')).toEqual([])
  } finally {
    now = start
  }
})

describe('updateTerms', () => {
  test('changes only the given fields of scheduled terms, emits an event and audits them', async () => {
    const { id, version } = await create()
    const changed = await catalog.call(updateTerms, {
      termsId: id,
      type: input.type,
      title: '새 제목',
      required: true,
      effectiveAt: '2026-03-01T09:00:00+09:00',
    })
    const after = { title: '새 제목', required: true, effectiveAt: '2026-03-01T00:00:00.000Z' }
    expect(changed).toMatchObject({ ...input, ...after, version, updatedAt: now.toISOString() })
    expect(await catalog.call(getTerms, { termsId: id })).toEqual(changed)
    await expect.poll(() => told(id)).toHaveLength(2)
    expect(told(id)[1]).toMatchObject({ ...after, version, removed: false, revision: 2 })
    await expect.poll(() => audited(id)).toHaveLength(2)
    const { title, required, effectiveAt } = input
    expect(audited(id)[1]?.payload).toMatchObject({
      action: 'updateTerms',
      entity: 'terms',
      actorId: admin.id,
      before: { title, required, effectiveAt },
      after,
    })
    expect(audited(id)[1]?.payload.before).not.toHaveProperty('content')
  })

  test('checks If-Match; a no-op keeps the version and emits nothing', async () => {
    const { id: termsId } = await create()
    await catalog.call(updateTerms, { termsId, ...input }, { ifMatch: '"1"' })
    expect(await catalog.etag(getTerms, { termsId })).toBe('"1"')
    await catalog.call(updateTerms, { termsId, content: '둘' }, { ifMatch: '"1"' })
    expect(await catalog.etag(getTerms, { termsId })).toBe('"2"')
    const stale = { ifMatch: '"1"' }
    await expect(catalog.call(updateTerms, { termsId, title: '늦음' }, stale)).rejects.toMatchObject(
      refusal('CHANGED_SINCE', 'content'),
    )
    await expect(catalog.call(deleteTerms, { termsId }, stale)).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    await expect.poll(() => told(termsId).map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('rejects an empty title', async () => {
    const { id: termsId } = await create()
    const untitled = { code: 'VALIDATION_FAILED', details: [{ path: 'title' }] }
    await expect(catalog.call(updateTerms, { termsId, title: '  ' })).rejects.toMatchObject(untitled)
    await expect(create({ title: '\n' })).rejects.toMatchObject(untitled)
  })

  test('rejects another type', async () => {
    const { id: termsId } = await create()
    await expect(catalog.call(updateTerms, { termsId, type: 'PRIVACY_POLICY' })).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'type'),
    )
    expect(await catalog.etag(getTerms, { termsId })).toBe('"1"')
  })
})

describe('terms in force or past', () => {
  const inForceCode = { code: 'TERMS_IN_FORCE' }

  test('stay as they are', async () => {
    for (const at of [0, -1]) {
      const { id: termsId } = await create({ effectiveAt: day(at).toISOString() })
      await expect(catalog.call(updateTerms, { termsId, title: '늦음' })).rejects.toMatchObject(inForceCode)
      await expect(catalog.call(updateTerms, { termsId, effectiveAt: input.effectiveAt })).rejects.toMatchObject(
        inForceCode,
      )
      await expect(catalog.call(deleteTerms, { termsId })).rejects.toMatchObject(inForceCode)
    }
  })

  test('include terms that take effect while a change waits for their lock', async () => {
    const { id } = await create({ effectiveAt: day(1).toISOString() })
    const { sql } = catalog.backend
    try {
      const changes = await sql.begin(async (tx) => {
        await tx`select from catalog.terms where id = ${id} for update`
        const update = catalog.call(updateTerms, { termsId: id, title: '늦음' })
        const removal = catalog.call(deleteTerms, { termsId: id })
        const all = Promise.allSettled([update, removal])
        const waiting = () => sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(waiting, { interval: 10 }).toHaveLength(2)
        now = day(1)
        return { all }
      })
      expect(await changes.all).toMatchObject([{ reason: inForceCode }, { reason: inForceCode }])
    } finally {
      now = start
    }
  })
})

test('deleted terms are not found, their row stays, and an event is emitted', async () => {
  const { id: termsId } = await create()
  expect(await catalog.call(deleteTerms, { termsId })).toBeNull()
  for (const op of [getTerms, updateTerms, deleteTerms]) {
    await expect(catalog.call(op, { termsId })).rejects.toMatchObject({ code: 'TERMS_NOT_FOUND' })
  }
  const { content } = await catalog.call(listTerms, { size: 100 })
  expect(content.map(({ id }) => id)).not.toContain(termsId)
  expect(await catalog.backend.sql`select from catalog.terms where id = ${termsId}`).toHaveLength(1)
  await expect.poll(() => told(termsId).at(-1)).toMatchObject({ removed: true, revision: 2 })
  await expect
    .poll(() => audited(termsId).at(-1)?.payload)
    .toMatchObject({ action: 'deleteTerms', before: { title: input.title }, after: null })
})

test('texts are sanitised, and terms reference the images in them', async () => {
  const [first, second] = [await addImage(catalog), await addImage(catalog)]
  const { id: termsId, content } = await create({ content: `<b>![](/api/images/${first})` })
  expect(content).toBe(`&lt;b>![](/api/images/${first})`)
  await catalog.call(updateTerms, { termsId, title: '다른 제목' })
  expect([await isReferenced(catalog, first), await isReferenced(catalog, second)]).toEqual([true, false])
  const changed = await catalog.call(updateTerms, { termsId, content: `[글](data:x) ![](/api/images/${second})` })
  expect(changed.content).toBe(`글 ![](/api/images/${second})`)
  expect([await isReferenced(catalog, first), await isReferenced(catalog, second)]).toEqual([false, true])
  await catalog.call(deleteTerms, { termsId })
  expect(await isReferenced(catalog, second)).toBe(false)
  const missing = { code: 'IMAGE_NOT_FOUND', details: [{ path: 'content' }] }
  await expect(create({ content: `![](/api/images/${termsId})` })).rejects.toMatchObject(missing)
  await expect(create({ content: '<b>'.repeat(14_000) })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'content'))
})

test('compares versions of one type, from the other to this one', async () => {
  const [before, after] = [await create({ content: '가\n나\n다' }), await create({ content: '가\n라\n다' })]
  const compare = (termsId: string, other: string) => catalog.call(compareTerms, { termsId, with: other })
  expect(await compare(after.id, before.id.toUpperCase())).toEqual({
    changes: [
      { kind: 'same', text: '가\n' },
      { kind: 'removed', text: '나\n' },
      { kind: 'added', text: '라\n' },
      { kind: 'same', text: '다' },
    ],
  })
  const privacy = await create({ type: 'PRIVACY_POLICY' })
  const otherType = { code: 'VALIDATION_FAILED', details: [{ path: 'with' }] }
  await expect(compare(after.id, privacy.id)).rejects.toMatchObject(otherType)
  await catalog.call(deleteTerms, { termsId: before.id })
  for (const [id, other] of [
    [after.id, before.id],
    [before.id, after.id],
  ] as const) {
    await expect(compare(id, other)).rejects.toMatchObject({ code: 'TERMS_NOT_FOUND' })
  }
})

test('the longest texts with escapes fit into responses, events and a page', async () => {
  const longest = (letter: string) => letter.repeat(50_000)
  const { id: termsId } = await create({ content: longest('\u0001') })
  const changed = await catalog.call(updateTerms, { termsId, content: longest('\u0002') })
  expect(await catalog.call(getTerms, { termsId })).toEqual(changed)
  const after = { content: longest('\u0002') }
  await expect.poll(() => audited(termsId).at(-1)?.payload).toMatchObject({ after })
  await Promise.all(Array.from({ length: 8 }, () => create({ content: longest('가') })))
  const { content } = await catalog.call(listTerms, { size: 100 })
  expect(content.some(({ id }) => id === termsId)).toBe(true)
  expect(content.filter((each) => 'content' in each)).toEqual([])
})

test('pages are stable in every order', async () => {
  for (const sort of [[], ['effectiveAt,asc'], ['type,desc'], ['version,asc']] as const) {
    const { totalElements, totalPages } = await catalog.call(listTerms, { size: 7, sort: [...sort] })
    const pages = await Promise.all(
      Array.from({ length: totalPages }, (_, page) => catalog.call(listTerms, { page, size: 7, sort: [...sort] })),
    )
    expect(new Set(pages.flatMap(({ content }) => content.map(({ id }) => id))).size).toBe(totalElements)
  }
})
