import { randomUUID } from 'node:crypto'
import { contract, type EventOf, eventSubject, type UserProduct } from '@kingcar/contract'
import { openDatabase, uuidv7 } from '@kingcar/db'
import { outcome, startBundle, testProcess } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredRows } from '../src/delete-expired-rows.ts'
import { startFcm } from './fcm-double.ts'
import { listeningProcess } from './phone-steps.ts'
import { startSolapi } from './solapi-double.ts'
import { actorOf, type Member, type Pair, startTestMember } from './start-member.ts'

const { createPushToken, deletePushToken, getNotificationSettings, updateNotificationSettings } = contract.member
const { listMemberMessages, listMessageTemplates, updateMessageTemplate, listOutbox, deleteMe } = contract.member
const password = 'a long password'

const solapi = startedBeforeAll(startSolapi)
const fcm = startedBeforeAll(startFcm)
const running = listeningProcess()
let member: Member
let root: Pair
beforeAll(async () => {
  const talk = { SOLAPI_PF_ID: 'KA01PF1', SOLAPI_TEMPLATES: 'used=KA01TP1,charged=KA01TP2,refunded=KA01TP3' }
  const app = { APP_URL: 'https://app.kingcar.test', ...talk }
  member = await startTestMember({ ...solapi.options, ...fcm.options, ...app }, running)
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})
afterAll(() => member[Symbol.asyncDispose]())
beforeEach(() => {
  solapi.calls.length = 0
  solapi.plan.length = 0
  fcm.calls.length = 0
})

type Added = Awaited<ReturnType<Member['addMember']>>
type Use = EventOf<'orders.usesChanged'>['uses'][number]

const now = () => new Date().toISOString()
async function publish<
  N extends
    | 'orders.orderChanged'
    | 'orders.usesChanged'
    | 'orders.userProductChanged'
    | 'orders.periodsEndSoon'
    | 'orders.raisesAnnounced'
    | 'orders.raisesWithdrawn',
>(name: N, ...payloads: EventOf<N>[]) {
  const bus = await member.backend.bus('orders')
  await bus.publish(payloads.map((payload) => ({ id: randomUUID(), subject: eventSubject(name), payload })))
}
const useOf = ({ id: memberId }: { id: string }, over: Partial<Use> = {}): Use => ({
  ...{
    useLogId: uuidv7(),
    visitId: null,
    userProductId: uuidv7(),
    productName: '월 4회 세차',
    memberId,
    storeId: uuidv7(),
  },
  ...{ carNumber: '12가3456', usedAt: now(), reversedAt: null, remainingUses: 3, ...over },
})
const use = (...uses: Use[]) => publish('orders.usesChanged', { uses })
const orderOf = (
  { id: memberId }: { id: string },
  happened: 'paid' | 'refunded',
  over: Partial<EventOf<'orders.orderChanged'>> = {},
): EventOf<'orders.orderChanged'> => ({
  memberId,
  order: {
    ...{ id: uuidv7(), merchantUid: 'kc_1', productId: uuidv7(), productName: '월 4회 세차', productType: 'subscribe' },
    ...{ carId: null, amount: 29_000, refundedAmount: 0, state: 'Completed', paidAt: now(), refundedAt: null },
    ...{
      failReason: null,
      createdAt: now(),
      userProductId: null,
      ...(happened === 'refunded' && { refundedAt: now() }),
    },
  },
  ...{ version: 2, happened: [happened], receiptUrl: 'https://npg.nicepay.co.kr/1', refundedNow: 5_000, ...over },
})
const product = (over: Partial<UserProduct> = {}): UserProduct => ({
  ...{
    id: uuidv7(),
    productId: uuidv7(),
    productName: '월 4회 세차',
    type: 'subscribe',
    price: 29_000,
    billingMonths: 1,
    coupon: null,
  },
  ...{
    useLimit: 4,
    carLimit: null,
    carId: null,
    usesPerDay: null,
    usesPerStay: 1,
    subscription: null,
    storeIds: [],
    state: 'Unavailable',
  },
  ...{ startsAt: now(), endsAt: now(), remainingUses: 4, orderId: null, nextBillingAt: now(), dunning: null, ...over },
})
const dunning = {
  since: now(),
  reason: 'limitExceeded',
  nextTryAt: '2026-07-13T01:00:00.000Z',
  amount: 29_000,
} as const
const changed = (
  { id: memberId }: { id: string },
  userProduct: UserProduct,
  version: number,
  happened: 'paymentFailed' | 'renewed',
): EventOf<'orders.userProductChanged'> => ({
  ...{ memberId, userProduct, version, changedAt: now(), happened: [happened] },
})

