import type { Actor } from '@kingcar/bus'
import { contract, type Input, type Notice } from '@kingcar/contract'
import { callerOf, refusal } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { admin, startBeforeAll } from './catalog.ts'
import { addImage, isReferenced, memberActor } from './images.ts'

const { createNotice, listNotices, getNotice, updateNotice, deleteNotice, listPublishedNotices, getPublishedNotice } =
  contract.catalog
const start = new Date('2026-03-01T00:00:00.000Z')
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
let now = start
const catalog = startBeforeAll({ now: () => now })

const input: Input<typeof createNotice> = { title: '휴무 안내', content: '# 안내\n\n설날에는 **쉬어요**.' }
const create = (over: Partial<typeof input> = {}, extras = {}): Promise<Notice> =>
  catalog.call(createNotice, { ...input, ...over }, extras)
const told = (id: string) =>
  catalog.events
    .filter(({ name, payload }) => name === 'catalog.noticeChanged' && payload.noticeId === id)
    .map(({ payload }) => payload.version)
const notFound = { code: 'NOTICE_NOT_FOUND' }
const invalid = (path: string) => refusal('VALIDATION_FAILED', path)

describe('createNotice', () => {
  test('returns what was stored, with defaults, and emits an event with the id of its request', async () => {
    const notice = await create()
    const { id, createdAt, updatedAt, ...rest } = notice
    expect(rest).toEqual({ ...input, pinned: false, publishedAt: now.toISOString() })
    expect(updatedAt).toBe(createdAt)
    for (const op of [getNotice, getPublishedNotice]) {
      expect(await catalog.call(op, { noticeId: id.toUpperCase() })).toEqual(notice)
    }
    await expect.poll(() => told(id)).toEqual([1])
    await expect.poll(() => catalog.audited(id)).toMatchObject([{ action: 'createNotice', before: null, after: rest }])
    const requests = catalog.events.filter(({ payload }) => [payload.noticeId, payload.entityId].includes(id))
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('runs once per idempotency key', async () => {
    const key = { idempotencyKey: 'once' }
    const first = await create({ title: '한번' }, key)
    expect(await create({ title: '한번' }, key)).toEqual(first)
    await expect(create({ title: '두번' }, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('keeps titles on one line, and sanitises texts', async () => {
    const kept = await create({ title: ' 새\n소식 ', content: '<b>[글](javascript:x)' })
    expect(kept).toMatchObject({ title: '새 소식', content: '&lt;b>글' })
  })

  test.each([
    ['title', { title: ' \u3000' }],
    ['content', { content: ' \n ' }],
    ['content', { content: '[](https://kingcar.test)' }],
    ['content', { content: '<b>'.repeat(6_000) }],
    ['content', { content: '>'.repeat(200) }],
    ['publishedAt', { publishedAt: '2016-12-31T23:59:60Z' }],
  ])('rejects an invalid %s', async (path, over) => {
    await expect(create(over)).rejects.toMatchObject(invalid(path))
  })
})

test('a notice is visible from `publishedAt` on and hidden as a draft, by the clock of each read', async () => {
  const [scheduled, draft] = [
    await create({ publishedAt: later(10).toISOString() }),
    await create({ publishedAt: null }),
  ]
  const shown = async (id: string) => {
    const { content, totalElements } = await catalog.call(listPublishedNotices, { size: 100 })
    expect(totalElements).toBe(content.length)
    const found = await catalog.call(getPublishedNotice, { noticeId: id }).catch((error: unknown) => error)
    const isThere = content.some((each) => each.id === id)
    expect(found).toMatchObject(isThere ? { id } : notFound)
    return isThere
  }
  try {
    now = new Date(later(10).getTime() - 1)
    expect([await shown(scheduled.id), await shown(draft.id)]).toEqual([false, false])
    now = later(10)
    expect([await shown(scheduled.id), await shown(draft.id)]).toEqual([true, false])
    await catalog.call(updateNotice, { noticeId: draft.id, publishedAt: later(9).toISOString() })
    await catalog.call(updateNotice, { noticeId: scheduled.id, publishedAt: null })
    expect([await shown(scheduled.id), await shown(draft.id)]).toEqual([false, true])
  } finally {
    now = start
  }
  expect(await shown(draft.id)).toBe(false)
})

describe('updateNotice', () => {
  test('changes only the given fields, emits an event and audits them', async () => {
    const { id: noticeId } = await create()
    const changed = await catalog.call(updateNotice, {
      noticeId,
      title: ' 새 제목',
      pinned: true,
      content: input.content,
    })
    expect(changed).toMatchObject({ ...input, title: '새 제목', pinned: true, updatedAt: now.toISOString() })
    expect(await catalog.call(getNotice, { noticeId })).toEqual(changed)
    await expect.poll(() => told(noticeId)).toEqual([1, 2])
    await expect.poll(() => catalog.audited(noticeId)).toHaveLength(2)
    const [before, after] = [
      { title: input.title, pinned: false },
      { title: '새 제목', pinned: true },
    ]
    expect(catalog.audited(noticeId)[1]).toMatchObject({ action: 'updateNotice', entity: 'notice', actorId: admin.id })
    expect([catalog.audited(noticeId)[1]?.before, catalog.audited(noticeId)[1]?.after]).toEqual([before, after])
  })

  test('checks If-Match; a no-op keeps the version and emits nothing', async () => {
    const { id: noticeId } = await create()
    await catalog.call(updateNotice, { noticeId, ...input, pinned: false }, { ifMatch: '"1"' })
    expect(await catalog.etag(getNotice, { noticeId })).toBe('"1"')
    await catalog.call(updateNotice, { noticeId, content: '둘' }, { ifMatch: '"1"' })
    const stale = { ifMatch: '"1"' }
    const changedSince = { code: 'CHANGED_SINCE', details: [{ path: 'content' }] }
    await expect(catalog.call(updateNotice, { noticeId, title: '늦음' }, stale)).rejects.toMatchObject(changedSince)
    await expect(catalog.call(deleteNotice, { noticeId }, stale)).rejects.toMatchObject(changedSince)
    await expect.poll(() => told(noticeId)).toEqual([1, 2])
  })

  test.each([
    ['title', { title: '\n' }],
    ['content', { content: '&nbsp;' }],
    ['publishedAt', { publishedAt: '0000-01-01T00:00:00Z' }],
  ])('rejects an invalid %s', async (path, over) => {
    const { id: noticeId } = await create()
    await expect(catalog.call(updateNotice, { noticeId, ...over })).rejects.toMatchObject(invalid(path))
  })
})

test('a deleted notice is not found, and an event is emitted', async () => {
  const { id: noticeId } = await create()
  expect(await catalog.call(deleteNotice, { noticeId })).toBeNull()
  for (const op of [getNotice, getPublishedNotice, updateNotice, deleteNotice]) {
    await expect(catalog.call(op, { noticeId })).rejects.toMatchObject(notFound)
  }
  await expect.poll(() => told(noticeId)).toEqual([1, 2])
  await expect
    .poll(() => catalog.audited(noticeId)[1])
    .toMatchObject({ action: 'deleteNotice', before: input, after: null })
})

test('a notice references the images in its text', async () => {
  const [first, second] = [await addImage(catalog), await addImage(catalog)]
  const { id: noticeId } = await create({ content: `![](/api/images/${first.toUpperCase()}?width=320)` })
  expect([await isReferenced(catalog, first), await isReferenced(catalog, second)]).toEqual([true, false])
  await catalog.call(updateNotice, { noticeId, title: '다른 제목' })
  expect(await isReferenced(catalog, first)).toBe(true)
  await catalog.call(updateNotice, { noticeId, content: `![a](/api/images/${second})` })
  expect([await isReferenced(catalog, first), await isReferenced(catalog, second)]).toEqual([false, true])
  const missing = { code: 'IMAGE_NOT_FOUND', details: [{ path: 'content' }] }
  await expect(create({ content: `![](/api/images/${noticeId})` })).rejects.toMatchObject(missing)
  await catalog.call(deleteNotice, { noticeId })
  expect(await isReferenced(catalog, second)).toBe(false)
})

test('an image of a published notice is visible to members, or public if notices are', async () => {
  const imageId = await addImage(catalog)
  const { id: noticeId } = await create({ content: `![](/api/images/${imageId})`, publishedAt: later(1).toISOString() })
  const seenBy = (actor: Actor | null): Promise<string> =>
    catalog.bus.call(contract.catalog.getImage, { imageId }, callerOf({ actor })).then(
      (answer) => (answer.public ? 'public' : 'seen'),
      ({ code }: { code: string }) => code,
    )
  const screen: Actor = { role: 'screen', id: admin.id, sessionId: admin.sessionId }
  const all = async () => [await seenBy(null), await seenBy(memberActor()), await seenBy(screen)]
  const key = 'notices.public'
  try {
    expect(await all()).toEqual(['UNAUTHENTICATED', 'IMAGE_NOT_FOUND', 'IMAGE_NOT_FOUND'])
    now = later(1)
    expect(await all()).toEqual(['UNAUTHENTICATED', 'seen', 'IMAGE_NOT_FOUND'])
    const put = (value: boolean) => catalog.call(contract.catalog.putAppSetting, { key, value })
    await put(true)
    expect(await all()).toEqual(['public', 'public', 'public'])
    await catalog.call(contract.catalog.deleteAppSetting, { key })
    expect(await seenBy(null)).toBe('UNAUTHENTICATED')
    await put(false)
    expect(await seenBy(null)).toBe('UNAUTHENTICATED')
    await put(true)
    await catalog.call(updateNotice, { noticeId, publishedAt: null })
    expect(await seenBy(null)).toBe('UNAUTHENTICATED')
  } finally {
    now = start
    await catalog.call(contract.catalog.deleteAppSetting, { key })
  }
})

test('the longest texts with escapes fit into responses and events', async () => {
  const longest = (letter: string) => letter.repeat(20_000)
  const { id: noticeId } = await create({ content: longest('\u0001') })
  const changed = await catalog.call(updateNotice, { noticeId, content: longest('\u0002') })
  expect(await catalog.call(getNotice, { noticeId })).toEqual(changed)
  await expect.poll(() => catalog.audited(noticeId)[1]?.after).toMatchObject({ content: longest('\u0002') })
})

test('lists have no texts, show pinned notices first in every order, and each notice on one page', async () => {
  await Promise.all([true, false, true, false].map((pinned, at) => create({ pinned, title: `같은 ${at % 2}` })))
  const orders = [[], ['title,asc'], ['title,desc'], ['publishedAt,asc'], ['publishedAt,asc', 'title,desc']] as const
  for (const op of [listNotices, listPublishedNotices]) {
    for (const sort of orders) {
      const { content: all, totalElements } = await catalog.call(op, { size: 100, sort: [...sort] })
      expect(all).toHaveLength(totalElements)
      expect(all.filter((each) => 'content' in each)).toEqual([])
      const pins = all.map(({ pinned }) => pinned)
      expect(pins).toEqual(pins.toSorted((a, b) => Number(b) - Number(a)))
      const pages = []
      for (let page = 0; page * 7 < totalElements; page += 1) {
        pages.push(...(await catalog.call(op, { page, size: 7, sort: [...sort] })).content)
      }
      expect(pages).toEqual(all)
    }
  }
  const { content } = await catalog.call(listPublishedNotices, { size: 100, sort: ['title,desc'] })
  const titles = content.filter(({ pinned }) => pinned).map(({ title }) => title)
  expect(titles).toEqual(titles.toSorted().toReversed())
})
