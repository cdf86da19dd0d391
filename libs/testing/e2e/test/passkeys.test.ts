import { randomUUID } from 'node:crypto'
import { launchBrowser } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Success, send, type Tokens } from '../src/http.ts'
import { openDatabase } from '../src/open-database.ts'
import { type Product, sharedProduct } from '../src/product.ts'

/** Passkeys of the console in a browser, with Chromium's virtual authenticator. */
let product: Product
let browser: Browser
let site: string
beforeAll(async () => {
  ;[product, browser] = await Promise.all([sharedProduct(), launchBrowser()])
  site = product.ready.http.replace('127.0.0.1', 'localhost') // no browser has passkeys for an IP address
})
afterAll(() => browser.close())

const password = 'a long password'

async function someAdmin(): Promise<string> {
  const email = `${randomUUID()}@kingcar.test`
  const body = { email, password, name: '김열쇠', joinCode: 'kingcar-join' }
  expect((await send(product.ready.http, 'POST', '/admin/api/join', { body })).status).toBe(201)
  return email
}

/** A page of the console whose browser has an authenticator that verifies its user; `verify` switches that off and on. */
async function openConsole(): Promise<{ page: Page; verify: (isUserVerified: boolean) => Promise<unknown> }> {
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce' })
  context.setDefaultTimeout(deadline)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  const verify = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { page, verify }
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('이메일').fill(email)
  await page.getByLabel('비밀번호', { exact: true }).fill(password)
  await page.getByRole('button', { name: '로그인' }).click()
}

const usePasskey = (page: Page) => page.getByRole('button', { name: '패스키로 계속하기' }).click()
/** Makes the session of a page one whose sign-in was an hour ago. */
async function age(page: Page, email: string): Promise<void> {
  const sql = await openDatabase(product)
  await sql`update member.sessions set created_at = created_at - interval '1 hour'
    where account_id = (select id from member.admins where email = ${email})`
  await sql.end({ timeout: 1 })
  const stored = await page.evaluate(() => ({
    accessToken: localStorage.getItem('accessToken'),
    refreshToken: localStorage.getItem('refreshToken'),
  }))
  const { body } = await send<Success<Tokens>>(product.ready.http, 'POST', '/admin/api/reissue', { body: stored })
  await page.evaluate((tokens) => {
    for (const [name, value] of Object.entries(tokens)) localStorage.setItem(name, value)
  }, body.result)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const signOut = (page: Page) => page.evaluate(() => localStorage.clear())

// ASVS 6.3.3
test('an administrator adds a passkey in the console, signs in with it, and deletes it', async () => {
  const email = await someAdmin()
  const { page, verify } = await openConsole()
  await page.goto(`${site}/login?redirect=/manage/account`)
  await fillIn(page, email)
  await heading(page, '내 계정')
  await page.getByRole('button', { name: '패스키 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름').fill('회사 노트북')
  await dialog.getByLabel('현재 비밀번호').fill(password)
  await dialog.getByRole('button', { name: '다음' }).click()
  await dialog.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor()
  await dialog.getByRole('button', { name: '보관했어요' }).click()
  await page.getByText('켜짐', { exact: true }).waitFor()

  // without the password
  await signOut(page)
  await page.goto(`${site}/login?redirect=/manage/account`)
  await verify(false)
  await usePasskey(page)
  await page.getByText('패스키 확인을 마치지 못했어요.').waitFor()
  await verify(true)
  await usePasskey(page)
  await heading(page, '내 계정')

  // instead of the code
  await signOut(page)
  await page.goto(`${site}/login?redirect=/manage/account`)
  await fillIn(page, email)
  await heading(page, '2단계 인증')
  await usePasskey(page)
  await heading(page, '내 계정')

  // to confirm that it is still the administrator
  await age(page, email)
  await page.getByRole('button', { name: '회사 노트북 패스키 삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  const again = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  await again.getByRole('button', { name: '패스키로 계속하기' }).click()
  await again.waitFor({ state: 'detached' })
  await page.getByText('꺼짐', { exact: true }).waitFor()
  await signOut(page)
  await page.goto(`${site}/login`)
  await usePasskey(page)
  await page.getByText('등록되지 않은 패스키예요.').waitFor()
  await page.context().close()
})
