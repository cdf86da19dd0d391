import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, withConsole } from './browser.ts'
import { withSubscriptions } from './gateway/subscriptions.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const still: BrowserContextOptions = { reducedMotion: 'reduce', viewport: { width: 1366, height: 768 } }
const sizes = [
  { width: 360, height: 740 },
  { width: 844, height: 390 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
type Screen = (options: BrowserContextOptions) => Promise<Page>

async function opened(
  path: string,
  options: BrowserContextOptions,
  change = (_: ReturnType<typeof withManagement>) => {},
) {
  change(withManagement(web.gateway))
  const page = await web.open(path, { ...options, signedIn: true })
  await page.getByText('실시간 연결됨').waitFor()
  await page.getByRole('heading', { level: 1 }).first().waitFor() // before that, nothing is marked busy yet
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
  return page
}

async function registering(options: BrowserContextOptions) {
  const page = await opened('/manage/devices', options)
  await page.getByRole('button', { name: '장치 등록' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '장치 등록' }).click()
  await page.getByText('이름을 입력해 주세요.').waitFor()
  return page
}

/** Every visible state, as an opened page. */
const screens: Record<string, Screen> = {
  'home, without data': async (options) => {
    const page = await opened('/manage', options, ({ visit, statistics, store }) => {
      Object.assign(visit, { visits: [], visitsAt: () => 0 })
      statistics.money = 0
      store.stores = []
    })
    await page.getByText('아직 방문이 없어요').waitFor()
    await page.getByText('아직 매장이 없어요').waitFor()
    return page
  },
  'home, with much to do': async (options) => {
    const page = await opened('/manage', options, ({ statistics }) => {
      const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
      const device = (name: string, since: string | null) => ({
        ...{ id: crypto.randomUUID(), name },
        storeName: '강남점',
        since,
      })
      const examples = [device('1번 출입구', ago(18)), device('뒷문', null)]
      statistics.attention = {
        items: [
          { kind: 'offlineDevices', count: 5, since: ago(118), examples },
          { kind: 'deadLetters', count: 1, since: null, examples: [] },
        ],
        unavailable: ['orders', 'member'],
      }
    })
    await page.getByText('끊긴 인식기').waitFor()
    return page
  },
  visits: async (options) => {
    const page = await opened('/manage/visits', options)
    const [first] = [visitOf(1)]
    web.gateway.send(eventOf(visitOf(0)), eventOf({ ...first, mergedInto: visitOf(2).id }))
    await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
    return page
  },
  'no visits': (options) => opened('/manage/visits', options, (state) => state.visit.visits.splice(0)),
  loading: async (options) => {
    withManagement(web.gateway)
    web.gateway.answers['GET /admin/api/visits'] = () => new Promise(() => {})
    return web.open('/manage/visits', { ...options, signedIn: true })
  },
  failed: async (options) => {
    withManagement(web.gateway)
    web.gateway.answers['GET /admin/api/visits'] = () => ({ status: 500 })
    const page = await web.open('/manage/visits', { ...options, signedIn: true })
    await page.getByRole('button', { name: '다시 시도' }).waitFor()
    return page
  },
  devices: (options) => opened('/manage/devices', options),
  'devices, menu': async (options) => {
    const page = await opened('/manage/devices', options)
    await page.getByRole('button', { name: '1번 출입구 작업' }).click()
    return page
  },
  'devices, registering': registering,
  'devices, secret': async (options) => {
    const page = await registering(options)
    await page.getByRole('dialog').getByLabel('매장').selectOption('강남점')
    await page.getByRole('dialog').getByLabel('이름').fill('뒷문')
    await page.getByRole('dialog').getByRole('button', { name: '장치 등록' }).click()
    await page.getByRole('button', { name: '닫기' }).click()
    await page.getByText('비밀번호를 아직 복사하지 않았어요.').waitFor()
    return page
  },
  'devices, removing': async (options) => {
    const page = await opened('/manage/devices', options)
    await page.getByRole('button', { name: '1번 출입구 작업' }).click()
    await page.getByRole('button', { name: '삭제' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
    await page.getByRole('alert').waitFor()
    return page
  },
  board: (options) => opened('/manage/board', options),
  reads: (options) => opened('/manage/reads', options),
  'a store': (options) => opened(`/manage/stores/${stores[0]?.id}`, options),
  'compared stores': (options) => opened('/manage/stores/compare', options),
  subscriptions: (options) => opened('/manage/subscriptions', options, () => void withSubscriptions(web.gateway)),
  coupons: (options) => opened('/manage/coupons', options),
  'coupons, adding': async (options) => {
    const page = await opened('/manage/coupons/new', options)
    await page.getByLabel('할인 방법').selectOption('비율')
    await page.getByRole('button', { name: '저장' }).click()
    await page.getByText('할인 금액이나 할인율을 입력해 주세요.').first().waitFor()
    return page
  },
  'reads, decided': (options) => opened('/manage/reads?reviewState=accepted', options),
  'no reads': (options) => opened('/manage/reads', options, (state) => state.read.reads.splice(0)),
  'dead letters': async (options) => {
    const page = await opened('/manage/deadLetters', options)
    await page.getByText('받은 내용').first().click()
    await page.getByRole('button', { name: '다시 처리' }).first().click()
    await page.getByRole('alert').waitFor()
    return page
  },
  'no dead letters': (options) => opened('/manage/deadLetters', options, (state) => state.letters.splice(0)),
  settings: async (options) => {
    const page = await opened('/manage/settings', options)
    await page.getByLabel('최소 인식 정확도').fill('')
    await page.getByLabel('최소 인식 정확도').press('Enter')
    await page.getByText('숫자를 입력해 주세요.').waitFor()
    return page
  },
  'settings, adding': async (options) => {
    const page = await opened('/manage/settings', options)
    await page.getByRole('button', { name: '설정 추가' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '설정 추가' }).click()
    return page
  },
}
const open = async (name: string, options: BrowserContextOptions): Promise<Page> => {
  const page = await screens[name]?.(options)
  if (page === undefined) throw new Error(`There is no screen ${name}.`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test.each(Object.keys(screens))('axe finds nothing, light and dark, and nothing scrolls sideways: %s', async (name) => {
  const page = await open(name, still)
  expect(await violationsOf(page)).toEqual(noViolations)
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([viewport.width, width]).toEqual([viewport.width, viewport.width])
  }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(web.logOf(page).filter((line) => /content security policy|pageerror/i.test(line))).toEqual([])
})

test('on a phone the navigation is a drawer that closes on selection', async () => {
  const page = await opened('/manage', { ...still, viewport: { width: 360, height: 740 } })
  await page.getByRole('button', { name: '메뉴 열기' }).click()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('dialog').getByRole('link', { name: '앱 설정' }).click()
  await page.getByRole('heading', { level: 1, name: '앱 설정' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('on a phone each visit is a card with the titles of its values', async () => {
  const page = await opened('/manage/visits', { ...still, viewport: { width: 360, height: 740 } })
  const cells = page.locator('tbody tr').nth(2).getByRole('cell')
  const seen = await cells.evaluateAll((all) =>
    all.map((cell) => ({
      title: getComputedStyle(cell, '::before').content,
      fits: cell.scrollWidth <= cell.clientWidth && cell.getBoundingClientRect().right <= innerWidth,
    })),
  )
  expect(seen.map(({ title }) => title).join(' ')).toBe(
    'none none none none "이름" "방문 횟수" "매장" "인식 횟수" "상품 사용" "상태"',
  )
  expect(seen.every(({ fits }) => fits)).toBe(true)
})

test('the first Tab is a skip link, and a navigation focuses the title', async () => {
  const page = await opened('/manage/audit', { ...still, viewport: { width: 1366, height: 400 } })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  // The current entry is the last of a list that is longer than the window.
  const entry = await page.locator('aside [aria-current=page]').boundingBox()
  expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual(400)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('본문으로 건너뛰기')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('장치')
})

test('a network outage and the recovery are announced once', async () => {
  const page = await opened('/manage', still)
  const sentence = '네트워크에 연결되어 있지 않아요. 연결되면 자동으로 다시 시도할게요.'
  await page.context().setOffline(true)
  await page.locator('footer').getByText(sentence).waitFor()
  const spoken = page.locator('p[role=status]')
  expect(await spoken.textContent()).toContain(sentence)
  await page.context().setOffline(false)
  await page.locator('footer').getByText('실시간 연결됨').waitFor()
})
