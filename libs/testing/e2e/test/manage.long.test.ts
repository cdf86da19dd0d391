import { launchBrowser } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import { connect } from 'nats'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'
import { readMessage } from '../src/recognizer.ts'

let product: Product
let browser: Browser
let page: Page
const log: string[] = []
/** From the screen: the command to paste contains id, secret and topic. */
let shown: { id: string; secret: string; subject: string }

beforeAll(async () => {
  ;[product, browser] = await Promise.all([startProduct(), launchBrowser()])
  const context = await browser.newContext({ locale: 'ko-KR', timezoneId: 'America/New_York' })
  context.setDefaultTimeout(deadline)
  page = await context.newPage()
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => log.push(`pageerror: ${error.message}`))
  await page.goto(`${product.ready.http}/manage`)
  await page.getByLabel('이메일').fill(product.ready.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(product.ready.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.waitForURL('**/manage')
  await page.getByRole('button', { name: /^시스템/ }).click()
})
afterAll(async () => {
  await browser.close()
  await product[Symbol.asyncDispose]()
})

const to = async (name: string) => {
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Publishes one message as the device whose credentials the screen showed. */
async function publish(message: string): Promise<void> {
  const { id, secret, subject } = shown
  const connection = await connect({ servers: product.ready.nats, user: id, pass: secret })
  await connection.request(subject, message, { timeout: 5_000 })
  await connection.close()
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text })

/** A device is registered, and its credentials are read from the screen. */
async function registerDevice(): Promise<void> {
  await to('장치')
  await page.getByRole('button', { name: '장치 등록' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('매장').selectOption(String(product.ready.stores[0]?.name))
  await dialog.getByLabel('이름').fill('세차장 입구')
  await dialog.getByRole('button', { name: '장치 등록' }).click()
  const command = await dialog.locator('code').filter({ hasText: 'mosquitto_pub' }).innerText()
  const found = /-u '(?<id>[^']+)' -P '(?<secret>[^']+)'[\s\S]*-t '(?<topic>[^']+)'/.exec(command)?.groups
  shown = { id: found?.id ?? '', secret: found?.secret ?? '', subject: String(found?.topic).replaceAll('/', '.') }
  expect(shown.secret).toMatch(/^[\w-]{43}$/)
  await dialog.getByRole('button', { name: '닫기' }).click()
  await dialog.getByRole('button', { name: '복사하지 않고 닫기' }).click()
  await row('세차장 입구').getByText('연결 끊김').waitFor()
}

/** A plate that it reads waits in the list of visits until it is requested; its later changes are shown immediately. */
async function seeVisit(): Promise<void> {
  await to('방문')
  await page.getByText('실시간 연결됨').waitFor()
  await page.getByText('아직 방문이 없어요').waitFor()
  await publish(readMessage('12가3456'))
  await page.getByRole('button', { name: '새 방문 1건 보기' }).click()
  await row('홍길동').getByRole('img', { name: '차량 번호 12가 3456' }).waitFor()
  await publish(readMessage('12가3456'))
  await row('홍길동').getByText('2회').waitFor()
  await to('오늘')
  await expect.poll(() => page.locator('dl').first().innerText()).toMatch(/방문\s+1대/)
  await to('장치')
  await row('세차장 입구').getByText('연결됨').waitFor()
  await expect.poll(() => row('세차장 입구').innerText()).toMatch(/\s2\s/)
}

/** A test event is no visit. */
async function tryDevice(): Promise<void> {
  await page.getByRole('button', { name: '세차장 입구 작업' }).click()
  await page.getByRole('button', { name: '테스트 이벤트 보내기' }).click()
  await page.getByText('테스트 이벤트를 보냈어요.').waitFor()
  await to('방문')
  await publish(readMessage('34하5678'))
  await page.getByRole('button', { name: '새 방문 1건 보기' }).click()
  await page.getByRole('img', { name: '차량 번호 34하 5678' }).waitFor()
  expect(await page.getByText('1–2 / 2').first().isVisible()).toBe(true)
}

/** A misread plate is corrected on its visit's page, and the list is as it was left. */
async function correctPlate(): Promise<void> {
  await page.getByRole('link', { name: '차량 번호 34하 5678' }).click()
  await page.getByRole('heading', { level: 1, name: '34하 5678' }).waitFor()
  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('차량번호', { exact: true }).fill('34하 5679')
  await dialog.getByLabel('사유').fill('9를 8로 읽었어요')
  await dialog.getByLabel('차량번호', { exact: true }).press('Enter')
  await page.getByRole('heading', { level: 1, name: '34하 5679' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: '방문', exact: true }).click()
  await page.getByRole('img', { name: '차량 번호 34하 5679' }).waitFor()
}

/** An invalid read is among the dead letters, cannot be retried, and is discarded. */
async function discardNonsense(): Promise<void> {
  await publish('<img src=x onerror=alert(1)>')
  await to('처리하지 못한 메시지')
  await expect
    .poll(async () => {
      await page.reload()
      return page
        .getByRole('heading', { name: '메시지가 JSON이 아니에요.' })
        .or(page.getByText('메시지가 없어요'))
        .innerText()
    })
    .toBe('메시지가 JSON이 아니에요.')
  const letter = page.getByRole('listitem').filter({ hasText: '세차장 입구' })
  await letter.getByText('받은 내용').click()
  await letter.getByText('<img src=x onerror=alert(1)>').waitFor()
  await letter.getByRole('button', { name: '다시 처리' }).click()
  await letter.getByRole('alert').getByText('요청 ID').waitFor()
  await letter.getByRole('button', { name: '버리기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '버리기' }).click()
  await page.getByText('처리하지 못한 메시지가 없어요').waitFor()
}

/** A setting takes effect, is refused at its field, and returns to its default. */
async function changeSetting(): Promise<void> {
  await to('앱 설정')
  await page.getByLabel('미등록 차량의 이름').fill('손님')
  await page.getByLabel('미등록 차량의 이름').press('Enter')
  await page.getByText('저장했어요').waitFor()
  await publish(readMessage('56나7890'))
  await to('방문')
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('row').nth(2).waitFor()
      return row('손님').count()
    })
    .toBeGreaterThan(0)
  await to('앱 설정')
  const confidence = page.getByLabel('최소 인식 정확도')
  await confidence.fill('2')
  await confidence.press('Enter')
  await expect.poll(() => confidence.getAttribute('aria-invalid')).toBe('true')
  await confidence.fill('0.8')
  await page.locator('form', { hasText: '미등록 차량의 이름' }).getByRole('button', { name: '기본값으로' }).click()
  await expect.poll(() => page.getByLabel('미등록 차량의 이름').inputValue()).toBe('방문객')
}

/** A setting is tried on the stored reads before it is changed: with a higher confidence only the corrected plate is a visit. */
async function rehearseSetting(): Promise<void> {
  const confidence = page.locator('form', { hasText: '최소 인식 정확도' }).first().getByRole('spinbutton')
  await confidence.fill('0.99')
  await page.getByRole('button', { name: '바꾸기 전에 지난달로 시험해 보기' }).click()
  await page.getByRole('button', { name: '시험하기' }).click()
  const result = page.getByRole('region', { name: '시험 결과' })
  await expect.poll(() => result.innerText()).toMatch(/방문 3건 → 1건/)
  await result.getByText('없어지는 방문', { exact: true }).click()
  const example = result.getByRole('listitem').filter({ has: page.getByRole('img', { name: '차량 번호 56나 7890' }) })
  const opened = page.waitForEvent('popup')
  await example.getByRole('link', { name: '방문 보기' }).click()
  const visit = await opened
  await visit.getByRole('heading', { level: 1, name: '56나 7890' }).waitFor()
  await visit.close()
  await confidence.fill('0.8')
  await page.getByRole('button', { name: '닫기' }).click()
}

/** A new secret disconnects the device, and the old one was stored nowhere. */
async function rotateSecret(): Promise<void> {
  const connection = await connect({
    servers: product.ready.nats,
    user: shown.id,
    pass: shown.secret,
    reconnect: false,
  })
  await to('장치')
  await page.getByRole('button', { name: '세차장 입구 작업' }).click()
  await page.getByRole('button', { name: '자격 증명 재발급' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '자격 증명 재발급' }).click()
  await page.getByText('새 자격 증명을 발급했어요').waitFor()
  await connection.closed()
  await page.getByRole('button', { name: '닫기' }).click()
  await page.getByRole('button', { name: '복사하지 않고 닫기' }).click()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  for (const place of [page.url(), stored, await page.content(), product.output(), ...log]) {
    expect(place).not.toContain(shown.secret)
  }
  expect(log.filter((line) => /^(warning|pageerror)|content security/i.test(line))).toEqual([])
}

test('an operator can manage everything from a plate to the screen in the console', async () => {
  await registerDevice()
  await seeVisit()
  await tryDevice()
  await correctPlate()
  await discardNonsense()
  await changeSetting()
  await rehearseSetting()
  await rotateSecret()
})
