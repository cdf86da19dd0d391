import { launchBrowser } from '@kingcar/testing/browser'
import type { Browser, Page } from 'playwright-core'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Success, send, signIn } from '../src/http.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { openDatabase } from '../src/open-database.ts'
import { type Product, type ProductProcess, startProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'
import { expressions, missingIn, scrape, sumOf } from '../src/scrape-metrics.ts'
import { openViewer } from '../src/viewer.ts'

let product: Product
let browser: Browser
let recognizer: Recognizer

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  recognizer = await startRecognizer(product.ready)
})
afterAll(async () => {
  await recognizer[Symbol.asyncDispose]()
  await browser.close()
  await product[Symbol.asyncDispose]()
})

/** A signed-in wall screen that is connected. */
async function openScreen(): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ko-KR', timezoneId: 'Asia/Seoul' })).newPage()
  await page.goto(product.ready.http)
  await page.getByLabel('이메일').fill(product.ready.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(product.ready.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.getByRole('button', { name: '연결하기' }).click()
  await page.getByText(/연결됨|인식기 \d+대 연결 끊김/).waitFor()
  return page
}

type Event = { visitId: string; carNumber: string; visitCount: number; reads: number }

/** The events of a page's live socket from now on. */
function eventsOf(page: Page): Event[] {
  const events: Event[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload)
      if (text.includes('"visitId"')) events.push(JSON.parse(text) as Event)
    }),
  )
  return events
}

const shown = async (page: Page) => (await page.getByRole('article').innerText()).replaceAll(/\s+/g, ' ')

describe('from a plate to the screen', () => {
  test('a member is greeted by name, plate and number of visits', async () => {
    const page = await openScreen()
    await recognizer.read('12가3456')
    await page.getByRole('img', { name: /12가 ?3456/ }).waitFor()
    await expect.poll(() => shown(page)).toMatch(/홍길동 ?님/)
    await expect.poll(() => shown(page)).toMatch(/1 ?번째 방문/)
    await expect.poll(() => shown(page)).toMatch(/월 4회 세차 구독.*3회/) // the demo's uses, minus this visit's
    await page.context().close()
  })

  test("a guest is greeted as a guest, and a second store continues the plate's count", async () => {
    const page = await openScreen()
    await using elsewhere = await startRecognizer(product.ready, product.ready.stores[1]?.id as string)
    await recognizer.read('351 더 1928')
    await expect.poll(() => shown(page)).toMatch(/방문객 ?님.*1 ?번째 방문/)
    await elsewhere.read('351더1928')
    await expect.poll(() => shown(page)).toMatch(/방문객 ?님.*2 ?번째 방문/)
    await page.context().close()
  })

  test('reads of one stay are one visit, and an uncertain read changes nothing', async () => {
    const page = await openScreen()
    const events = eventsOf(page)
    await page.reload()
    await page.getByText(/연결됨|인식기 \d+대 연결 끊김/).waitFor()
    for (const seconds of [0, 5, 30]) {
      await recognizer.read('80배3456', { recognizedAt: new Date(Date.now() - 60_000 + seconds * 1000).toISOString() })
    }
    await recognizer.read('999하9999', { confidence: 0.2 })
    await recognizer.read('80배3456')
    const stay = () => events.filter(({ carNumber }) => carNumber === '80배3456')
    await expect.poll(() => stay().at(-1)?.reads).toBe(4)
    // That something is missing is certain only once something that was sent later has arrived.
    await recognizer.read('34하5678')
    await page.getByRole('img', { name: /34하 ?5678/ }).waitFor()
    expect(new Set(stay().map(({ visitId }) => visitId)).size).toBe(1)
    expect(stay().map(({ visitCount }) => visitCount)).toEqual(stay().map(() => 1))
    expect(events.map(({ carNumber }) => carNumber)).not.toContain('999하9999')
    await page.context().close()
  })

  test('the screen logs the names of the connection states', async () => {
    const context = await browser.newContext({ locale: 'ko-KR' })
    const page = await context.newPage()
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() !== 'info') return
      const values = Promise.all(message.args().map((arg) => arg.jsonValue()))
      void values.then((all) => logged.push(JSON.stringify(all)))
    })
    await page.goto(product.ready.http)
    await page.getByLabel('이메일').fill(product.ready.email)
    await page.getByLabel('비밀번호', { exact: true }).fill(product.ready.password)
    await page.getByRole('button', { name: '로그인' }).click()
    await page.getByRole('button', { name: '연결하기' }).click()
    await expect.poll(() => logged.join('\n')).toMatch(/connecting[\s\S]*open/)
    expect(logged.filter((line) => line.includes('recognition.guestName'))).toHaveLength(1)
    await context.close()
  })
})