const list = async ({ id }: { id: string }) =>
  (await member.call(listMemberMessages, { id }, { actor: actorOf(root) })).map(
    ({ kind, channel, state, reason, sentBy }) => [kind, channel, state, reason ?? sentBy].join(' '),
  )
/** Waits until this is what the member got, in any order. */
const expectMessages = (of: { id: string }, ...expected: string[]) =>
  expect.poll(async () => sorted(await list(of))).toEqual(sorted(expected))
const sorted = (lines: readonly string[]) => lines.toSorted((a, b) => (a < b ? -1 : 1))
const rows = ({ id }: { id: string }) => member.backend.sql`select * from member.messages where member_id = ${id}`
const texts = ({ phoneNumber }: Added) => {
  const to = phoneNumber.replace('+82', '0')
  return solapi.calls.filter((call) => call.to === to)
}
const mails = async ({ email }: Added) => (await member.call(listOutbox, {})).filter(({ to }) => to === email)
const tokenOf = (name: string) => `${name}:${'x'.repeat(30)}`
const register = ({ actor }: Added, name: string) =>
  member.call(createPushToken, { token: tokenOf(name), platform: 'android' }, { actor })
/** As if the pause of the channels and the delays of retries had passed. */
async function passDelays(): Promise<void> {
  await member.backend.sql`update member.message_channels set run_at = now()`
  await member.backend.sql`update member.messages set run_at = now() where state = 'waiting'`
}

test('a use is a notification and an AlimTalk, once each, however often it is reported', async () => {
  const someone = await member.addMember()
  await register(someone, 'app-1')
  const one = useOf(someone)
  await use(one)
  await expectMessages(someone, 'used push sent push', 'used talk sent talk')
  await use(one, one)
  await use(Object.assign({}, one, { remainingUses: 9 }))
  await use(useOf(someone, { remainingUses: 2 }))
  await expect
    .poll(() => texts(someone))
    .toMatchObject([
      {
        ...{ type: 'ATA', subject: '이용 안내' },
        kakaoOptions: {
          ...{ pfId: 'KA01PF1', templateId: 'KA01TP1' },
          variables: { '#{상품}': '월 4회 세차', '#{날짜}': '오늘', '#{남은 횟수}': '3회 남았어요' },
        },
      },
      { kakaoOptions: { variables: { '#{남은 횟수}': '2회 남았어요' } } },
    ])
  await expect
    .poll(() => fcm.calls)
    .toMatchObject([
      {
        ...{ token: tokenOf('app-1'), data: { kind: 'used' } },
        notification: { title: '이용 안내', body: '[킹카] 월 4회 세차 오늘 1회 사용, 3회 남았어요.' },
      },
      { notification: { body: '[킹카] 월 4회 세차 오늘 1회 사용, 2회 남았어요.' } },
    ])
  await expect.poll(async () => (await rows(someone)).filter(({ data }) => data !== null)).toEqual([])
})

