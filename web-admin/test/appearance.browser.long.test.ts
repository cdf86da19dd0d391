import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wallSizes, withConsole } from './browser.ts'
import { liveEvent, page as pageOf } from './fake-gateway.ts'

const web = withConsole()
const visits = {
  member: {},
  guest: { name: '방문객', visitCount: 1 },
  late: { late: true, recognizedAt: '2026-11-20T05:32:00.000Z' },
  commercial: { carNumber: '서울12바3456', visitCount: 1234 },
  diplomatic: { carNumber: '외교005003' },
  used: { productUsed: { productName: '프리미엄 세차 10회권', remainingUses: 9 } },
  test: { name: '테스트', carNumber: '00가0000', visitCount: 0, test: true },
  masked: { name: '홍*동', carNumber: '12가 **56' },
  long: { name: '가'.repeat(50), carNumber: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', visitCount: 1_000_000, late: true },
}

/** Every visible state, as an opened page. */
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
  'waiting without a device': async (options) => {
    const page = await connected(options)
    web.gateway.answers['GET /admin/api/devices'] = () => ({ result: pageOf([]) })
    await page.reload()
    await page.getByText('연결된 인식기가 없어요').first().waitFor()
    return page
  },
  idle: (options) => connected(options, { recognizedAt: new Date(Date.now() - 3_600_000).toISOString() }, 300_000),
  'without sound': async (options) => {
    const page = await connected(options, {})
    await page.addInitScript(() => Object.defineProperty(AudioContext.prototype, 'state', { value: 'suspended' }))
    await page.reload()
    await page.getByText('소리 꺼짐').waitFor()
    await page.getByText('연결됨', { exact: true }).waitFor()
    web.gateway.send(liveEvent())
    await page.getByRole('article').waitFor()
    return page
  },
  'after other visits': async (options) => {
    const page = await connected(options, { name: '남궁민수', carNumber: '서울12바3456' })
    for (const n of [1, 2, 3]) web.gateway.send(liveEvent({ name: `제갈공명${n}`, carNumber: `123가000${n}` }))
    await page.getByRole('heading', { name: '제갈공명3' }).waitFor()
    await page.getByRole('listitem').getByText('남궁민수').waitFor()
    return page
  },
  retrying: (options) => disconnected(options, 5_000),
  stale: (options) => disconnected(options, 70_000),
  ...Object.fromEntries(
    Object.entries(visits).map(([name, fields]) => [
      name,
      (options: BrowserContextOptions) => connected(options, fields),
    ]),
  ),
}

async function connected(options: BrowserContextOptions, fields?: object, later = 0): Promise<Page> {
  const page = await web.openWall('', options)
  if (fields === undefined) return page
  web.gateway.send(liveEvent({ ...fields }))
  await page.getByRole('article').waitFor()
  if (later === 0) return page
  await web.skip(page, later)
  await page.getByText('차량을 기다리고 있어요').waitFor()
  return page
}

async function disconnected(options: BrowserContextOptions, milliseconds: number): Promise<Page> {
  const page = await web.openWall('', options)
  web.gateway.send(liveEvent())
  await page.getByRole('article').waitFor()
  await web.gateway.down()
  await eventually(() => web.logOf(page).includes('info: closed')).toBe(true)
  await page.clock.runFor(milliseconds)
  await page.getByText('다시 연결하는 중…').waitFor()
  return page
}

const still: BrowserContextOptions = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } }

const others = ['login', 'login, refused', 'landing', 'not found', 'crash', 'stale']
const stages = Object.keys(screens).filter((name) => !others.includes(name))
/** Extremes of the burn-in shift; the two axes are independent. */
const corners = [-1, 1].map((end) => ({ x: end, y: end }))

/** Shifts the stage to a corner, and measures its parts there. */
const partsAt = (page: Page, corner: { x: number; y: number }) =>
  page.evaluate(({ x, y }) => {
    const main = document.querySelector('main')
    main?.style.setProperty('--shift-x', String(x))
    main?.style.setProperty('--shift-y', String(y))
    const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect().toJSON()
    const { scrollWidth, scrollHeight } = document.documentElement
    return {
      scroll: { width: scrollWidth, height: scrollHeight },
      header: boxOf('header'),
      cards: ['article', 'section[aria-labelledby]'].map(boxOf).filter(Boolean),
      footer: boxOf('footer'),
      words: [...document.querySelectorAll('footer span, footer li, footer button')].map(
        (part) => part.getBoundingClientRect().right,
      ),
    }
  }, corner)

async function open(name: string): Promise<Page> {
  const page = await screens[name]?.(still)
  if (page === undefined) throw new Error(`There is no screen ${name}.`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test.each(others)('axe finds nothing: %s', async (name) => {
  expect(await violationsOf(await open(name))).toEqual(noViolations)
})

test.each(stages)(
  'axe finds nothing, nothing is cut off and nothing scrolls, at every burn-in shift: %s',
  async (name) => {
    const page = await open(name)
    expect(await violationsOf(page)).toEqual(noViolations)
    for (const viewport of wallSizes) {
      await page.setViewportSize(viewport)
      for (const corner of corners) {
        const { scroll, header, cards, footer, words } = await partsAt(page, corner)
        expect([viewport, scroll]).toEqual([viewport, viewport])
        expect(cards.length).toBeGreaterThan(0)
        const top = Math.min(...cards.map((card) => card.top))
        const bottom = Math.max(...cards.map((card) => card.bottom))
        const fits = {
          left: cards.every((card) => card.left >= 0),
          right: cards.every((card) => card.right <= viewport.width),
          top: Math.round(top - header.bottom) >= 0,
          bottom: Math.round(footer.top - bottom) >= 0,
          apart: cards.length < 2 || cards[0].top >= cards[1].bottom,
          words: words.every((right) => right <= viewport.width),
        }
        const all = { left: true, right: true, top: true, bottom: true, apart: true, words: true }
        expect([viewport, corner, fits]).toEqual([viewport, corner, all])
      }
    }
  },
)

test('a card enters with an animation, and without it under reduced motion', async () => {
  const running = (page: Page) => page.evaluate(() => document.getAnimations().length)
  const calm = await connected(still, {})
  expect(await running(calm)).toBe(0)
  const lively = await connected({}, {})
  expect(await running(lively)).toBeGreaterThan(0)
})

test('the content security policy blocks nothing on any page', async () => {
  for (const name of ['login, refused', 'landing', 'not found', 'member']) {
    const page = await screens[name]?.(still)
    expect(page && web.logOf(page).filter((line) => /content security policy|pageerror/i.test(line))).toEqual([])
    await page?.context().close()
  }
})
