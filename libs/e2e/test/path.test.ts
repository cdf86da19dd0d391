import { launchBrowser } from '@kingcar/testing/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, signIn } from '../src/http.ts'
import { type Product, type ProductProcess, startProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

let product: Product
let browser: Browser
let recognizer: Recognizer

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  recognizer = await startRecognizer(product.ready)
}, 120_000)
afterAll(async () => {
  await recognizer[Symbol.asyncDispose]()
  await browser.close()
  await product[Symbol.asyncDispose]()
}, 30_000)

/** A signed-in wall screen that is connected. */
async function openScreen(): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'ko-KR', timezoneId: 'Asia/Seoul' })).newPage()
  await page.goto(product.ready.http)
  await page.getByLabel('이메일').fill(product.ready.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(product.ready.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.getByRole('button', { name: '연결하기' }).click()
  await page.getByText('연결됨').waitFor()
  return page
}

type Event = { visitId: string; carNumber: string; visitCount: number; reads: number }

/** What a page's live socket brings from now on. */
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
    await expect.poll(() => shown(page)).toMatch(/월 4회 세차 구독.*3회/) // what the demo gave, less this visit's use
    await page.context().close()
  })

  test('a guest is greeted as one, and a second store counts the same plate on', async () => {
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
    await page.getByText('연결됨').waitFor()
    for (const seconds of [0, 5, 30]) {
      await recognizer.read('80배3456', { recognizedAt: new Date(Date.now() - 60_000 + seconds * 1000).toISOString() })
    }
    await recognizer.read('999하9999', { confidence: 0.2 })
    await recognizer.read('80배3456')
    const stay = () => events.filter(({ carNumber }) => carNumber === '80배3456')
    await expect.poll(() => stay().at(-1)?.reads).toBe(4)
    // Absence shows only once something that was sent later has arrived.
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

test.each<[ProductProcess, RegExp]>([
  ['member', /^kingcar_operation_duration_seconds_count\{operation="loginAdmin",outcome="OK"\} [1-9]/m],
  ['catalog', /^kingcar_operation_duration_seconds_count\{operation="listPublicStores",outcome="OK"\} [1-9]/m],
  ['orders', /^kingcar_operation_duration_seconds_count\{operation="listOrders",outcome="OK"\} [1-9]/m],
  ['recognition', /^kingcar_operation_duration_seconds_count\{operation="listDevices",outcome="OK"\} [1-9]/m],
])('%s tells its operators how long its operations took', async (service, line) => {
  const { http, email, password } = product.ready
  const { accessToken: token } = await signIn(http, email, password)
  for (const path of ['/api/stores', '/admin/api/orders', '/admin/api/devices'])
    await send(http, 'GET', path, { token })
  const answer = await fetch(`${await product.operations(service)}/metrics`)
  expect(await answer.text()).toMatch(line)
})
