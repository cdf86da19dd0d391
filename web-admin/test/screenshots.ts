import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '@kingcar/testing/browser'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { type FakeGateway, liveEvent, startFakeGateway, tokenFor } from './fake-gateway.ts'
import { withManagement } from './manage-gateway.ts'

/*
 * `npm run screenshots -w web-admin` writes pictures of every page to web-admin/screenshots: the wall screen in each state and
 * size, every other page light and dark at three widths. They are for visual review; tests do not use them. An argument after
 * `--` limits the pictures to names with that prefix.
 */

const moment = '2026-11-21T05:32:00.000Z'

const folder = join(import.meta.dirname, '../screenshots')
const wanted = process.argv[2] ?? ''
type Size = { width: number; height: number }

async function save(page: Page, name: string): Promise<void> {
  const file = join(folder, `${name}.webp`)
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .webp({ quality: 95, smartSubsample: true }) // gradients need more colours than a small PNG has
    .toFile(file)
  console.log(`${name}.webp: ${Math.round((await stat(file)).size / 1000)} kB`)
}

/** A page in a new profile, signed in or not. */
async function open(
  browser: Browser,
  gateway: FakeGateway,
  path: string,
  options: BrowserContextOptions,
  signedIn = true,
) {
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  if (signedIn) {
    await context.addInitScript((token) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('refreshToken', 'refresh')
    }, tokenFor(900))
  }
  return { page, context, go: () => page.goto(gateway.origin + path) }
}

