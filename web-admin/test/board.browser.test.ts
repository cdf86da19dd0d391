import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, withConsole } from './browser.ts'
import { ordered } from './gateway/orders.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { deviceOf, stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const tablet = { viewport: { width: 1024, height: 768 }, signedIn: true, reducedMotion: 'reduce' } as const
const storeId = String(stores[0]?.id)

type State = ReturnType<typeof withManagement>

async function openBoard(change: (state: State) => void = () => {}) {
  const state = withManagement(web.gateway)
  state.devices = [deviceOf(1)]
  state.visit.visits = [1, 2, 3].map((n) => visitOf(n * 30, { productUsed: null, late: false }))
  change(state)
  const page = await web.open(`/manage/board?storeId=${storeId}`, tablet)
  await page.getByText('실시간 연결됨').waitFor()
  const tiles = page.getByRole('region', { name: '방금 온 차량' }).getByRole('listitem')
  await tiles.first().getByText('방금', { exact: true }).or(tiles.first().getByText('분 전')).waitFor()
  return { page, tiles, ...state }
}

test('each car has one word, and arriving cars move no tile', async () => {
  const { page, tiles, visit } = await openBoard(({ visit }) => {
    const [first, second] = visit.visits
    visit.listed.blocked = String(first?.id)
    if (second !== undefined) second.memberId = crypto.randomUUID()
    visit.decisions[String(second?.id)] = { useDecision: 'notThisStore', judgedProduct: null }
  })
  await tiles.nth(0).getByText('출입 금지').waitFor()
  await tiles.nth(1).getByText('다른 매장 전용').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  const [before, place] = [await tiles.nth(0).innerText(), await tiles.nth(0).boundingBox()]
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  const arriving = visitOf(1, { memberId: visit.visits[0]?.memberId ?? null, name: '정다은', carNumber: '77가7777' })
  arriving.productUsed = { productName: '정기 세차권', remainingUses: 3 }
  visit.visits = [arriving, ...visit.visits]
  web.gateway.send(eventOf(arriving))
  const tile = tiles.filter({ hasText: '정다은' })
  await tile.getByText('사용됨').waitFor()
  expect(await tile.innerText()).toContain('3회 남음')
  expect(await tile.innerText()).toContain('가장 최근')
  expect(await tiles.nth(0).boundingBox()).toEqual(place)
  expect((await tiles.nth(0).innerText()).split('\n')[0]).toBe(before.split('\n')[0])
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.05)
})

test('a plate is corrected in place, buttons fit a finger, and doubtful reads lead to their page', async () => {
  const { page, tiles, visit } = await openBoard()
  const heights = await page
    .locator('main button')
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
  // A slow response holds up no other car, and the button pressed last opens its dialog.
  const letGo = Promise.withResolvers<void>()
  const slow = `**/admin/api/visits/${visit.visits[1]?.id}`
  await page.route(slow, async (route) => {
    await letGo.promise
    await route.continue()
  })
  const waiting = tiles.nth(1).getByRole('button', { name: '번호 정정' })
  await waiting.click()
  await eventually(() => waiting.getAttribute('aria-busy')).toBe('true')
  await tiles.nth(0).getByRole('button', { name: '번호 정정' }).click()
  await page.getByRole('dialog').getByLabel('차량번호').waitFor()
  letGo.resolve()
  await eventually(() => page.locator('main [aria-busy=true]').count()).toBe(0)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('차량번호').fill('12가3456')
  await dialog.getByLabel('사유').fill('사진에서 확인했어요.')
  await dialog.getByRole('button', { name: '정정', exact: true }).click()
  await page.getByText('번호를 정정했어요').waitFor()
  expect(visit.corrections).toHaveLength(1)
  await page.getByRole('link', { name: '확인하기' }).first().click()
  await page.waitForURL(`**/manage/reads?storeId=${storeId}`)
})

