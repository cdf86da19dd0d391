import { launchBrowser } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import { connect, type NatsConnection } from 'nats'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'
import { readMessage } from '../src/recognizer.ts'

/** From an empty product to the first greeted car, in browsers alone: one at a desk, one on the wall. */
let product: Product
let browser: Browser
let desk: Page
let wall: Page
/** What the person at the desk does. */
const effort = { fields: 0, clicks: 0 }

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct({ DEMO: 'none' }), launchBrowser()])
  const openBrowser = async () => {
    const context = await browser.newContext({ locale: 'ko-KR' })
    context.setDefaultTimeout(deadline)
    return context.newPage()
  }
  ;[desk, wall] = [await openBrowser(), await openBrowser()]
})
afterAll(async () => {
  await browser.close()
  await product[Symbol.asyncDispose]()
})

const fill = async (field: Locator, value: string) => {
  effort.fields += 1
  await field.fill(value)
}
const click = async (target: Locator) => {
  effort.clicks += 1
  await target.click()
}
const button = (name: string) => desk.getByRole('button', { name, exact: true })
const dialog = () => desk.getByRole('dialog')

async function expectDone(steps: number): Promise<void> {
  await desk.getByRole('heading', { name: `첫 차를 맞기까지 ${steps}/7` }).waitFor()
}
const toHome = () => click(desk.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '오늘' }))

async function setUp(): Promise<void> {
  await desk.goto(product.ready.http)
  await desk.getByRole('heading', { name: '킹카를 시작해요' }).waitFor()
  const { setupCode } = product.ready as typeof product.ready & { setupCode: string }
  for (const [id, value] of Object.entries({ code: setupCode, name: '김소유', email: 'owner@kingcar.test' }))
    await fill(desk.locator(`#${id}`), value)
  await fill(desk.locator('#password'), 'a long password')
  await click(button('관리자 만들기'))
  await expectDone(0)
}

async function addStore(): Promise<void> {
  await click(desk.getByRole('link', { name: '매장 등록' }))
  await fill(desk.getByLabel('이름', { exact: true }), '강남점')
  await fill(desk.getByLabel('전화번호'), '02-555-1234')
  await fill(desk.getByLabel('주소', { exact: true }), '서울 강남구 테헤란로 1')
  await fill(desk.getByLabel('위도'), '37.4979')
  await fill(desk.getByLabel('경도'), '127.0276')
  await click(button('저장'))
  await desk.getByRole('heading', { level: 1, name: '매장', exact: true }).waitFor()
  await toHome()
  await expectDone(1)
}

/** The dialog that shows the credentials waits for the first plate, and shows it. */
async function addRecognizer(): Promise<void> {
  await click(desk.getByRole('link', { name: '인식기 등록' }))
  await click(button('장치 등록'))
  await fill(dialog().getByLabel('이름'), '입구')
  await click(dialog().getByRole('button', { name: '장치 등록' }))
  const command = await dialog().locator('code').filter({ hasText: 'mosquitto_pub' }).innerText()
  const {
    id = '',
    secret = '',
    topic = '',
  } = /-u '(?<id>[^']+)' -P '(?<secret>[^']+)'[\s\S]*-t '(?<topic>[^']+)'/.exec(command)?.groups ?? {}
  recognizer = {
    connection: await connect({ servers: product.ready.nats, user: id, pass: secret }),
    subject: topic.replaceAll('/', '.'),
  }
  await read('12가3456')
  await dialog().getByRole('img', { name: '차량 번호 12가 3456' }).waitFor()
  await click(dialog().getByRole('button', { name: '닫기' }))
  await click(dialog().getByRole('button', { name: '복사하지 않고 닫기' }))
  await toHome()
  await expectDone(3)
}

/** Stays connected, as a recognizer does: the wall reports one that went away. */
let recognizer: { connection: NatsConnection; subject: string }
afterAll(() => recognizer?.connection.close())

async function read(carNumber: string): Promise<void> {
  const { connection, subject } = recognizer
  await connection.request(subject, readMessage(carNumber), { timeout: 5_000 })
}

async function pairWall(): Promise<void> {
  await wall.goto(`${product.ready.http}/pair`)
  const code = wall.getByRole('status', { name: '연결 번호' })
  await expect.poll(() => code.innerText()).toMatch(/^\d{3} \d{3}$/)
  await click(desk.getByRole('link', { name: '벽 화면 연결' }))
  await click(button('번호로 연결'))
  await fill(dialog().getByLabel('연결 번호'), await code.innerText())
  await fill(dialog().getByLabel('이름'), '입구 화면')
  await click(dialog().getByRole('button', { name: '연결', exact: true }))
  await wall.waitForURL('**/connect?kiosk=1')
  await wall.getByText('차량을 기다리고 있어요').waitFor()
  await toHome()
  await expectDone(4)
}

test('a stranger gets from an empty product to the first greeted car with browsers alone', async () => {
  const beginning = performance.now()
  await setUp()
  await addStore()
  await addRecognizer()
  await pairWall()
  await read('34나5678')
  await wall.getByRole('img', { name: '차량 번호 34나 5678' }).waitFor()
  const seconds = Math.round((performance.now() - beginning) / 1_000)
  process.stdout.write(
    `first greeted car: ${effort.fields} fields, ${effort.clicks} clicks, ${seconds} s of browsers\n`,
  )
  expect(effort).toEqual({ fields: 12, clicks: 14 })

  await click(button('이 안내 숨기기'))
  await desk.reload()
  await desk.getByRole('heading', { name: '먼저 볼 일' }).waitFor()
  expect(await desk.getByText('첫 차를 맞기까지').count()).toBe(0)
})