test('payments, refunds, failures and ends are sent with what a member needs', async () => {
  const someone = await member.addMember({ provider: 'GOOGLE' })
  await publish('orders.orderChanged', orderOf(someone, 'paid'))
  await expectMessages(someone, 'charged mail sent mail', 'charged talk sent talk')
  await publish('orders.orderChanged', orderOf(someone, 'refunded'))
  const unpaid = product({ dunning })
  await publish('orders.userProductChanged', changed(someone, unpaid, 5, 'paymentFailed'))
  const period = {
    productName: '월 2회 세차',
    endsAt: '2026-07-10T01:00:00.000Z',
    memberId: someone.id,
    amount: 19_000,
    version: 1,
  }
  await publish('orders.periodsEndSoon', {
    at: now(),
    periods: [
      { ...period, userProductId: uuidv7(), renews: true },
      { ...period, userProductId: uuidv7(), renews: false },
    ],
  })
  const kinds = ['paymentFailed', 'refunded', 'renewalAhead', 'ending']
  await expectMessages(
    someone,
    ...['charged mail sent mail', 'charged talk sent talk', 'refunded talk sent talk'],
    ...kinds.map((kind) => `${kind} mail sent mail`),
    ...['paymentFailed', 'renewalAhead', 'ending'].map((kind) => `${kind} talk sent sms`),
  )
  expect(texts(someone).map(({ type, text, kakaoOptions }) => [type, text ?? kakaoOptions?.variables])).toEqual([
    ['ATA', expect.objectContaining({ '#{금액}': '29,000원', '#{영수증}': 'https://npg.nicepay.co.kr/1' })],
    ['ATA', expect.objectContaining({ '#{금액}': '5,000원' })],
    ['LMS', expect.stringContaining('7월 13일에 다시 결제할게요.\n카드 확인: https://app.kingcar.test/cards')],
    ['LMS', expect.stringContaining('월 2회 세차 정기 결제가 7월 10일에 있어요.\n결제 금액: 19,000원')],
    ['LMS', expect.stringContaining('월 2회 세차 이용 기간이 7월 10일에 끝나요.')],
  ])
  const [newest] = await mails(someone)
  expect(newest).toMatchObject({ channel: 'mail', subject: '[KingCar] 이용 기간 종료 예정' })
})

test('what is not true any more is not sent: a use that was reversed, and a renewal that was paid, also out of order', async () => {
  const someone = await member.addMember()
  const [first, second, third] = [useOf(someone), useOf(someone), useOf(someone)]
  const reversed = (one: Use) => use(Object.assign({}, one, { reversedAt: now() }))
  await reversed(second)
  await use(second)
  await expectMessages(someone, 'used talk dropped outdated')
  solapi.plan.push({ status: 503 })
  await use(first)
  await expect.poll(() => texts(someone)).toHaveLength(1)
  await use(third)
  await reversed(first)
  const gone = ['used talk dropped outdated', 'used talk dropped outdated']
  await expectMessages(someone, ...gone, 'used talk waiting ')
  await passDelays()
  await expectMessages(someone, ...gone, 'used talk sent talk')

  const id = uuidv7()
  await member.backend.sql`update member.members set provider = 'GOOGLE', social_subject = id where id = ${someone.id}`
  await publish('orders.userProductChanged', changed(someone, product({ id, state: 'Available' }), 6, 'renewed'))
  await publish('orders.userProductChanged', changed(someone, product({ id, dunning }), 5, 'paymentFailed'))
  const failed = ['paymentFailed mail dropped outdated', 'paymentFailed talk dropped outdated']
  await expectMessages(someone, ...gone, 'used talk sent talk', ...failed)
  await use(useOf(someone, { usedAt: new Date(Date.now() - 86_500_000).toISOString() }), useOf({ id: uuidv7() }))
  await use(useOf(someone))
  await expectMessages(someone, ...gone, ...failed, 'used talk sent talk', 'used talk sent talk')
})

