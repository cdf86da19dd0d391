import { randomUUID } from 'node:crypto'
import { contract, type ReviewedRead } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { sweepReadReviews } from '../src/review/sweep.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { listReadReviews, acceptRead, dismissRead, getVisit, listVisits, correctVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const list = async (query = {}) => (await admin.call(listReadReviews, { size: 100, ...query })).content
const found = async (read: Message, query = {}) => (await list(query)).find(({ readId }) => readId === read.readId)
const accept = (read: Message, carNumber: string, fields = {}) =>
  admin.call(acceptRead, { readId: String(read.readId), carNumber, reason: '사진으로 확인', ...fields })
const dismiss = (read: Message, fields = {}) => admin.call(dismissRead, { readId: String(read.readId), ...fields })
const plateAsRead = ({ carNumber, reason }: ReviewedRead) => [carNumber, reason]

test('rejected reads are listed with what helps to decide; other reads are not', async () => {
  await recognition.addOwner('31가7654', '김민지')
  await recognition.addOwner('12가9999', '이서준')
  const imageId = randomUUID()
  const boundingBox = { x: 1, y: 2, width: 3, height: 4 }
  const candidates = [{ carNumber: '31거7654', confidence: 0.4 }]
  const faint = readOf('31거 7654', { confidence: 0.781, candidates, imageId, boundingBox, recognizedAt: ago(3) })
  const latin = readOf('31B7654', { recognizedAt: ago(2) })
  const bare = readOf('129999', { recognizedAt: ago(1) })
  const leaving = readOf('41가1111', { confidence: 0.5, direction: 'out' })
  await recognition.handle(faint, latin, bare, leaving, readOf('51가1111'), readOf('61가1111', { direction: 'out' }))
  expect((await list()).map(plateAsRead)).toEqual([
    ['129999', 'notAPlate'],
    ['31B7654', 'notAPlate'],
    ['31거 7654', 'lowConfidence'],
  ])
  expect(await found(faint)).toMatchObject({
    ...{ deviceId: recognition.deviceId, storeId: recognition.storeId, reviewState: 'open', confidence: 0.781 },
    ...{ candidates, imageId, boundingBox, suggestedCarNumber: null, acceptedCarNumber: null, decidedAt: null },
    nearestMembers: [{ carNumber: '31가7654', name: '김민지', distance: 0.5 }],
  })
  expect((await found(latin))?.nearestMembers).toMatchObject([{ carNumber: '31가7654', distance: 1 }])
  expect((await found(bare))?.nearestMembers).toMatchObject([{ carNumber: '12가9999', distance: 1 }])
})

test('the list is filtered by store, device and state, and paged', async () => {
  const other = await recognition.addStore()
  const reads = ['1', '2', '3'].map((digit, at) =>
    readOf(`7${digit}나0001`, { confidence: 0.1, recognizedAt: ago(at) }),
  )
  for (const read of reads) await recognition.publish(read, other.subject)
  await recognition.settled()
  const ids = (rows: ReviewedRead[]) => rows.map(({ readId }) => readId)
  expect(ids(await list({ storeId: other.storeId }))).toEqual(reads.map(({ readId }) => readId))
  expect(ids(await list({ deviceId: other.deviceId, sort: ['recognizedAt,asc'], size: 2 }))).toEqual(
    [...reads].reverse().flatMap(({ readId }, at) => (at < 2 ? [readId] : [])),
  )
  expect(await list({ deviceId: other.deviceId, storeId: recognition.storeId })).toEqual([])
  await dismiss(reads[1] ?? {})
  expect(ids(await list({ storeId: other.storeId }))).toEqual([reads[0]?.readId, reads[2]?.readId])
  expect(ids(await list({ storeId: other.storeId, reviewState: 'dismissed' }))).toEqual([reads[1]?.readId])
})

