import { randomUUID } from 'node:crypto'
import { type Bus, everyScreenSeen, type Handlers, screenSeenSubject, screenSubject } from '@kingcar/bus'
import { AppError, contract, type Input, type Screen, type ScreenSeen, served } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, claimsOf, type Pair, startBeforeAll, waiting } from './start-member.ts'

const storeId = '01980000-0000-7000-8000-000000000001'
const closing = '01980000-0000-7000-8000-000000000002'
const neighbour = '01980000-0000-7000-8000-000000000003'
const nobody = '019b76da-a800-7000-8000-000000000000'
const day = 86_400_000

let now = Date.now()
let root: Pair
let edge: Bus
let catalog: Bus
const member = startBeforeAll({ now: () => new Date(now) })
beforeAll(async () => {
  await member.join('root@kingcar.test', 'a long password')
  root = await member.login({ email: 'root@kingcar.test', password: 'a long password' })
  edge = member.bus
  const { getStore } = contract.catalog
  const answers: Handlers<null, { getStore: typeof getStore }> = {
    getStore: async (_ctx, { id }) => {
      if (![storeId, closing, neighbour].includes(id)) throw new AppError('STORE_NOT_FOUND')
      return { result: store, version: 1 }
    },
  }
  catalog = await member.backend.bus('catalog')
  await catalog.serve({ getStore }, null, answers)
})

const store = {
  ...{
    id: storeId,
    name: '강남점',
    address: '서울',
    addressDetail: null,
    latitude: 37.5,
    longitude: 127,
    phone: '02-1',
  },
  ...{ businessHours: [], closedDates: [], imageIds: [], visible: true, open: true },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
}
const asAdmin = (ifMatch?: string) => ({ actor: actorOf(root), ...(ifMatch === undefined ? {} : { ifMatch }) })
const make = (name: string, id = storeId, idempotencyKey?: string) =>
  member.call(
    contract.member.createScreenSession,
    { storeId: id, name },
    { ...asAdmin(), ...(idempotencyKey && { idempotencyKey }) },
  )
async function create(name = '대기실', id = storeId) {
  const { screenId, accessToken = '', refreshToken = '' } = await make(name, id)
  return { screenId, accessToken, refreshToken }
}
const rename = (id: string, name: string, ifMatch?: string) =>
  member.call(contract.member.updateScreen, { id, name }, asAdmin(ifMatch))
const remove = (id: string, ifMatch?: string) => member.call(contract.member.deleteScreen, { id }, asAdmin(ifMatch))
const say = (input: Input<typeof contract.member.messageScreen>) =>
  outcome(member.call(contract.member.messageScreen, input, asAdmin()))
const list = async (input: Input<typeof contract.member.listScreens> = {}) =>
  (await member.call(contract.member.listScreens, { size: 100, ...input }, asAdmin())).content
const find = async (id: string): Promise<Screen | undefined> => (await list()).find((screen) => screen.id === id)

/** Sends a gateway's report about a screen. */
const seen = (id: string, state: ScreenSeen['state'], { gateway = 'one', version = 'b7f3' as string | null } = {}) =>
  edge.send(screenSeenSubject(id), { gateway, version, state })

