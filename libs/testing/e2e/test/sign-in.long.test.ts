import { launchBrowser, lowContrastOf } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send, signIn, type Tokens } from '../src/http.ts'
import { type Product, startProduct } from '../src/product.ts'

/**
 * The console's session against the real gateway and services. Access tokens live for seconds, so that one really
 * expires: long enough for a page to open, short enough to wait for.
 */
const accessTokenSeconds = 5

let product: Product
let browser: Browser
/** From its own session, issued so early that it has expired when its test begins. */
let old: Tokens
/** A live screen that has been open for a while when its test begins. */
let screen: Console
beforeAll(async () => {
  const starting = startProduct({ ACCESS_TOKEN_SECONDS: String(accessTokenSeconds) })
  ;[product, browser] = await Promise.all([starting, launchBrowser()])
  old = await login()
  screen = await open('/connect', await login())
})
afterAll(async () => {
  await browser.close()
  await product[Symbol.asyncDispose]()
})

const login = () => signIn(product.ready.http, product.ready.email, product.ready.password)
/** Ends a session from another client, also one whose access token has expired. */
async function end(session: Tokens): Promise<void> {
  const options = { token: session.accessToken, body: session }
  expect((await send(product.ready.http, 'POST', '/admin/api/logout', options)).status).toBe(200)
}

type Console = AsyncDisposable & {
  page: Page
  /** Each API call with its status, in order. */
  calls: string[]
  /** The page's messages on the browser console. */
  log: string[]
}

/** A separate browser at a path of the console, with these tokens in its storage. */
async function open(path: string, tokens?: Tokens): Promise<Console> {
  const { http } = product.ready
  const localStorage = Object.entries(tokens ?? {}).map(([name, value]) => ({ name, value }))
  const storageState = { cookies: [], origins: [{ origin: http, localStorage }] }
  const context = await browser.newContext({ locale: 'ko-KR', timezoneId: 'Asia/Seoul', storageState })
  context.setDefaultTimeout(deadline)
  const page = await context.newPage()
  const calls: string[] = []
  const log: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    // The login page asks whether an administrator exists.
    if (pathname.startsWith('/admin/api/') && pathname !== '/admin/api/setup')
      calls.push(`${response.request().method()} ${pathname} ${response.status()}`)
  })
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => log.push(`pageerror: ${error.message}`))
  await page.goto(http + path)
  return { page, calls, log, [Symbol.asyncDispose]: () => context.close() }
}

const emailOf = (page: Page) => page.getByLabel('이메일')
const passwordOf = (page: Page) => page.getByLabel('비밀번호', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: '로그인' }).click()

async function fillIn(page: Page, password = product.ready.password): Promise<void> {
  await emailOf(page).fill(product.ready.email)
  await passwordOf(page).fill(password)
  await submit(page)
}

const stored = (page: Page) =>
  page.evaluate(() => {
    const [accessToken, refreshToken] = ['accessToken', 'refreshToken'].map((name) => localStorage.getItem(name))
    return accessToken && refreshToken ? { accessToken, refreshToken } : null
  })

/** The tokens of a signed-in page. */
async function held(page: Page): Promise<Tokens> {
  const tokens = await stored(page)
  if (!tokens) throw new Error('the page holds no tokens')
  return tokens
}

const connectButton = (page: Page) => page.getByRole('button', { name: '연결하기' })
const settingsLogged = (log: string[]) => log.filter((line) => line.startsWith('info: appSettings')).length

/** Waits for a page with exactly this path. */
const arrives = (page: Page, path: string) => page.waitForURL(product.ready.http + path)

/** Waits until the server no longer accepts the access token. */
const expiry = ({ accessToken }: Tokens) =>
  expect
    .poll(async () => (await send(product.ready.http, 'GET', '/admin/api/appSettings', { token: accessToken })).status)
    .toBe(401)