test('an accepted read is a visit of its plate, as if it had been read correctly, and is audited once', async () => {
  const memberId = await recognition.addOwner('32가1000', '박도윤')
  const read = readOf('32A1000', { confidence: 0.6, recognizedAt: ago(20) })
  await recognition.handle(read)
  const accepted = await accept(read, '32 가 1000')
  expect(accepted).toMatchObject({ reviewState: 'accepted', acceptedCarNumber: '32가1000', carNumber: '32A1000' })
  await expect
    .poll(() => recognition.visits('32가1000'))
    .toMatchObject([
      { id: accepted.visitId, memberId, name: '박도윤', late: false, reads: 1, recognizedAt: read.recognizedAt },
    ])
  const { readings } = await admin.call(getVisit, { id: String(accepted.visitId) })
  expect(readings).toMatchObject([{ readId: read.readId, carNumber: '32A1000', rejected: null }])
  expect(await accept(read, '32가1000')).toEqual(accepted)
  await expect
    .poll(() => admin.audited(String(read.readId)))
    .toMatchObject([
      {
        ...{ action: 'acceptRead', entity: 'read', before: { carNumber: '32A1000', reviewReason: 'notAPlate' } },
        after: { carNumber: '32가1000', visitId: accepted.visitId, reason: '사진으로 확인' },
      },
    ])
  expect(await found(read)).toBeUndefined()
  expect(await found(read, { reviewState: 'accepted' })).toEqual(accepted)
})

test('an accepted read extends and merges visits of its plate within the window', async () => {
  await recognition.set('recognition.revisitSeconds', 60)
  const at = Date.now() - 300_000
  const time = (seconds: number) => ({ recognizedAt: new Date(at + seconds * 1000).toISOString() })
  const between = readOf('33Z2000', time(50))
  await recognition.handle(readOf('33나2000', time(0)), readOf('33나2000', time(100)), between)
  const [first, second] = recognition.visits('33나2000')
  expect(second?.mergedInto).toBeNull()
  expect(await accept(between, '33나2000')).toMatchObject({ visitId: first?.id })
  await expect
    .poll(() => recognition.visits('33나2000'))
    .toMatchObject([
      { id: first?.id, reads: 3 },
      { id: second?.id, mergedInto: first?.id },
    ])
  await recognition.set('recognition.revisitSeconds', 600)
})

test('a decision is final: another one fails and says which was made', async () => {
  const [accepted, dismissed] = [readOf('34C3000'), readOf('34D3000')]
  await recognition.handle(accepted, dismissed)
  await accept(accepted, '34다3000')
  expect(await dismiss(dismissed, { reason: '광고판' })).toEqual(await dismiss(dismissed))
  const code = 'READ_REVIEWED'
  const en = 'It was accepted as 34다3000.'
  await expect(accept(accepted, '34라3000')).rejects.toMatchObject({
    code,
    details: [{ path: 'acceptedCarNumber', en }],
  })
  await expect(dismiss(accepted)).rejects.toMatchObject({ code, details: [{ en }] })
  await expect(accept(dismissed, '34다3000')).rejects.toMatchObject({ code, details: [{ path: 'reviewState' }] })
  await expect
    .poll(() => admin.audited(String(dismissed.readId)))
    .toMatchObject([{ action: 'dismissRead', after: { reason: '광고판' } }])
  expect(recognition.visits('34라3000')).toEqual([])
})

test('an unknown read and an invalid plate are refused, and the read stays open', async () => {
  const read = readOf('35E3000')
  await recognition.handle(read)
  await expect(accept({ readId: randomUUID() }, '35가3000')).rejects.toMatchObject({ code: 'READ_NOT_FOUND' })
  await expect(dismiss({ readId: randomUUID() })).rejects.toMatchObject({ code: 'READ_NOT_FOUND' })
  for (const plate of ['35각3000', '00가0000', 'x'])
    await expect(accept(read, plate)).rejects.toMatchObject({
      ...{ code: 'VALIDATION_FAILED', details: [{ path: 'carNumber' }] },
    })
  expect(await found(read)).toMatchObject({ reviewState: 'open' })
})