describe('a screen', () => {
  test('has a session of its own, and its token names its store and nothing else of it', async () => {
    const { screenId, ...tokens } = await create()
    expect(claimsOf(tokens)).toMatchObject({ sub: screenId, role: 'screen', aud: 'screen', storeId })
    expect(await find(screenId)).toEqual({
      ...{ id: screenId, storeId, name: '대기실', version: null, online: false, lastSeenAt: null },
      createdAt: expect.any(String),
    })
    await expect(create('대기실', nobody)).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  })

  test('is created once for an idempotency key: a repetition gets its id without the tokens, which are stored nowhere', async () => {
    const key = 'a-wall-screen'
    const { screenId, ...tokens } = await make('한 번만', storeId, key)
    expect(tokens).toEqual({ accessToken: expect.any(String), refreshToken: expect.any(String) })
    expect(await make('한 번만', storeId, key)).toEqual({ screenId })
    expect((await list()).filter(({ name }) => name === '한 번만')).toHaveLength(1)
    await expect(make('두 번째', storeId, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const kept = JSON.stringify(await member.backend.sql`select answer from member.idempotency`)
    for (const token of Object.values(tokens)) expect(kept).not.toContain(token)
    const { sql } = member.backend
    expect(await sql`select from member.sessions where account_id = ${screenId}`).toHaveLength(1)
    expect(await sql`select from member.audit_logs where entity_id = ${screenId}`).toHaveLength(1)
  })

  test('has a name of one line that is not empty', async () => {
    const { screenId } = await create(' 출구\n옆 '.normalize('NFD'))
    expect((await list()).find(({ id }) => id === screenId)?.name).toBe('출구 옆')
    expect(await rename(screenId, '입구\u2028옆')).toMatchObject({ name: '입구 옆' })
    const empty = { code: 'VALIDATION_FAILED', details: [{ path: 'name' }] }
    await expect(rename(screenId, ' \t ')).rejects.toMatchObject(empty)
    await expect(make('   ')).rejects.toMatchObject(empty)
  })

  test('is renewed until it is removed, also after years; its token keeps the store', async () => {
    const { screenId, ...tokens } = await create()
    now += 400 * day
    expect(await outcome(member.call(contract.member.reissueMember, tokens))).toBe('REFRESH_INVALID')
    const renewed = await member.reissue(tokens)
    expect(claimsOf(renewed)).toMatchObject({ sub: screenId, role: 'screen', storeId, gen: 2 })
    await remove(screenId)
    await expect(member.reissue(renewed)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    const ended = async () => (await member.events('member.sessionEnded', 1)).map(({ sessionId }) => sessionId)
    await expect.poll(ended).toContain(claimsOf(tokens).sid)
    expect(await find(screenId)).toBeUndefined()
    now = Date.now()
  })

  test('that loses power before it has stored its new pair is renewed with the previous one, any number of times', async () => {
    const { screenId, ...first } = await create()
    const { sid } = claimsOf(first)
    const lost = await member.reissue(first)
    await member.bus.publish([
      { id: `${sid}.2`, subject: 'evt.gateway.sessionUsed', payload: { sessionId: sid, generation: 2 } },
    ])
    const used = async () => (await member.backend.sql`select pair_used from member.sessions where id = ${sid}`)[0]
    await expect.poll(used).toEqual({ pair_used: true })
    for (const hours of [1, 24]) {
      now += hours * 3_600_000
      const again = await member.reissue(first)
      expect(again.refreshToken).toBe(lost.refreshToken)
      expect(claimsOf(again)).toMatchObject({ gen: 2, iat: Math.floor(now / 1_000) })
    }
    const third = await member.reissue(lost)
    now += 3_600_000
    expect((await member.reissue(lost)).refreshToken).toBe(third.refreshToken)
    await remove(screenId)
    for (const pair of [lost, third])
      await expect(member.reissue(pair)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    now = Date.now()
  })

  test('is signed out by a pair older than the previous one, which is a copy', async () => {
    const { screenId: _, ...first } = await create()
    const third = await member.reissue(await member.reissue(first))
    await expect(member.reissue(first)).rejects.toMatchObject({ code: 'REFRESH_REUSED' })
    await expect(member.reissue(third)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
  })

  test('is renamed and removed under If-Match, and audited', async () => {
    const { screenId: id } = await create('입구')
    expect(await rename(id, '출구', '"1"')).toMatchObject({ id, name: '출구' })
    await expect(rename(id, '벽', '"1"')).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'name' }] })
    await expect(remove(id, '"1"')).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    await rename(id, '출구', '"2"') // changes nothing
    await remove(id, '"2"')
    for (const gone of [() => rename(id, '벽'), () => remove(id)]) {
      await expect(gone()).rejects.toMatchObject({ code: 'SCREEN_NOT_FOUND' })
    }
    const entries = await member.backend
      .sql`select action, before, after from member.audit_logs where entity_id = ${id} order by at, id`
    expect([...entries]).toEqual([
      { action: 'createScreenSession', before: null, after: { storeId, name: '입구' } },
      { action: 'updateScreen', before: { name: '입구' }, after: { name: '출구' } },
      { action: 'deleteScreen', before: { storeId, name: '출구' }, after: null },
    ])
  })

  test('is listed in pages, in the requested order', async () => {
    await Promise.all(['나', '가', '다'].map((name) => create(`차례 ${name}`)))
    const named = (await list({ sort: ['name,desc'] }))
      .map(({ name }) => name)
      .filter((name) => name.startsWith('차례'))
    expect(named).toEqual(['차례 다', '차례 나', '차례 가'])
    expect(await list({ size: 1, page: 1, sort: ['name,desc'] })).toHaveLength(1)
  })
})

describe('a message to a screen', () => {
  test('reaches the gateway with its socket, and fails if there is none', async () => {
    const { screenId: id } = await create()
    expect(await say({ id, text: '곧 문을 닫아요' })).toBe('SCREEN_OFFLINE')
    expect(await say({ id, text: ' \n ' })).toBe('VALIDATION_FAILED')
    const received: unknown[] = []
    const { stop } = edge.subscribe(screenSubject(id), (text) => received.push(JSON.parse(text)) > 0)
    expect([await say({ id, text: '곧 문을 닫아요' }), await say({ id, reload: true })]).toEqual(['ok', 'ok'])
    await rename(id, '대기실 2')
    await expect
      .poll(() => received)
      .toEqual([
        { type: 'message', text: '곧 문을 닫아요' },
        { type: 'reload' },
        { type: 'screen', screenId: id, name: '대기실 2', storeId },
      ])
    stop()
    expect(await say({ id, reload: true })).toBe('SCREEN_OFFLINE')
    expect(await say({ id: nobody, reload: true })).toBe('SCREEN_NOT_FOUND')
    const entries = await member.backend
      .sql`select after from member.audit_logs where entity_id = ${id} and action = 'messageScreen' order by at, id`
    expect(entries.map(({ after }) => after)).toEqual([{ text: '곧 문을 닫아요' }, { reload: true }])
  })

  test('is in the audit log before the screen gets it, also if its delivery is unknown', async () => {
    const { screenId: id } = await create()
    const { sql } = member.backend
    const logged = () => sql`select from member.audit_logs where entity_id = ${id} and action = 'messageScreen'`
    let takes = true
    let received = 0
    edge.subscribe(screenSubject(id), () => {
      received += 1
      return takes
    })
    const locked = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const lock = sql.begin(async (tx) => {
      await tx`lock table member.audit_logs`
      locked.resolve()
      await letGo.promise
    })
    await locked.promise
    const said = say({ id, text: '곧 문을 닫아요' })
    try {
      await waiting(member, 1)
      expect(received).toBe(0)
    } finally {
      letGo.resolve()
      await lock
    }
    expect(await said).toBe('ok')
    takes = false
    expect(await say({ id, reload: true })).toBe('UNAVAILABLE')
    expect(received).toBe(2)
    expect(await logged()).toHaveLength(2)
  })

  test('goes to the screen and into the audit log under its id in lower case', async () => {
    const { screenId: id } = await create()
    const typed = id.toUpperCase()
    const received: unknown[] = []
    edge.subscribe(screenSubject(id), (text) => received.push(JSON.parse(text)) > 0)
    expect(await say({ id: typed, reload: true })).toBe('ok')
    await rename(typed, '출구')
    await expect
      .poll(() => received)
      .toMatchObject([{ type: 'reload' }, { type: 'screen', screenId: id, name: '출구' }])
    await remove(typed)
    const rows = await member.backend
      .sql`select action, entity_id from member.audit_logs where lower(entity_id) = ${id} order by at, id`
    expect(rows.map(({ action, entity_id }) => [action, entity_id])).toEqual(
      ['createScreenSession', 'messageScreen', 'updateScreen', 'deleteScreen'].map((action) => [action, id]),
    )
  })

  test('is either a text or a reload', async () => {
    const { screenId: id } = await create()
    expect([await say({ id }), await say({ id, text: '둘', reload: true })]).toEqual([
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
    ])
  })
})

describe('the presence of a screen', () => {
  test('is reported by gateways as opened, open and closed; the screen gets its name', async () => {
    const { screenId: id } = await create('계산대')
    const received: unknown[] = []
    const { stop } = edge.subscribe(screenSubject(id), (text) => received.push(JSON.parse(text)) > 0)
    seen(id, 'opened')
    await expect.poll(() => find(id)).toMatchObject({ online: true, version: 'b7f3', lastSeenAt: expect.any(String) })
    await expect.poll(() => received).toEqual([{ type: 'screen', screenId: id, name: '계산대', storeId }])
    seen(id, 'here', { version: 'c8' })
    await expect.poll(() => find(id)).toMatchObject({ online: true, version: 'c8' })
    stop()
    seen(id, 'gone')
    await expect.poll(() => find(id)).toMatchObject({ online: false, version: 'c8' })
  })

  /** Waits until all earlier reports are handled: a later report about another screen is. */
  async function settled() {
    const { screenId: id } = await create('다른 화면')
    const on = async () => (await find(id))?.online
    for (const state of ['opened', 'gone'] as const) {
      seen(id, state, { gateway: 'another' })
      await expect.poll(on).toBe(state === 'opened')
    }
  }

  test('follows the gateway that saw it last: the end that the previous one reports is late', async () => {
    const { screenId: id } = await create()
    seen(id, 'opened', { gateway: 'one' })
    await expect.poll(async () => (await find(id))?.online).toBe(true)
    seen(id, 'opened', { gateway: 'two', version: 'later' })
    await expect.poll(async () => (await find(id))?.version).toBe('later')
    seen(id, 'gone', { gateway: 'one' })
    await settled()
    expect((await find(id))?.online).toBe(true)
    seen(id, 'gone', { gateway: 'two' })
    await expect.poll(async () => (await find(id))?.online).toBe(false)
  })

  /** Transactions that wait for a screen's reply. */
  const undecided = () => member.backend.sql`select from pg_stat_activity where state = 'idle in transaction'`
  test.each([
    ['accepts its messages', true],
    ['may have accepted a message', false],
  ])('lasts while a socket %s, whichever gateway reports that its own is closed', async (_, takes) => {
    const { screenId: id } = await create()
    const received: unknown[] = []
    const { stop } = edge.subscribe(screenSubject(id), (text) => received.push(JSON.parse(text)) > 0 && takes)
    seen(id, 'here', { gateway: 'two', version: 'later' })
    await expect.poll(async () => (await find(id))?.version).toBe('later')
    seen(id, 'here', { gateway: 'one', version: 'stale' }) // a half-open socket: its report arrives after the new socket's
    await expect.poll(async () => (await find(id))?.version).toBe('stale')
    seen(id, 'gone', { gateway: 'one' })
    await expect.poll(() => received).toMatchObject([{ type: 'screen', screenId: id }])
    await expect.poll(undecided).toEqual([])
    expect((await find(id))?.online).toBe(true)
    stop()
    seen(id, 'gone', { gateway: 'one' })
    await expect.poll(async () => (await find(id))?.online).toBe(false)
  })

  test('is stored for thousands that connect, stay and are closed together, while calls go on', async () => {
    const { sql } = member.backend
    const all = await sql<{ id: string }[]>`
      insert into member.screens (store_id, name) select ${storeId}, 'many ' || n from generate_series(1, 2000) n returning id`
    const isOnline = async (online: boolean) =>
      Number((await sql`select count(*) from member.screens where name like 'many %' and gone <> ${online}`)[0]?.count)
    for (const state of ['opened', 'here', 'opened'] as const) for (const { id } of all) seen(id, state)
    expect(await Promise.all(Array.from({ length: 20 }, () => outcome(list({ size: 1 }))))).not.toContain('UNAVAILABLE')
    await expect.poll(() => isOnline(true)).toBe(all.length)
    for (const { id } of all.slice(0, 500)) seen(id, 'gone')
    await expect.poll(() => isOnline(false)).toBe(500)
    await sql`delete from member.screens where name like 'many %'`
  })

  test('ends after its gateway stops reporting, and an invalid report changes nothing', async () => {
    const { screenId: id } = await create()
    seen(id, 'opened')
    await expect.poll(async () => (await find(id))?.online).toBe(true)
    await member.backend.sql`update member.screens set last_seen_at = now() - interval '91 seconds' where id = ${id}`
    expect((await find(id))?.online).toBe(false)
    for (const subject of [screenSeenSubject(id), everyScreenSeen.replace('*', 'nonsense')])
      edge.send(subject, { state: 1 })
    seen('nonsense', 'here')
    seen(id, 'here')
    await expect.poll(async () => (await find(id))?.online).toBe(true)
  })
})

test('the screens of a store end when it is closed, also after late or repeated events; a closed store gets no new one', async () => {
  const { screenId, ...tokens } = await create('닫힐 화면', closing)
  const other = await create('열린 화면')
  expect((await list({ storeId: closing })).map(({ name }) => name)).toEqual(['닫힐 화면'])
  const closedBy = { actorId: actorOf(root).id, requestId: 'closing' }
  const tell = (name: string | null, version: number) =>
    catalog.publish([
      { id: randomUUID(), subject: 'evt.catalog.storeChanged', payload: { storeId: closing, name, version, closedBy } },
    ])
  await tell(null, 2)
  await tell('닫은 점', 1)
  await tell(null, 2)
  await expect.poll(() => find(screenId)).toBeUndefined()
  await expect.poll(() => member.backend.backlog('member-events')).toBe(0)
  await expect(member.reissue(tokens)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
  const ended = async () => (await member.events('member.sessionEnded', 1)).map(({ sessionId }) => sessionId)
  await expect.poll(ended).toContain(claimsOf(tokens).sid)
  expect(await outcome(make('늦은 화면', closing))).toBe('STORE_NOT_FOUND') // though the catalog still says that it is open
  expect(await find(other.screenId)).toBeDefined()
  const audited = await member.backend.sql`
    select action, actor_id, request_id, before from member.audit_logs
    where entity_id = ${screenId} and action = 'deleteScreen'`
  expect(audited).toMatchObject([
    { actor_id: closedBy.actorId, request_id: 'closing', before: { storeId: closing, name: '닫힐 화면' } },
  ])
})

test('the part of what needs a person has the offline screens of each store, the longest offline first', async () => {
  const offline = async () => {
    const { items } = await member.call(served.member.getAttention, {}, asAdmin())
    return items.find((item) => item.kind === 'offlineScreens' && item.storeId === storeId)
  }
  const { sql } = member.backend
  const { screenId } = await create('오래 꺼진 화면')
  await sql`update member.screens set last_seen_at = now() - interval '30 days' where id = ${screenId}`
  const before = await offline()
  expect(before?.examples[0]).toMatchObject({ id: screenId, name: '오래 꺼진 화면', since: before?.since })
  await sql`update member.screens set last_seen_at = now(), gone = false where id = ${screenId}`
  expect((await offline())?.count ?? 0).toBe((before?.count ?? 0) - 1)
  await remove(screenId)
})

// ASVS 8.2.2
test('an administrator of one store gets and manages only the screens of it', async () => {
  const [own, other] = [await create('우리 화면'), await create('남의 화면', neighbour)]
  const actor = { ...actorOf(root), adminRole: 'manager', storeIds: [storeId] } as const
  const { listScreens, updateScreen, deleteScreen, messageScreen, createScreenSession } = contract.member
  const listed = await member.call(listScreens, { size: 100 }, { actor })
  expect(new Set(listed.content.map((screen) => screen.storeId))).toEqual(new Set([storeId]))
  expect(listed.content.map(({ id }) => id)).toContain(own.screenId)
  const { items } = await member.call(served.member.getAttention, {}, { actor })
  expect(items.map((item) => item.storeId)).toEqual([storeId])
  expect(await outcome(member.call(listScreens, { storeId: neighbour }, { actor }))).toBe('FORBIDDEN')
  const made = member.call(createScreenSession, { storeId: neighbour, name: '새 화면' }, { actor })
  expect(await outcome(made)).toBe('FORBIDDEN')
  const id = other.screenId
  expect(await outcome(member.call(updateScreen, { id, name: '바꿈' }, { actor }))).toBe('SCREEN_NOT_FOUND')
  expect(await outcome(member.call(messageScreen, { id, text: '안녕' }, { actor }))).toBe('SCREEN_NOT_FOUND')
  expect(await outcome(member.call(deleteScreen, { id }, { actor }))).toBe('SCREEN_NOT_FOUND')
  expect(await member.call(updateScreen, { id: own.screenId, name: '바꿈' }, { actor })).toMatchObject({ name: '바꿈' })
  expect(await member.call(deleteScreen, { id: own.screenId }, { actor })).toBeNull()
})

describe('a browser that shows a code', () => {
  const { beginScreenPairing, createScreenSession, openPairedScreen, reissueAdmin } = contract.member
  const begin = () => member.call(beginScreenPairing, {})
  const ask = (pairingToken: string) => member.call(openPairedScreen, { pairingToken })
  const enter = (pairingCode: string, idempotencyKey?: string) =>
    member.call(
      createScreenSession,
      { storeId, name: '입구', pairingCode },
      { ...asAdmin(), ...(idempotencyKey && { idempotencyKey }) },
    )

  test('gets the session of the screen when an administrator enters the code, and no other browser does', async () => {
    const { pairingToken, pairingCode } = await begin()
    expect(await ask(pairingToken)).toEqual({ screenId: null })
    const key = randomUUID()
    const made = await enter(pairingCode, key)
    expect(made).toEqual({ screenId: expect.any(String) })
    expect(await enter(pairingCode, key)).toEqual(made)
    expect(await outcome(enter(pairingCode))).toBe('PAIRING_NOT_FOUND')
    const audited = await member.backend.sql`select after from member.audit_logs where entity_id = ${made.screenId}`
    expect(audited).toEqual([{ after: { storeId, name: '입구', paired: true } }])
    const { screenId, accessToken = '', refreshToken = '' } = await ask(pairingToken)
    expect(claimsOf({ accessToken, refreshToken })).toMatchObject({ sub: made.screenId, role: 'screen', storeId })
    expect(screenId).toBe(made.screenId)

    // A lost response: the browser asks again, and the session that it never got ends.
    const again = await ask(pairingToken)
    expect(await outcome(member.call(reissueAdmin, { accessToken, refreshToken }))).not.toBe('ok')
    const kept = { accessToken: again.accessToken ?? '', refreshToken: again.refreshToken ?? '' }
    expect(claimsOf(await member.call(reissueAdmin, kept))).toMatchObject({ sub: screenId })
    await remove(made.screenId)
    expect(await outcome(ask(pairingToken))).toBe('PAIRING_NOT_FOUND')
  })

  test('has ten minutes, and a screen that cannot be made leaves the code usable', async () => {
    const { pairingToken, pairingCode } = await begin()
    const unknown = { storeId: nobody, name: '입구', pairingCode }
    expect(await outcome(member.call(createScreenSession, unknown, asAdmin()))).toBe('STORE_NOT_FOUND')
    expect(await outcome(enter('000000'))).toBe('PAIRING_NOT_FOUND')
    now += 599_000
    expect(await ask(pairingToken)).toEqual({ screenId: null })
    now += 2_000
    expect(await outcome(ask(pairingToken))).toBe('PAIRING_NOT_FOUND')
    expect(await outcome(enter(pairingCode))).toBe('PAIRING_NOT_FOUND')
    await begin()
    const { sql } = member.backend
    expect(await sql`select from member.screen_pairings where code = ${pairingCode}`).toHaveLength(0)
    expect((await list()).filter(({ name }) => name === '입구')).toHaveLength(0)
    now = Date.now()
  })

  test('is one of at most a hundred of its network', async () => {
    const address = '203.0.113.77'
    await member.call(beginScreenPairing, {}, { address })
    await member.backend.sql`
      insert into member.failed_attempts (purpose, account, address)
      select purpose, account, address
      from (select * from member.failed_attempts where purpose = 'pairing' order by id desc limit 1) last,
        generate_series(1, 96)`
    // Few at a time: a service refuses requests that wait too long for the lock of their network.
    const begins = await Promise.all(
      Array.from({ length: 6 }, () => outcome(member.call(beginScreenPairing, {}, { address }))),
    )
    expect(begins.toSorted()).toEqual([...Array(3).fill('RATE_LIMITED'), ...Array(3).fill('ok')])

    // With its locks held, it is refused without waiting, and other networks wait for none of them.
    await member.backend.sql.begin(async (sql) => {
      const [counted] = await sql<{ account: Buffer; address: Buffer }[]>`
        select account, address from member.failed_attempts where purpose = 'pairing'
        group by account, address having count(*) = 100`
      await sql`select pg_advisory_xact_lock(1262702401, ${counted?.account.readInt32BE() ?? 0})`
      await sql`select pg_advisory_xact_lock(1262702402, ${counted?.address.readInt32BE() ?? 0})`
      expect(await outcome(member.call(beginScreenPairing, {}, { address }))).toBe('RATE_LIMITED')
      expect(await outcome(member.call(beginScreenPairing, {}, { address: '198.51.100.7' }))).toBe('ok')
    })
  })
})