/** A running browser clock that starts at `from`. Playwright's clock uses the time of this process, which is fixed. */
function startClock(from: number) {
  const RealDate = Date
  const behind = RealDate.now() - from
  const now = () => RealDate.now() - behind
  window.Date = new Proxy(RealDate, {
    construct: (target, [first, ...more]) =>
      first === undefined ? new target(now()) : Reflect.construct(target, [first, ...more]),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}

type WallState = { fields?: object; message?: object; after?: (page: Page, gateway: FakeGateway) => Promise<void> }

const wallSizes: Size[] = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
]
const wallStates: Record<string, WallState> = {
  connect: { fields: {} },
  'connect-waiting': {},
  'connect-guest': { fields: { name: '방문객', carNumber: '12허3456', visitCount: 3 } },
  'connect-first': { fields: { visitCount: 1 } },
  'connect-tenth': { fields: { visitCount: 50 } },
  'connect-late': { fields: { late: true, recognizedAt: '2026-11-21T03:05:00.000Z' } },
  'connect-used': { fields: { productUsed: { productName: '프리미엄 세차', remainingUses: 3 } } },
  'connect-commercial': { fields: { name: '이서', carNumber: '서울12바3456', visitCount: 128 } },
  'connect-masked': { fields: { name: '홍*동', carNumber: '12가 **56' } },
  'connect-message': { fields: {}, message: { type: 'message', text: '오늘은 저녁 7시에 문을 닫아요' } },
  'connect-idle': { fields: {}, after: (page) => page.clock.runFor(12 * 60_000) },
  'connect-retrying': {
    fields: {},
    after: async (page, gateway) => {
      await gateway.down()
      await page.waitForEvent('console', (message) => message.text() === 'closed')
      await page.clock.runFor(3_500)
      await page.getByText(/재시도/).waitFor()
    },
  },
}

async function pictureWall(browser: Browser, built: string, name: string, { fields, message, after }: WallState) {
  await using gateway = await startFakeGateway(built)
  const { page, context, go } = await open(browser, gateway, '/connect', {})
  await page.clock.install({ time: new Date(moment) })
  await go()
  await page.getByText('연결됨', { exact: true }).waitFor()
  await page.mouse.click(100, 100) // unlocks the sound
  if (fields !== undefined) {
    gateway.send(liveEvent({ recognizedAt: moment, ...fields }))
    await page.getByRole('article').waitFor()
  }
  if (message !== undefined) gateway.send(message)
  await after?.(page, gateway)
  await page.getByText('화면을 한 번 눌러 주세요').waitFor({ state: 'detached' })
  for (const size of wallSizes) {
    await page.setViewportSize(size)
    await save(page, `${name}-${size.width}`)
  }
  await context.close()
}

type State = ReturnType<typeof withManagement>
type PageState = {
  path: string | ((state: State) => string)
  signedIn?: false
  /** Runs before the page loads. */
  before?: (page: Page) => Promise<unknown>
  /** Runs on the page, at each size. */
  after?: (page: Page) => Promise<unknown>
}

const pageSizes: Size[] = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The home with demo data. */
const withDemo = ({ statistics }: State) => {
  const items = [
    { kind: 'stores', removable: 3, kept: 0 },
    { kind: 'products', removable: 4, kept: 0 },
    { kind: 'members', removable: 123, kept: 1 },
    { kind: 'orders', removable: 412, kept: 2 },
    { kind: 'visits', removable: 15_432, kept: 0 },
  ] as const
  statistics.demo = { items: [...items], unavailable: [] }
  return '/manage'
}

const pages: Record<string, PageState> = {
  login: { path: '/login', signedIn: false },
  invitation: { path: '/invitation#token', signedIn: false },
  pair: { path: '/pair', signedIn: false },
  password: { path: '/password', signedIn: false },
  setup: { path: '/setup', signedIn: false },
  landing: { path: '/' },
  crash: { path: '/connect', before: (page) => page.route(/assets\/ConnectPage/, (route) => route.abort()) },
  'manage-home': { path: '/manage' },
  'manage-demo': { path: withDemo },
  'manage-demo-removal': { path: withDemo, after: press('데모 데이터 지우기') },
  'manage-board': { path: '/manage/board' },
  'manage-statistics': { path: '/manage/statistics' },
  'manage-statistics-money': { path: '/manage/statistics?tab=money&range=month&group=method&compareWith=lastYear' },
  'manage-settlements': { path: '/manage/settlements' },
  'manage-statements': { path: '/manage/statements?month=2026-01' },
  'manage-sale': {
    path: ({ member }) => `/manage/members/${member.members[0]?.id}`,
    after: press('현장 판매'),
  },
  'manage-closing': { path: '/manage/closing?date=2026-11-20' },
  'manage-visits': { path: '/manage/visits' },
  'manage-visit': { path: ({ visit }) => `/manage/visits/${visit.visits[0]?.id}` },
  'manage-members': { path: '/manage/members' },
  'manage-member': { path: ({ member }) => `/manage/members/${member.members[0]?.id}` },
  'manage-orders': { path: '/manage/orders' },
  'manage-order': { path: ({ order }) => `/manage/orders/${order.orders[0]?.id}` },
  'manage-refund': { path: ({ order }) => `/manage/orders/${order.orders[0]?.id}`, after: press('환불') },
  'manage-user-products': { path: '/manage/userProducts' },
  'manage-use-logs': { path: '/manage/useLogs' },
  'manage-products': { path: '/manage/products' },
  'manage-product': { path: ({ product }) => `/manage/products/${product.products[0]?.id}` },
  'manage-stores': { path: '/manage/stores' },
  'manage-stores-import': { path: '/manage/stores/import' },
  'manage-store-edit': { path: ({ store }) => `/manage/stores/${store.stores[0]?.id}/edit` },
  'manage-store': { path: ({ store }) => `/manage/stores/${store.stores[0]?.id}` },
  'manage-coupons': { path: '/manage/coupons' },
  'manage-coupon': { path: ({ coupon }) => `/manage/coupons/${coupon.coupons[0]?.id}` },
  'manage-banners': { path: '/manage/banners' },
  'manage-banner': { path: ({ banner }) => `/manage/banners/${banner.banners[0]?.id}` },
  'manage-notices': { path: '/manage/notices' },
  'manage-notice': { path: ({ content }) => `/manage/notices/${content.notices.items[0]?.id}` },
  'manage-terms': { path: '/manage/terms' },
  'manage-terms-version': { path: ({ content }) => `/manage/terms/${content.terms.items[1]?.id}` },
  'manage-devices': { path: '/manage/devices' },
  'manage-gates': { path: '/manage/gates' },
  'manage-screens': { path: '/manage/screens' },
  'manage-reads': { path: '/manage/reads' },
  'manage-letters': { path: '/manage/deadLetters' },
  'manage-settings': { path: '/manage/settings' },
  'manage-admins': { path: '/manage/admins' },
  'manage-api-keys': { path: '/manage/apiKeys' },
  'manage-messages': { path: '/manage/messages' },
  'manage-webhooks': { path: '/manage/webhooks' },
  'manage-alerts': { path: '/manage/alerts' },
  'manage-alert-rules': { path: '/manage/alerts/rules' },
  'manage-admin': { path: ({ admin }) => `/manage/admins/${admin.admins[1]?.id}` },
  'manage-audit': { path: '/manage/audit' },
  'manage-access-logs': { path: '/manage/accessLogs' },
  'manage-account': { path: '/manage/account' },
  'manage-owed-returns': { path: '/manage/owedReturns' },
  'manage-compare': { path: '/manage/stores/compare' },
  'manage-product-new': { path: '/manage/products/new' },
  'manage-store-new': { path: '/manage/stores/new' },
  'manage-coupon-new': { path: '/manage/coupons/new' },
  'manage-banner-new': { path: '/manage/banners/new' },
  'manage-notice-new': { path: '/manage/notices/new' },
  'manage-gate-new': { path: '/manage/gates', after: press('번호 추가') },
  'manage-webhook-new': { path: '/manage/webhooks', after: press('주소 등록') },
  'manage-search': { path: '/manage/members', after: (page) => page.keyboard.press('Control+k') },
  'manage-missing': { path: '/manage/nowhere' },
}

async function picturePage(
  browser: Browser,
  built: string,
  name: string,
  { path, signedIn, before, after }: PageState,
) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await using gateway = await startFakeGateway(built)
    const state = withManagement(gateway)
    const address = typeof path === 'string' ? path : path(state)
    const { page, context, go } = await open(browser, gateway, address, { colorScheme }, signedIn)
    await page.addInitScript(startClock, Date.parse(moment))
    await before?.(page)
    await go()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.locator('[aria-busy=true]').last().waitFor({ state: 'detached' })
    await after?.(page)
    await page.waitForLoadState('networkidle')
    for (const size of pageSizes) {
      await page.setViewportSize(size)
      await save(page, `${name}-${size.width}-${colorScheme}`)
    }
    await context.close()
  }
}

const built = await mkdtemp(join(tmpdir(), 'web-admin-'))
process.env.NODE_ENV = 'production'
await mkdir(folder, { recursive: true })
try {
  await build({ root: join(import.meta.dirname, '..'), logLevel: 'warn', build: { outDir: built, emptyOutDir: true } })
  if (wanted === '') {
    for (const file of await readdir(folder)) if (file.endsWith('.webp')) await rm(join(folder, file))
  }
  const browser = await launchBrowser()
  for (const [name, state] of Object.entries(wallStates)) {
    if (name.startsWith(wanted)) await pictureWall(browser, built, name, state)
  }
  Date.now = () => Date.parse(moment) // fixed, so that ages are the same in every run
  for (const [name, state] of Object.entries(pages)) {
    if (name.startsWith(wanted)) await picturePage(browser, built, name, state)
  }
  await browser.close()
} finally {
  await rm(built, { recursive: true, force: true })
}