test('a refused AlimTalk becomes an SMS, a refused SMS is given up, and an outage is waited for', async () => {
  const someone = await member.addMember()
  solapi.plan.push('3104') // no KakaoTalk there
  await use(useOf(someone))
  await expectMessages(someone, 'used talk sent sms')
  expect(texts(someone).map(({ type }) => type)).toEqual(['ATA', 'SMS'])
  solapi.plan.push('3104', '3013') // its number is wrong
  await use(useOf(someone))
  await expectMessages(someone, 'used talk sent sms', 'used talk failed refused')
  solapi.plan.push('cut', { status: 500 })
  await use(useOf(someone))
  await expect.poll(() => texts(someone)).toHaveLength(5)
  await expect
    .poll(
      async () => (await member.backend.sql`select failures from member.message_channels where channel = 'talk'`)[0],
    )
    .toMatchObject({ failures: expect.any(Number) })
  await expectMessages(someone, 'used talk sent sms', 'used talk failed refused', 'used talk sent talk')
  expect(await member.backend.sql`select failures from member.message_channels where channel = 'talk'`).toEqual([
    { failures: 0 },
  ])
})

describe('an app', () => {
  test('that was uninstalled is removed, and another of the member gets the notification once', async () => {
    const someone = await member.addMember()
    await register(someone, 'old')
    await register(someone, 'new')
    fcm.plan.push({ status: 404, code: 'UNREGISTERED' })
    await use(useOf(someone))
    await expectMessages(someone, 'used push sent push', 'used talk sent talk')
    const left = await member.backend.sql`select token from member.push_tokens where member_id = ${someone.id}`
    expect(left).toHaveLength(1)
    fcm.plan.push({ status: 404, code: 'UNREGISTERED' })
    await use(useOf(someone))
    await expect.poll(() => list(someone)).toContain('used push failed gone')
  })

  test('of a session that has ended, of another member, or removed, gets nothing; the newest ten are kept', async () => {
    const [someone, other] = [await member.addMember(), await member.addMember()]
    await register(someone, 'shared')
    await register(other, 'shared')
    await use(useOf(someone))
    await expectMessages(someone, 'used talk sent talk')
    await member.backend
      .sql`update member.sessions set ended_at = now(), end_reason = 'logout' where id = ${other.actor.sessionId}`
    await use(useOf(other))
    await expectMessages(other, 'used push dropped noRecipient', 'used talk sent talk')
    for (let at = 0; at < 12; at++) await register(someone, `app-${at}`)
    const tokens = await member.backend.sql`select token from member.push_tokens where member_id = ${someone.id}`
    expect(tokens).toHaveLength(10)
    const { actor } = someone
    for (const _time of [1, 2]) await member.call(deletePushToken, { token: tokenOf('app-11') }, { actor })
    await member.call(deletePushToken, { token: tokenOf('app-10') }, { actor: other.actor })
    expect(await member.backend.sql`select from member.push_tokens where member_id = ${someone.id}`).toHaveLength(9)
    expect(fcm.calls).toEqual([])
  })
})

test('a renewal that is stopped and resumed is announced each time, and not as it was before', async () => {
  const someone = await member.addMember()
  const { id: userProductId, endsAt, nextBillingAt } = product({ endsAt: now() })
  const period = {
    productName: '월 4회 세차',
    endsAt: endsAt ?? '',
    memberId: someone.id,
    amount: 29_000,
    userProductId,
  }
  const announce = (renews: boolean, version: number) =>
    publish('orders.periodsEndSoon', { at: now(), periods: [{ ...period, renews, version }] })
  const change = (renews: boolean, version: number) =>
    publish('orders.userProductChanged', {
      ...{ memberId: someone.id, version, changedAt: now(), happened: ['renewed'] },
      userProduct: product({
        id: userProductId,
        endsAt,
        state: 'Available',
        nextBillingAt: renews ? nextBillingAt : null,
      }),
    })
  await announce(true, 1)
  await expectMessages(someone, 'renewalAhead talk sent sms')
  // The change arrives after the announcement, and before it.
  await announce(false, 2)
  await expectMessages(someone, 'renewalAhead talk sent sms', 'ending talk sent sms')
  await change(true, 3)
  await announce(false, 2)
  const sent = ['renewalAhead talk sent sms', 'ending talk sent sms', 'ending talk dropped outdated']
  await expectMessages(someone, ...sent)
  await announce(true, 3)
  await expectMessages(someone, ...sent, 'renewalAhead talk sent sms')
})