describe('the form', () => {
  test('names empty fields and sends nothing', async () => {
    await using console = await open('/login')
    const { page, calls } = console
    await submit(page)
    await page.getByText('이메일을 입력해주세요.', { exact: true }).waitFor()
    await page.getByText('비밀번호를 입력해주세요.', { exact: true }).waitFor()
    await emailOf(page).fill(product.ready.email)
    await page.getByText('이메일을 입력해주세요.').waitFor({ state: 'detached' })
    await submit(page)
    expect(await passwordOf(page).getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual([])
  })

  test('reports a wrong password and stays', async () => {
    await using console = await open('/login')
    const { page, calls } = console
    await fillIn(page, 'not the password')
    await page.getByText('로그인에 실패했습니다. 다시 시도해주세요.', { exact: true }).waitFor()
    expect(calls).toEqual(['POST /admin/api/login 401'])
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await stored(page)).toBeNull()
  })

  test('reports success, stores the tokens, and / loads and logs the settings', async () => {
    await using console = await open('/login')
    const { page, calls, log } = console
    await fillIn(page)
    await page.getByText('로그인 성공', { exact: true }).waitFor()
    await arrives(page, '/')
    await connectButton(page).waitFor()
    await expect.poll(() => settingsLogged(log)).toBe(1)
    expect(calls).toEqual(['POST /admin/api/login 200', 'GET /admin/api/appSettings 200'])
    expect((await send(product.ready.http, 'POST', '/admin/api/reissue', { body: await held(page) })).status).toBe(200)
    // includes violations of the content security policy
    expect(log.filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
  })
})

describe('a session', () => {
  test('whose access token has expired continues with a reissued one', async () => {
    await using console = await open('/login')
    const { page, calls } = console
    await fillIn(page)
    await connectButton(page).waitFor()
    const before = await held(page)
    await expiry(before)
    calls.length = 0
    await page.reload()
    await connectButton(page).click()
    await page
      .getByText(/연결됨|인식기 \d+대 연결 끊김|연결된 인식기가 없어요/)
      .first()
      .waitFor()
    expect(calls.slice(0, 2)).toEqual(['POST /admin/api/reissue 200', 'GET /admin/api/appSettings 200'])
    const after = await held(page)
    expect(after.accessToken).not.toBe(before.accessToken)
    expect(after.refreshToken).not.toBe(before.refreshToken)
  })

  test('that can no longer be reissued leads to /login and leaves no token', async () => {
    await expiry(old)
    await end(old)
    await using console = await open('/', old)
    const { page, calls } = console
    await arrives(page, '/login')
    expect(calls).toEqual(['POST /admin/api/reissue 401'])
    expect(await stored(page)).toBeNull()
  })

  test('that was ended by another client leads to /login at the 401 of its next call', async () => {
    const tokens = await login()
    await end(tokens)
    await using console = await open('/', tokens)
    const { page, calls } = console
    await arrives(page, '/login')
    expect(calls).toEqual(['GET /admin/api/appSettings 401', 'POST /admin/api/reissue 401'])
    expect(await stored(page)).toBeNull()
  })

  test('of a live screen is renewed as often as it expires; when it ends, the page goes to /login and back', async () => {
    const { page, calls } = screen
    await expect.poll(() => calls).toContain('POST /admin/api/reissue 200')
    await page
      .getByText(/연결됨|인식기 \d+대 연결 끊김|연결된 인식기가 없어요/)
      .first()
      .waitFor()
    await end(await held(page))
    await arrives(page, '/login?redirect=%2Fconnect')
    expect(calls.at(-1)).toMatch(/ 401$/)
    await fillIn(page)
    await arrives(page, '/connect')
    await page
      .getByText(/연결됨|인식기 \d+대 연결 끊김|연결된 인식기가 없어요/)
      .first()
      .waitFor()
  })
})

test('settings that cannot be loaded lead to /login', async () => {
  const tokens = await login()
  await product.kill('catalog', 'SIGSTOP')
  try {
    await using console = await open('/', tokens)
    const { page, calls, log } = console
    await arrives(page, '/login')
    expect(calls).toEqual(['GET /admin/api/appSettings 503'])
    expect(settingsLogged(log)).toBe(0)
  } finally {
    await product.kill('catalog', 'SIGCONT')
  }
})

test('without a token every page leads to /login without any call', async () => {
  await using console = await open('/')
  const { page, calls } = console
  await arrives(page, '/login')
  await page.goto(`${product.ready.http}/connect`)
  await arrives(page, '/login?redirect=%2Fconnect')
  await emailOf(page).waitFor()
  expect(calls).toEqual([])
})

test.each([
  [false, '관리자 로그인'],
  [true, '차량 인식기 연결'],
])('an unknown address gives the fallback and a way home (signed in: %s)', async (signedIn, home) => {
  await using console = await open('/nowhere/at/all', signedIn ? await login() : undefined)
  const { page } = console
  await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!', exact: true }).waitFor()
  await page.getByRole('link', { name: '처음 화면으로' }).click()
  await page.getByRole('heading', { level: 1, name: home, exact: true }).waitFor()
})

test('the reference shows samples, fits a phone and can be read in light and dark', async () => {
  await using reference = await open('/docs#/Orders/payOrder')
  const { page, log } = reference
  await page.setViewportSize({ width: 360, height: 800 })
  const operation = page.locator('#operations-Orders-payOrder')
  await operation.getByText('is cancelled at the provider, and the order fails').waitFor()
  const samples = operation.locator('.samples')
  for (const label of ['curl', '@kingcar/client']) await samples.locator('summary', { hasText: label }).click()
  const shown = await samples.innerText()
  expect(shown).toContain("-H 'Idempotency-Key: payOrder-1'")
  expect(shown).toContain('await api.orders.payOrder({')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(await lowContrastOf(page)).toEqual({ light: [], dark: [] })
  await page.locator('html.dark-mode').waitFor() // the theme of the last visit
  expect(log.filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})