test('the light is true: a failure to load it, a recognizer that went offline, and a server that does not respond', async () => {
  const { answers } = web.gateway
  let list = answers['GET /admin/api/devices']
  const { page } = await openBoard((opened) => {
    opened.devices = [deviceOf(1, { lastSeenAt: null, online: false })]
    list = answers['GET /admin/api/devices']
    answers['GET /admin/api/devices'] = () => ({ status: 403, error: { code: 'FORBIDDEN' } })
  })
  await page.getByText('인식기 상태를 불러오지 못했어요').waitFor()
  // While it is tried again the failure stays, and so does the focus.
  const letGo = Promise.withResolvers<void>()
  await page.route('**/admin/api/devices*', async (route) => {
    await letGo.promise
    await route.continue()
  })
  const retry = page.getByRole('button', { name: '다시 시도' })
  await retry.click()
  await eventually(() => retry.getAttribute('aria-busy')).toBe('true')
  expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true)
  letGo.resolve()
  await eventually(() => retry.getAttribute('aria-busy')).toBe(null)
  answers['GET /admin/api/devices'] = list ?? expect.fail()
  await retry.click()
  await page.getByText('인식기 1대 끊김').waitFor()
  await page.getByText('1번 출입구 · 연결된 적 없음').waitFor()
  const spoken = page.getByRole('status').filter({ hasText: ':' })
  // The minute of the cars changes without being read aloud.
  expect([await page.getByText(/^\d\d:\d\d 기준$/).count(), await spoken.count()]).toEqual([1, 0])
  await page.clock.install()
  await page.route('**/admin/api/**', (route) => route.abort())
  await page.clock.fastForward(120_000)
  await spoken.filter({ hasText: '뒤에 온 차량은 보이지 않아요.' }).waitFor()
  await page.getByText('인식기 상태를 알 수 없음').waitFor()
})

test('the age of the cars is by the clock of the server, not by that of the tablet', async () => {
  const ahead = 7_260
  const state = withManagement(web.gateway)
  state.devices = [deviceOf(1)]
  state.visit.visits = [visitOf(30)]
  const clockAt = (at: number) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Seoul', hour: '2-digit', minute: '2-digit' })
  const from = Date.now()
  const page = await web.open(`/manage/board?storeId=${storeId}`, {
    ...tablet,
    prepare: async (opened) => {
      await opened.clock.install({ time: from + ahead * 1_000 })
      await opened.addInitScript((seconds) => localStorage.setItem('clockOffset', String(-seconds)), ahead)
    },
  })
  const shown = await page.getByText(/^\d\d:\d\d 기준$/).innerText()
  expect([clockAt(from), clockAt(Date.now())]).toContain(shown.slice(0, 5))
})

test('a new car has its tone only if the sound is on, without a warning of the browser', async () => {
  const { page, visit } = await openBoard()
  const warnings: string[] = []
  page.on('console', (message) => message.type() !== 'log' && warnings.push(message.text()))
  await page.evaluate(() => {
    const started: number[] = []
    Object.assign(window, { started })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...when) {
      started.push(this.frequency.value)
      return start.apply(this, when)
    }
  })
  // By the frequencies of the tones.
  const tones = () => page.evaluate(() => (window as unknown as { started: number[] }).started)
  const arrive = async (name: string) => {
    const arriving = visitOf(0, { id: crypto.randomUUID(), name, memberId: null, productUsed: null })
    visit.visits = [arriving, ...visit.visits]
    web.gateway.send(eventOf(arriving))
    await page.getByText(name).waitFor()
  }
  await arrive('첫째')
  expect(await tones()).toEqual([])
  const sound = page.getByRole('button', { name: '소리' })
  await sound.click()
  await eventually(() => sound.getAttribute('aria-pressed')).toBe('true')
  await eventually(tones).toEqual([880])
  await arrive('둘째')
  await eventually(tones).toEqual([880, 587])
  // Two that arrive together while a dialog is open: each has its tone; when it closes, each is announced once, the blocked one first.
  await page.evaluate(() => {
    const spoken: string[] = []
    Object.assign(window, { spoken })
    const region = document.querySelector('p[role=status][aria-live=polite]') as HTMLElement
    new MutationObserver(() => spoken.push(region.textContent.trim())).observe(region, {
      ...{ childList: true, characterData: true, subtree: true },
    })
  })
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  const blocks = async () => (await spoken()).filter((sentence) => sentence.includes('출입 금지'))
  await page.getByRole('button', { name: '방문 직접 기록' }).click()
  await page.getByRole('dialog').waitFor()
  const guest = { memberId: null, productUsed: null }
  const [blocked, other] = ['99나9999', '88나8888'].map((carNumber) =>
    visitOf(0, { ...guest, id: crypto.randomUUID(), carNumber }),
  )
  if (blocked === undefined || other === undefined) expect.fail()
  visit.listed.blocked = blocked.id
  visit.visits = [other, blocked, ...visit.visits]
  web.gateway.send(eventOf(other))
  await eventually(tones).toEqual([880, 587, 294, 220, 587])
  expect(await blocks()).toEqual([])
  await page.keyboard.press('Escape')
  await eventually(async () => (await blocks()).length).toBe(1)
  const last = visitOf(0, { ...guest, id: crypto.randomUUID(), carNumber: '77다7777' })
  visit.listed.blocked = last.id
  visit.visits = [last, ...visit.visits]
  web.gateway.send(eventOf(last))
  await eventually(blocks).toEqual([
    expect.stringMatching(/^99나9999, 출입 금지\. .*88나8888, 미등록$/),
    '77다7777, 출입 금지',
  ])
  expect(warnings).toEqual([])
  await expectAccessible(page)
})