describe('metrics for operators', () => {
  let database: Sql
  let admin: string
  let member: JoinedMember
  beforeAll(async () => {
    const { http, email, password } = product.ready
    database = await openDatabase(product)
    admin = (await signIn(http, email, password)).accessToken
    member = await joinMember(http)
  })
  afterAll(() => database.end())

  const call = (method: string, path: string, token?: string, body?: unknown) =>
    send<Success<{ id: string }>>(product.ready.http, method, path, { token, body })
  /** By how much a metric grows during `work`. */
  async function growth(
    process: ProductProcess,
    name: string,
    labels: Record<string, string>,
    work: () => Promise<unknown>,
  ) {
    const before = sumOf(await scrape(product, process), name, labels)
    await work()
    return async () => sumOf(await scrape(product, process), name, labels) - before
  }
  const figure = async (process: ProductProcess, name: string, labels: Record<string, string> = {}) =>
    sumOf(await scrape(product, process), name, labels)

  const refuse = () => call('POST', '/admin/api/login', undefined, { email: 'nobody@kingcar.test', password: 'wrong' })
  const sendNotice = () =>
    call('POST', '/api/orders/webhook', undefined, {
      imp_uid: 'imp_1',
      merchant_uid: 'of another shop',
      status: 'paid',
    })
  const sendNoRead = () => recognizer.read('77가7702', { confidence: 2 })
  function sendHeartbeat(): void {
    const { deviceId, storeId, connection } = recognizer
    const sentAt = new Date().toISOString()
    connection.publish(`recognition.heartbeat.${storeId}.${deviceId}`, JSON.stringify({ sentAt }))
  }
  /** A member's order and card, to be charged. */
  async function orderAndCard(): Promise<{ orderId: string; cardId: string }> {
    const card = await call('POST', '/api/cards', member.accessToken, {
      cardNumber: '4242-4242-4242-4242',
      expiry: '2030-12',
      birth: '900506',
      passwordTwoDigits: '12',
    })
    const products = await send<Success<{ id: string; type: string }[]>>(product.ready.http, 'GET', '/api/products')
    const productId = products.body.result.find(({ type }) => type === 'onetime')?.id // a subscription is ordered once
    const order = await call('POST', '/api/orders', member.accessToken, { productId })
    return { orderId: order.body.result.id, cardId: card.body.result.id }
  }
  const charge = ({ orderId, cardId }: { orderId: string; cardId: string }) =>
    call('PATCH', `/api/order/${orderId}/payment`, member.accessToken, { cardId })
  /** Runs `work` while the table of visits is locked. */
  const withoutVisits = (work: () => Promise<void>) =>
    database.begin(async (held) => {
      await held`lock table recognition.visits in access exclusive mode`
      await work()
    })
  /** Requests visits while their table is locked. */
  async function askInVain(): Promise<void> {
    expect((await call('GET', '/admin/api/visits?size=1', admin)).status).toBe(503)
  }

  test('calls and refusals are counted and timed by their operation, at the gateway and at the service', async () => {
    const asked = { operation: 'listAdmins', status: '200' }
    const calls = await growth('gateway', 'kingcar_http_request_duration_seconds_count', asked, async () => {
      for (let sent = 0; sent < 7; sent += 1) await call('GET', '/admin/api/admins', admin)
    })
    expect(await calls()).toBe(7)
    expect(await figure('gateway', 'kingcar_http_request_duration_seconds_sum', asked)).toBeGreaterThan(0)
    const served = { operation: 'listAdmins', outcome: 'OK' }
    expect(await figure('member', 'kingcar_operation_duration_seconds_count', served)).toBeGreaterThanOrEqual(7)
    const refused = await growth('gateway', 'kingcar_http_refusals_total', { code: 'LOGIN_FAILED' }, refuse)
    expect(await refused()).toBe(1)
    const answered = { operation: 'loginAdmin', status: '401' }
    expect(await figure('gateway', 'kingcar_http_request_duration_seconds_count', answered)).toBeGreaterThan(0)
  })

  test('a read counts as a visit and a frame, and an invalid read as a dead letter', async () => {
    using viewer = await openViewer(product.ready.http, admin)
    const shownBefore = viewer.shown
    const frames = await growth('gateway', 'kingcar_live_frame_delay_seconds_count', {}, async () => {
      await recognizer.read('77가7701')
      await expect.poll(() => viewer.shown).toBeGreaterThan(shownBefore)
    })
    expect(await frames()).toBeGreaterThan(0)
    expect(await figure('gateway', 'kingcar_live_sockets')).toBeGreaterThan(0)
    const letters = { outcome: 'deadLetter' }
    const more = await growth('recognition', 'kingcar_recognition_reads_total', letters, sendNoRead)
    await expect.poll(more).toBe(1)
  })

  test('charges and notices are counted by their outcome', async () => {
    const order = await orderAndCard()
    const done = { kind: 'charge', state: 'done' }
    const charges = await growth('orders', 'kingcar_orders_intents_total', done, () => charge(order))
    expect(await charges()).toBe(1)
    const notices = await growth('orders', 'kingcar_orders_webhooks_total', { outcome: 'notOurs' }, sendNotice)
    expect(await notices()).toBe(1)
  })

  test("a blocked consumer's backlog is visible, and so is its recovery", async () => {
    const reads = { consumer: 'recognition-reads' }
    const pending = () => figure('recognition', 'kingcar_consumer_pending_messages', reads)
    const oldest = () => figure('recognition', 'kingcar_consumer_oldest_seconds', reads)
    await expect.poll(pending).toBe(0)
    await withoutVisits(async () => {
      await recognizer.read('77가7703')
      await expect.poll(pending).toBeGreaterThan(0)
      await expect.poll(oldest).toBeGreaterThan(0.5)
    })
    await expect.poll(pending).toBe(0)
    await expect.poll(oldest).toBe(0)
  })

  test('events that cannot be sent are visible as waiting, and as sent', async () => {
    const age = () => figure('member', 'kingcar_outbox_age_seconds')
    const messages = () => figure('member', 'kingcar_outbox_messages')
    await expect.poll(messages).toBe(0)
    let renamed: Promise<unknown> | undefined
    await database.begin(async (held) => {
      await held`select from member.members where id = ${member.id} for update`
      renamed = call('PATCH', '/api/me', member.accessToken, { name: '김이름' })
      const isWaiting = async () =>
        (
          await database`select from pg_stat_activity where usename = 'member' and wait_event_type = 'Lock' and query ~ 'members'`
        ).length
      await expect.poll(isWaiting, { interval: 10 }).toBeGreaterThan(0)
      await product.kill('nats-server', 'SIGSTOP') // it commits, and its events cannot be published
    })
    try {
      await expect.poll(age).toBeGreaterThan(0.5)
      expect(await messages()).toBeGreaterThan(0)
    } finally {
      await product.kill('nats-server', 'SIGCONT')
    }
    await renamed
    await expect.poll(age).toBe(0)
  })

  test('every metric of dashboards and alerts exists after traffic of each kind', async () => {
    const { http, email, password } = product.ready
    const session = await signIn(http, email, password)
    using viewer = await openViewer(http, session.accessToken)
    await recognizer.read('77가7704')
    await expect.poll(() => viewer.shown).toBeGreaterThan(0)
    sendHeartbeat()
    await Promise.all([sendNoRead(), refuse(), sendNotice(), charge(await orderAndCard())])
    await withoutVisits(askInVain)
    await call('POST', '/admin/api/logout', session.accessToken, session)
    await expect.poll(() => viewer.closes).toContain(4401)
    expect(expressions().length).toBeGreaterThan(50)
    await expect.poll(() => missingIn(product)).toEqual([])
  })
})