test('of two devices that used one id the caller has to say which', async () => {
  const other = await recognition.addStore('합정점')
  const read = readOf('36F3000')
  await recognition.handle(read)
  await recognition.publish({ ...read, carNumber: '36G3000' }, other.subject)
  await recognition.settled()
  await expect(dismiss(read)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'deviceId' }] })
  expect(await dismiss(read, { deviceId: other.deviceId })).toMatchObject({ carNumber: '36G3000' })
  expect(await accept(read, '36가3000', { deviceId: recognition.deviceId })).toMatchObject({ carNumber: '36F3000' })
})

test('concurrent decisions of two administrators: exactly one counts', async () => {
  const read = readOf('37H3000')
  await recognition.handle(read)
  const results = await Promise.allSettled([accept(read, '37가3000'), accept(read, '37나3000'), dismiss(read)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect.poll(() => admin.audited(String(read.readId))).toHaveLength(1)
})

test('repeated, late and further messages of a passing car leave one row', async () => {
  const first = readOf('38J3000', { recognizedAt: ago(100) })
  const better = readOf('38J3000', { recognizedAt: ago(98), confidence: 0.99 })
  await recognition.handle(first, first, better, readOf('38J3000', { recognizedAt: ago(110) }))
  const rows = async (query = {}) => (await list(query)).filter(({ carNumber }) => carNumber === '38J3000')
  expect(await rows()).toHaveLength(1)
  await accept(first, '38가3000')
  await recognition.handle(first, readOf('38J3000', { recognizedAt: ago(90) }))
  expect(await rows()).toEqual([])
  expect(await rows({ reviewState: 'accepted' })).toHaveLength(1)
  expect(recognition.visits('38가3000')).toMatchObject([{ reads: 1 }])
})

test('a rejected read is left out if its plate or its track has a visit', async () => {
  const [plate, trackId] = ['39가3000', 'car 39']
  const [faint, ofTrack] = [readOf(plate, { confidence: 0.2 }), readOf('39K3001', { trackId })]
  await recognition.handle(faint, ofTrack)
  expect([await found(faint), await found(ofTrack)]).toMatchObject([{ reviewState: 'open' }, { reviewState: 'open' }])
  await recognition.handle(readOf(plate), readOf('39가3001', { trackId }))
  expect([await found(faint), await found(ofTrack)]).toEqual([undefined, undefined])
})

test('a reading that was corrected before is proposed again, and moves its visit when it is accepted', async () => {
  const [misread, plate] = ['42가4000', '42거4000']
  const memberId = await recognition.addOwner(plate, '최하은')
  await recognition.handle(readOf(misread, { recognizedAt: ago(8_000) }))
  const [earlier] = recognition.visits(misread)
  await admin.call(correctVisit, { id: String(earlier?.id), carNumber: plate, reason: '오인식' })
  const [again, faint] = [readOf(misread), readOf(misread, { confidence: 0.3, recognizedAt: ago(3_600) })]
  await recognition.handle(again, faint)
  const visit = recognition.visits(misread).at(-1)
  expect(await found(again)).toMatchObject({ reason: 'suggested', suggestedCarNumber: plate })
  const inReview = async () => (await admin.call(listVisits, { review: 'open' })).content.map(({ id }) => id)
  expect(await inReview()).toContain(visit?.id)
  expect(await found(faint)).toMatchObject({ reason: 'lowConfidence', suggestedCarNumber: plate })
  expect(await accept(again, plate)).toMatchObject({ visitId: visit?.id })
  await expect.poll(() => recognition.visits(plate).at(-1)).toMatchObject({ id: visit?.id, memberId, corrected: true })
})

describe('a reading that a lookalike outranks', () => {
  /** The same car, read badly and then well. */
  async function confuse(digits: string) {
    const [misread, plate] = [`${digits}거7654`, `${digits}가7654`]
    const doubtful = readOf(misread, { confidence: 0.91, recognizedAt: ago(3) })
    await recognition.handle(doubtful, readOf(plate, { confidence: 0.94, recognizedAt: ago(2) }))
    const [visit] = recognition.visits(misread)
    return { misread, plate, doubtful, visitId: visit?.id }
  }

  test('is queued once; accepted as the other plate, it joins the visit of that plate', async () => {
    const { misread, plate, doubtful } = await confuse('51')
    await recognition.handle(doubtful, readOf(misread, { confidence: 0.9, recognizedAt: ago(2.5) }))
    expect((await list()).filter(({ carNumber }) => carNumber === misread)).toMatchObject([
      { readId: doubtful.readId, reason: 'doubtful', reviewState: 'open' },
    ])
    const [visit] = recognition.visits(plate)
    expect(await accept(doubtful, plate)).toMatchObject({ visitId: expect.any(String) })
    await expect
      .poll(() => recognition.visits(plate).filter(({ mergedInto }) => mergedInto === null))
      .toMatchObject([{ reads: 3, recognizedAt: doubtful.recognizedAt }])
    expect(visit).toMatchObject({ reads: 1 })
  })

  test('accepted as read is certain', async () => {
    const { misread, doubtful, visitId } = await confuse('52')
    const memberId = await recognition.addOwner(misread, '정우진')
    expect(recognition.visits(misread)).toMatchObject([{ doubtful: true }])
    expect(await accept(doubtful, misread)).toMatchObject({ reviewState: 'accepted', visitId })
    const isDoubtful = () => recognition.visits(misread).map((visit) => visit.doubtful ?? false)
    await expect.poll(isDoubtful).toEqual([false])
    expect(recognition.visits(misread)).toMatchObject([{ id: visitId, memberId }])
  })

  test('is left out after a better reading of it', async () => {
    const { misread, doubtful } = await confuse('53')
    expect(await found(doubtful)).toMatchObject({ reason: 'doubtful' })
    await recognition.handle(readOf(misread, { confidence: 0.99 }))
    expect(await found(doubtful)).toBeUndefined()
  })
})

test('after a rejected reading was corrected, the next equal one is proposed with its plate', async () => {
  const read = readOf('43L4000', { recognizedAt: ago(4_000) })
  await recognition.handle(read)
  await accept(read, '43가4000')
  const next = readOf('43L4000')
  await recognition.handle(next)
  expect(await found(next)).toMatchObject({ suggestedCarNumber: '43가4000' })
})

test('a store that was renamed or closed in the meantime changes nothing about its reads', async () => {
  const store = await recognition.addStore('망원점')
  const [renamed, closed] = [readOf('44M4000'), readOf('44N4000')]
  for (const read of [renamed, closed]) await recognition.publish(read, store.subject)
  await recognition.settled()
  await recognition.tell('catalog.storeChanged', { storeId: store.storeId, name: '망원1호점', version: 2 })
  await recognition.eventsHandled()
  await accept(renamed, '44가4000')
  await expect.poll(() => recognition.visits('44가4000')).toMatchObject([{ storeName: '망원1호점' }])
  await recognition.tell('catalog.storeChanged', { storeId: store.storeId, name: null, version: 3 })
  await recognition.eventsHandled()
  await accept(closed, '44나4000')
  await expect.poll(() => recognition.visits('44나4000')).toMatchObject([{ storeId: store.storeId }])
})

test('a bad camera keeps at most 200 open reads, and old rows go', async () => {
  const store = await recognition.addStore('상수점')
  const reads = Array.from({ length: 205 }, (_, at) => readOf(`Q${1_000 + at}`, { recognizedAt: ago(300 - at) }))
  for (const read of reads) await recognition.publish(read, store.subject)
  const old = readOf('45P4000')
  await recognition.handle(old)
  await recognition.backend.sql`
    update recognition.read_reviews set recognized_at = now() - interval '14 months' where read_id = ${String(old.readId)}`
  await using db = await recognition.openDatabase()
  await sweepReadReviews({ db, settings: { get: () => 600 } as never })
  const left = await recognition.backend.sql<{ raw: string }[]>`
    select raw from recognition.read_reviews where device_id = ${store.deviceId} order by raw`
  expect([left.length, left[0]?.raw]).toEqual([200, 'Q1005'])
  expect(await found(old)).toBeUndefined()
})