test('a product is sold for the store of the car, used by hand and taken back', async () => {
  const { page, tiles, visit, order, counter } = await openBoard(({ visit, order, product }) => {
    const [car] = visit.visits
    const memberId = String(car?.memberId)
    product.products = ordered
    order.held = order.held.slice(0, 1).map((held) => ({ ...held, memberId, state: 'Available', remainingUses: 7 }))
  })
  const [car] = visit.visits
  const { id: visitId = '', carNumber = '', memberId } = car ?? expect.fail()
  const tile = tiles.filter({ has: page.getByRole('button', { name: `${carNumber} 번호 정정` }) })
  const use = { ...(order.uses[0] ?? expect.fail()), memberId: String(memberId), visitId, reversedAt: null }
  const used: unknown[] = []
  web.gateway.answers['POST /admin/api/useLogs'] = (body) => {
    used.push(body)
    order.uses = [use]
    visit.visits = visit.visits.map((each) =>
      each.id === visitId ? { ...each, productUsed: { productName: use.productName, remainingUses: 6 } } : each,
    )
    return { result: use }
  }
  const dialog = page.getByRole('dialog')

  await tile.getByRole('button', { name: `${carNumber} 현장 판매` }).click()
  await dialog.getByLabel('상품').selectOption({ index: 1 })
  // The car leaves the board while its sale is open.
  const before = visit.visits
  visit.visits = before.filter(({ id }) => id !== visitId)
  web.gateway.send(eventOf(before.find(({ id }) => id === visitId) ?? expect.fail()))
  await eventually(() => page.getByRole('button', { name: `${carNumber} 현장 판매` }).count()).toBe(0)
  await dialog.getByRole('button', { name: '받고 판매' }).click()
  await page.getByText('상품을 판매했어요').waitFor()
  visit.visits = before
  web.gateway.send(eventOf(before.find(({ id }) => id === visitId) ?? expect.fail()))
  expect(counter.sold.map(({ body }) => [body['memberId'], body['storeId']])).toEqual([[memberId, storeId]])

  await tile.getByRole('button', { name: '직접 사용' }).click()
  await dialog.getByLabel('사유').fill('번호판이 가려짐')
  await dialog.getByRole('button', { name: '사용', exact: true }).click()
  await tile.getByText('6회 남음').waitFor()
  expect(used).toEqual([{ visitId, userProductId: order.held[0]?.id, reason: '번호판이 가려짐' }])

  await tile.getByRole('button', { name: '이용 되돌리기' }).click()
  await dialog.getByLabel('사유').fill('다른 차량이었어요')
  await dialog.getByRole('button', { name: '되돌리기' }).click()
  await page.getByText('이용을 되돌렸어요').waitFor()
  await eventually(() => order.uses.map(({ reversedAt }) => reversedAt !== null)).toEqual([true])
})

test('on a phone the latest car is named above the tiles, and leads to its tile', async () => {
  const { page, tiles, visit } = await openBoard()
  await page.setViewportSize({ width: 360, height: 640 })
  const arriving = visitOf(0, { id: crypto.randomUUID(), carNumber: '77가7777', name: '방금손님', memberId: null })
  visit.visits = [arriving, ...visit.visits]
  web.gateway.send(eventOf(arriving))
  const latest = page.getByRole('button', { name: '가장 최근 77가7777' })
  const tile = tiles.filter({ hasText: '방금손님' })
  await tile.waitFor()
  expect(await tile.evaluate((element) => element.getBoundingClientRect().top > innerHeight)).toBe(true)
  await latest.click()
  await eventually(() => tile.evaluate((element) => element === document.activeElement)).toBe(true)
  const [bar, shown] = [await latest.boundingBox(), await tile.boundingBox()]
  expect(shown?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0))
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThan(640)
})

test.each([
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
])('in full screen a tablet of $width × $height shows eight cars without scrolling, and no frame', async (viewport) => {
  const { page, tiles } = await openBoard(({ visit }) => {
    const names = ['서울바다자동차서비스주식회사', '김서연']
    visit.visits = Array.from({ length: 8 }, (_, n) =>
      visitOf(n + 1, { productUsed: null, late: false, memberId: crypto.randomUUID(), name: names[n % 2] ?? '' }),
    )
  })
  await page.setViewportSize(viewport)
  await page.getByRole('button', { name: '전체 화면' }).click()
  await eventually(() => page.getByRole('navigation').count()).toBe(0)
  const last = await page.locator('main section').first().boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
  expect(await tiles.count()).toBe(8)
  expect(await violationsOf(page)).toEqual(noViolations)
})
