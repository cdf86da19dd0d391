import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser, noViolations, violationsOf } from '@kingcar/testing/browser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Success, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { formOf, picture } from '../src/pictures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/*
 * Every management page of the whole product, with an object of each kind: the browser console stays empty, no request
 * fails, axe finds nothing, and nothing scrolls sideways on a phone.
 *
 * Axe checks each page at one of the widths in turn; with EVERY_WIDTH=1 at all of them: `EVERY_WIDTH=1 npm test --
 * libs/testing/e2e/test/manage-routes.long.test.ts`.
 */
const widths = [1366, 1920, 360]
const everyWidth = process.env.EVERY_WIDTH === '1'

let product: Product
let browser: Browser
let page: Page
let admin: string
/** An object of each list, by the list's name. */
const ids: Record<string, string> = {}
const complaints: string[] = []

/** From the router's sources, so that no page is missing. */
const folder = fileURLToPath(new URL('../../../../web-admin/src/manage/', import.meta.url))
const routes = globSync(`${folder}*/routes.tsx`)
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path))
  .toSorted((one, other) => one.localeCompare(other))
const addressOf = (route: string) =>
  `/manage${route.replace(/^\/$/, '').replace('$id', ids[route.split('/')[1] ?? ''] ?? '')}`

const create = async (path: string, body: object, token = admin): Promise<string> => {
  const reply = await send<Success<{ id: string }>>(product.ready.http, 'POST', path, { token, body })
  if (!reply.body.success) throw new Error(`${path} answered ${reply.status} ${reply.text}`)
  return reply.body.result.id
}
const firstOf = async (list: string): Promise<string | undefined> => {
  const path = `/admin/api/${list}`
  const { body } = await send<Success<{ content: { id: string }[] }>>(product.ready.http, 'GET', path, { token: admin })
  return body.result.content[0]?.id
}

async function uploadPicture(): Promise<string> {
  const response = await fetch(`${product.ready.http}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: formOf(['image', await picture('jpeg', 800, 600)]),
  })
  return ((await response.json()) as Success<{ id: string }>).result.id
}

/** An object in every list. */
async function fill() {
  const { http, email, password } = product.ready
  admin = (await signIn(http, email, password)).accessToken
  const member = await joinMember(http)
  ids.members = member.id
  ids.stores = String(product.ready.stores[0]?.id)
  await create('/admin/api/screens/session', { storeId: ids.stores, name: '대기실' })
  const imageId = await uploadPicture()
  const period = { startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2036-01-01T00:00:00.000Z' }
  ids.banners = await create('/admin/api/banners', { title: '겨울 세차', imageId, linkUrl: null, ...period })
  const wash = { name: '손세차', description: '꼼꼼하게 **닦아요**', type: 'onetime', price: 30_000, useLimit: 1 }
  ids.products = await create('/admin/api/products', { ...wash, storeIds: [], onSale: true })
  ids.orders = await create('/api/orders', { productId: ids.products }, member.accessToken)
  const grant = { memberId: member.id, productId: ids.products, reason: '사과의 뜻이에요' }
  await create('/admin/api/userProducts', grant)
  const content = `## 안내\n\n- **열어요**\n\n![매장](/api/images/${imageId})\n\n| 요일 | 시간 |\n| --- | --- |\n| 월 | 9시 |\n`
  ids.notices = await create('/admin/api/notices', { title: '설 연휴 안내', content, pinned: true })
  const terms = { type: 'MARKETING', title: '마케팅 수신 동의', content, required: false }
  ids.terms = await create('/admin/api/terms', { ...terms, effectiveAt: '2099-01-01T00:00:00.000Z' })
  await using recognizer = await startRecognizer(product.ready)
  await recognizer.read('12가3456')
  await recognizer.connection.request(`recognition.read.${recognizer.storeId}.${recognizer.deviceId}`, 'nonsense', {
    timeout: 10_000,
  })
  await expect.poll(() => firstOf('visits')).toBeDefined()
  await expect.poll(() => firstOf('recognition/deadLetters')).toBeDefined()
  ids.visits = String(await firstOf('visits'))
  ids.admins = String(await firstOf('admins'))
}

/** A page's console messages and requests. A picture or call that is aborted because the page is left is no error. */
function listen() {
  page.on('console', (message) => {
    if (/^(warning|error)$/.test(message.type())) complaints.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${page.url()} ${response.status()} ${response.url()}`)
  })
}

beforeAll(async () => {
  ;[product, browser] = await Promise.all([sharedProduct(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
})

async function settled() {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await page.waitForLoadState('networkidle')
}

test('every page has no console message, no axe violation in light and dark, and fits its window', async () => {
  await fill()
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce' })
  page = await context.newPage()
  listen()
  await page.goto(`${product.ready.http}/manage`)
  await page.getByLabel('이메일').fill(product.ready.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(product.ready.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.waitForURL('**/manage')
  expect(routes.length).toBeGreaterThan(20)
  const found: Record<string, unknown> = {}
  for (const [turn, route] of routes.entries()) {
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(product.ready.http + addressOf(route))
    await settled()
    if ((await page.getByRole('heading', { level: 1 }).count()) !== 1) found[route] = 'does not have exactly one title'
    for (const [at, width] of widths.entries()) {
      await page.setViewportSize({ width, height: 768 })
      // As high as its content: a sticky footer would cover whatever happens to be behind it.
      const height = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height: Math.max(768, height) })
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
      if (needed > width) found[`${route} ${width} sideways`] = needed
      if (!everyWidth && turn % widths.length !== at) continue
      const violations = await violationsOf(page)
      if (JSON.stringify(violations) !== JSON.stringify(noViolations)) found[`${route} ${width}`] = violations
    }
  }
  expect(found).toEqual({})
  expect(complaints).toEqual([])
})
