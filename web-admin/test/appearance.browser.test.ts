import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { liveEvent } from './fake-gateway.ts'

const web = withConsole()
const sizes = [
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 360, height: 640 },
]
const visits = {
  member: {},
  guest: { name: '방문객', visitCount: 1 },
  late: { late: true, recognizedAt: '2026-11-20T05:32:00.000Z' },
  commercial: { carNumber: '서울12바3456', visitCount: 1234 },
  diplomatic: { carNumber: '외교005003' },
  masked: { name: '홍*동', carNumber: '12가 **56' },
  long: { name: '가'.repeat(50), carNumber: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', visitCount: 1_000_000 },
}

/** Every state that a person can see, as an opened page. */
const screens: Record<string, (options: BrowserContextOptions) => Promise<Page>> = {
  login: (options) => web.open('/login', options),
  'login, refused': async (options) => {
    web.gateway.answers['POST /admin/api/login'] = () => ({ status: 401 })
    const page = await web.open('/login', options)
    await page.getByRole('button', { name: '로그인' }).click()
    await page.getByText('이메일을 입력해주세요.').waitFor()
    await page.getByLabel('이메일').fill('a@b.test')
    await page.getByLabel('비밀번호').fill('x')
    await page.getByRole('button', { name: '로그인' }).click()
    await page.getByText('로그인에 실패했습니다.').waitFor()
    await page.getByLabel('비밀번호').fill('')
    await page.getByText('비밀번호를 입력해주세요.').waitFor()
    return page
  },
  landing: (options) => web.open('/', { ...options, signedIn: true }),
  'not found': (options) => web.open('/nowhere', options),
  crash: async (options) => {
    const page = await web.open('/', { ...options, signedIn: true })
    await eventually(() => web.gateway.calls.length).toBe(1)
    await page.route('**/ConnectPage-*.js', (route) => route.abort())
    await page.getByRole('button', { name: '연결하기' }).click()
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
    return page
  },
  waiting: (options) => connected(options),
  retrying: (options) => disconnected(options, 5_000),
  stale: (options) => disconnected(options, 70_000),
  ...Object.fromEntries(
    Object.entries(visits).map(([name, fields]) => [
      name,
      (options: BrowserContextOptions) => connected(options, fields),
    ]),
  ),
}

async function connected(options: BrowserContextOptions, fields?: object): Promise<Page> {
  const page = await web.open('/connect', { ...options, signedIn: true })
  await page.getByText('연결됨', { exact: true }).waitFor()
  if (fields === undefined) return page
  web.gateway.send(liveEvent({ ...fields }))
  await page.getByRole('article').waitFor()
  return page
}

async function disconnected(options: BrowserContextOptions, milliseconds: number): Promise<Page> {
  const page = await web.open('/login', { ...options, signedIn: true })
  await page.clock.install()
  await page.goto(`${web.gateway.origin}/connect`)
  await page.getByText('연결됨', { exact: true }).waitFor()
  web.gateway.send(liveEvent())
  await page.getByRole('article').waitFor()
  await web.gateway.down()
  await eventually(() => web.logOf(page).includes('info: closed')).toBe(true)
  await page.clock.runFor(milliseconds)
  await page.getByText('다시 연결하는 중…').waitFor()
  return page
}

const still: BrowserContextOptions = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } }

for (const colorScheme of ['light', 'dark'] as const) {
  test.each(Object.keys(screens))(`axe finds nothing: ${colorScheme}, %s`, async (name) => {
    const page = await screens[name]?.({ ...still, colorScheme })
    if (page === undefined) throw new Error(`There is no screen ${name}.`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => document.fonts.ready)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })
}

const stages = ['waiting', 'retrying', ...Object.keys(visits)]
test.each(stages)('nothing is cut off and nothing scrolls: %s', async (name) => {
  const page = await screens[name]?.(still)
  if (page === undefined) throw new Error(`There is no screen ${name}.`)
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    const found = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      const boxes = ['header', 'article, section[aria-labelledby]', 'footer'].map((part) => {
        const { left, top, right, bottom } = document.querySelector(`main > ${part}`)?.getBoundingClientRect() ?? {}
        return [left, top, right, bottom].map((edge) => Math.round(edge ?? Number.NaN))
      })
      return { scrollWidth, scrollHeight, boxes }
    })
    expect([viewport, found.scrollWidth, found.scrollHeight]).toEqual([viewport, viewport.width, viewport.height])
    const [[, , , bar] = [], [left, top, right, bottom] = [], [, footer] = []] = found.boxes
    const fits = { left: Number(left) >= 0, top: Number(top) >= Number(bar), bottom: Number(bottom) <= Number(footer) }
    expect([viewport, fits, Number(right) <= viewport.width]).toEqual([
      viewport,
      { left: true, top: true, bottom: true },
      true,
    ])
  }
})

test('a card enters with motion, and without where motion is reduced', async () => {
  const running = (page: Page) => page.evaluate(() => document.getAnimations().length)
  const calm = await connected(still, {})
  expect(await running(calm)).toBe(0)
  const lively = await connected({}, {})
  expect(await running(lively)).toBeGreaterThan(0)
})

test('nothing on any page is refused by the content policy', async () => {
  for (const name of ['login, refused', 'landing', 'not found', 'member']) {
    const page = await screens[name]?.(still)
    expect(page && web.logOf(page).filter((line) => /content security policy|pageerror/i.test(line))).toEqual([])
    await page?.context().close()
  }
})