test('a member is notified of a raise once, and gets no reminder after the consent', async () => {
  const someone = await member.addMember()
  const at = now()
  const { id: userProductId, endsAt, nextBillingAt } = product({ endsAt: at, nextBillingAt: at })
  const announced = {
    memberId: someone.id,
    userProductId,
    productName: '월 4회 세차',
    oldPrice: 29_000,
    newPrice: 33_000,
  }
  const raise = { ...announced, priceChangeId: uuidv7(), startsAt: at, consentFrom: at, version: 1 }
  for (const _time of [1, 2]) await publish('orders.raisesAnnounced', { at, raises: [raise] })
  await expectMessages(someone, 'priceRaise talk sent sms')
  expect(texts(someone).at(-1)?.text).toContain('29,000원에서 33,000원으로 올라요.\n오늘부터 동의할 수 있고')
  expect(texts(someone).at(-1)?.text).toContain('https://app.kingcar.test/products')
  const remind = (version: number, renews = false) =>
    publish('orders.periodsEndSoon', {
      at: now(),
      periods: [
        {
          ...{ userProductId, memberId: someone.id, productName: '월 4회 세차', endsAt: at, amount: 33_000 },
          ...{ version, renews, ...(!renews && { raise: { oldPrice: 29_000, newPrice: 33_000 } }) },
        },
      ],
    })
  await remind(1)
  await expectMessages(someone, 'priceRaise talk sent sms', 'priceConsent talk sent sms')
  const answered = (state: 'accepted' | 'declined', version: number) =>
    publish('orders.userProductChanged', {
      ...{ memberId: someone.id, version, changedAt: now(), happened: ['renewed'] },
      userProduct: product({
        ...{ id: userProductId, endsAt, nextBillingAt, state: 'Available' },
        subscription: {
          ...{ firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0, trial: false },
          ...{ nextAmount: 33_000, committedUntil: null, stopsAt: null, pause: null, pausedDays: null, change: null },
          priceChange: {
            ...{ price: 33_000, startsAt: at },
            consent: { state, answeredAt: now(), possibleFrom: at, textVersion: 1, text: '동의해요.' },
          },
        },
      }),
    })
  await answered('accepted', 2)
  await remind(1)
  const sent = ['priceRaise talk sent sms', 'priceConsent talk sent sms', 'priceConsent talk dropped outdated']
  await expectMessages(someone, ...sent)
  await remind(2, true)
  await expectMessages(someone, ...sent, 'renewalAhead talk sent sms')
  // A refusal: the period ends, although the subscription still has a date of its next charge.
  await answered('declined', 3)
  await publish('orders.periodsEndSoon', {
    at: now(),
    periods: [
      {
        ...{ userProductId, memberId: someone.id, productName: '월 4회 세차', endsAt: at, amount: 33_000 },
        ...{ version: 2, renews: false },
      },
    ],
  })
  await expectMessages(someone, ...sent, 'renewalAhead talk sent sms', 'ending talk sent sms')
  const { priceChangeId, memberId, productName, oldPrice: price } = raise
  const withdrawn = { priceChangeId, userProductId, memberId, productName, price }
  for (const _time of [1, 2]) await publish('orders.raisesWithdrawn', { at: now(), raises: [withdrawn] })
  const all = [...sent, 'renewalAhead talk sent sms', 'ending talk sent sms', 'priceWithdrawn talk sent sms']
  await expectMessages(someone, ...all)
  expect(texts(someone).at(-1)?.text).toContain('인상을 철회했어요.\n다음 결제 금액: 29,000원')
})

test('an address that was not proven gets no mail, and a message without a text is given up', async () => {
  const [typed, naver] = [await member.addMember(), await member.addMember({ provider: 'NAVER' })]
  await publish('orders.orderChanged', orderOf(typed, 'paid'), orderOf(naver, 'paid'))
  for (const each of [typed, naver]) await expectMessages(each, 'charged talk sent talk')
  const { sql } = member.backend
  for (const kind of ['later', 'used'])
    await sql`insert into member.messages (fact_id, kind, channel, member_id, data, happened_at)
      values (${uuidv7()}, ${kind}, 'talk', ${typed.id}, '{"usedAt": "never"}', now())`
  await expect
    .poll(async () => (await rows(typed)).filter(({ reason }) => reason === 'noText').map(({ kind }) => kind))
    .toEqual(['later', 'used'])
})

test('an account without a balance loses no message, and a token of another project holds up no other member', async () => {
  const [someone, other] = [await member.addMember(), await member.addMember()]
  await register(someone, 'foreign')
  solapi.plan.push({ status: 402, body: { errorCode: 'NotEnoughBalance' } })
  fcm.plan.push({ status: 403, code: 'SENDER_ID_MISMATCH' })
  await use(useOf(someone))
  await expect.poll(() => fcm.calls).toHaveLength(1)
  await expectMessages(someone, 'used push sent push', 'used talk sent talk')
  expect(await member.backend.sql`select from member.push_tokens where member_id = ${someone.id}`).toHaveLength(1)
  await register(other, 'own')
  fcm.plan.push({ status: 403, code: 'SENDER_ID_MISMATCH' })
  await use(useOf(someone))
  await expect.poll(() => fcm.calls).toHaveLength(3)
  const [push] = await member.backend.sql`select failures from member.message_channels where channel = 'push'`
  expect(push).toEqual({ failures: 0 })
})

test('members and the owner switch kinds off on a channel', async () => {
  const someone = await member.addMember({ provider: 'KAKAO' })
  const { actor } = someone
  const before = await member.call(getNotificationSettings, {}, { actor })
  expect(before).toMatchObject({ marketing: false, kinds: { used: { push: true, talk: true, mail: false } } })
  const kinds = { ...before.kinds, charged: { push: true, talk: false, mail: true } }
  expect(await member.call(updateNotificationSettings, { kinds }, { actor })).toEqual({ kinds, marketing: false })
  await publish('orders.orderChanged', orderOf(someone, 'paid'))
  await expectMessages(someone, 'charged mail sent mail')

  const asOwner = { actor: actorOf(root) }
  const used = { kind: 'used', channels: ['push'] }
  const switchTalk = (on: boolean) => member.call(updateMessageTemplate, { kind: 'used', channel: 'talk', on }, asOwner)
  for (const _time of [1, 2]) expect(await switchTalk(false)).toMatchObject(used)
  const { templates, available } = await member.call(listMessageTemplates, {}, asOwner)
  expect(available).toEqual(['push', 'talk', 'mail'])
  expect(templates[0]).toMatchObject({
    ...{ ...used, advertising: false, title: '이용 안내' },
    preview: '[킹카] 월 4회 세차 오늘 1회 사용, 3회 남았어요.',
  })
  await use(useOf(someone))
  await publish('orders.orderChanged', orderOf(someone, 'refunded'))
  await expectMessages(someone, 'charged mail sent mail', 'refunded mail sent mail', 'refunded talk sent talk')
  await switchTalk(true)
  const audits = await member.backend.sql`select after from member.audit_logs where action = 'updateMessageTemplate'`
  expect(audits).toEqual([{ after: { channels: ['push'] } }, { after: { channels: ['push', 'talk'] } }])
})

test('a member gets at most 30 an hour by a channel, and a channel its budget', async () => {
  const [busy, other] = [await member.addMember(), await member.addMember()]
  await use(...Array.from({ length: 32 }, () => useOf(busy)))
  await expect.poll(async () => (await list(busy)).filter((line) => line === 'used talk sent talk')).toHaveLength(30)
  expect((await list(busy)).filter((line) => line.includes('tooMany'))).toHaveLength(2)
  await member.backend.sql`update member.message_channels
    set hour = date_trunc('hour', now()), used = ${member.options.MESSAGE_HOURLY_BUDGET} - 1 where channel = 'talk'`
  await use(useOf(other), useOf(other))
  await expectMessages(other, 'used talk sent talk', 'used talk waiting ')
  expect(running.output()).toContain('hourly budget of messages used up')
  await member.backend.sql`update member.message_channels set hour = hour - interval '1 hour' where channel = 'talk'`
  await expectMessages(other, 'used talk sent talk', 'used talk sent talk')
})

test('of a member who leaves nothing is kept, nothing is sent, and old messages are deleted', async () => {
  const [someone, other] = [await member.addMember(), await member.addMember()]
  await register(someone, 'leaving')
  const kinds = (await member.call(getNotificationSettings, {}, { actor: someone.actor })).kinds
  await member.call(updateNotificationSettings, { kinds }, { actor: someone.actor })
  solapi.plan.push({ status: 503 })
  await use(useOf(someone))
  await expect.poll(() => texts(someone)).toHaveLength(1)
  await member.call(deleteMe, {}, { actor: someone.actor })
  const { sql } = member.backend
  for (const table of ['messages', 'push_tokens', 'notification_settings'])
    expect(await sql`select from member.${sql(table)} where member_id = ${someone.id}`).toEqual([])
  await passDelays()
  await use(useOf(someone), useOf(other))
  await expectMessages(other, 'used talk sent talk')
  expect(await outcome(list(someone))).toBe('MEMBER_NOT_FOUND')
  expect(texts(someone)).toHaveLength(1)

  await sql`update member.messages set created_at = now() - interval '31 days' where member_id = ${other.id}`
  const { DATABASE_URL: url } = member.options
  await using db = await openDatabase({ url, schema: 'member', name: 'test', log: testProcess().log })
  await deleteExpiredRows(db, 730)
  expect(await rows(other)).toEqual([])
})

test('a process that dies after a send sends the same once more, and a notification replaces the first', async () => {
  const someone = await member.addMember()
  await register(someone, 'twice')
  const { OPERATIONS_PORT: _, ...options } = member.options
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== '')
  const env = Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
  await member.backend.sql`update member.message_channels set run_at = now() + interval '1 hour'`
  await use(useOf(someone))
  await expectMessages(someone, 'used push waiting ', 'used talk waiting ')
  await member.stop()
  const doomed = await startBundle('member', { ...env, FAULT: 'member.message.afterSend:kill' })
  await doomed.ready()
  await passDelays()
  await doomed.exited
  await using alive = await startBundle('member', env)
  await alive.ready()
  await passDelays()
  await expect.poll(async () => (await rows(someone)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(fcm.calls.length).toBeLessThanOrEqual(2)
  expect(texts(someone).length).toBeLessThanOrEqual(2)
  expect(fcm.calls.length + texts(someone).length).toBeGreaterThan(2)
  expect(new Set(fcm.calls.map(({ android }) => android.notification.tag)).size).toBe(1)
  const logs = [running, doomed, alive].map((process) => process.output()).join()
  const { phoneNumber, email } = someone
  for (const secret of [phoneNumber.slice(3), email, tokenOf('twice'), '월 4회 세차', 'KA01TP1', 'npg.nicepay'])
    expect(logs).not.toContain(secret)
  expect(logs).not.toContain(JSON.parse(fcm.options.FCM_SERVICE_ACCOUNT).private_key.slice(50, 90))
})
