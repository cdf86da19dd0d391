import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, exportList, exportMasks, noViolations, openFilters, violationsOf, withConsole } from './browser.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 } }

async function openVisits(path = '/manage/visits', pastCorrections = {}) {
  const { visit: state } = withManagement(web.gateway)
  Object.assign(state, { pastCorrections })
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByText('실시간 연결됨').waitFor()
  await rowsOf(page).first().waitFor()
  await page.waitForLoadState('networkidle') // data fetched before the socket opened is fetched again
  return { page, state }
}
const rowsOf = (page: Page) => page.locator('tbody tr:not([aria-hidden])')
const topsOf = (rows: Element[]) => rows.map((row) => row.getBoundingClientRect().top)
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })

test('visits are in a table, its pages have addresses, and back restores the view', async () => {
  const { page, state } = await openVisits()
  expect(await rowsOf(page).count()).toBe(20)
  expect(await page.getByText('1–20 / 43').isVisible()).toBe(true)
  expect(await rowsOf(page).nth(2).innerText()).toMatch(
    /이도윤\s+15회\s+강남점\s+4회\s+정기 세차권\s+3회 남음\s+늦은 기록/,
  )
  expect(await rowsOf(page).nth(2).getByRole('img', { name: '차량 번호 서울 12바 3456' }).isVisible()).toBe(true)
  expect(state.queries[0]).toBe('page=0')

  await page.getByRole('link', { name: '다음' }).click()
  await page.waitForURL('**/manage/visits?page=1')
  await page.locator('main').getByText('21–40 / 43').waitFor()
  const asked = state.queries.length
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
  await page.goBack()
  await page.locator('main').getByText('21–40 / 43').waitFor()
  expect(state.queries.length).toBe(asked)
})

test('the landing page links here and has loaded no code of it', async () => {
  withManagement(web.gateway)
  const page = await web.open('/', { signedIn: true })
  await page.getByRole('button', { name: '연결하기' }).waitFor()
  const files: string[] = []
  page.on('response', (response) => files.push(response.url()))
  expect(await page.getByRole('button').count()).toBe(1)
  await page.getByRole('link', { name: '관리 화면' }).click()
  await page.waitForURL('**/manage')
  await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor()
  expect(files.some((file) => /\/management-[^/]+\.js$/.test(file))).toBe(true)
})

test('a new visit waits behind a button; a change of a visible row is shown immediately', async () => {
  const { page, state } = await openVisits()
  const top = await rowsOf(page).first().innerText()
  const arrived = [visitOf(0, { id: crypto.randomUUID(), name: '새손님' }), visitOf(0, { id: crypto.randomUUID() })]
  const [third] = state.visits.slice(2)
  web.gateway.send(...arrived.map((visit) => eventOf(visit)))
  if (third) web.gateway.send(eventOf({ ...third, name: '이도윤', reads: 9, productUsed: null }))
  await eventually(() => rowsOf(page).nth(2).innerText()).toMatch(/9회/)
  const more = page.getByRole('button', { name: '새 방문 2건 보기' })
  await more.waitFor()
  expect(await rowsOf(page).first().innerText()).toBe(top)
  // the first is announced immediately, and the number of both a minute later
  expect((await page.getByRole('status').allTextContents()).join()).toMatch(/새 방문이 [12]건 있어요/)

  state.visits = [...arrived, ...state.visits]
  await more.click()
  await rowOf(page, '새손님').waitFor()
  expect(await more.count()).toBe(0)
  expect(await rowsOf(page).count()).toBe(20)
})

test('a merged visit is marked, and the surviving one updated', async () => {
  const { page, state } = await openVisits()
  const [first, second] = state.visits
  if (!first || !second) throw new Error('There are no visits.')
  web.gateway.send(eventOf({ ...first, mergedInto: second.id }), eventOf({ ...second, reads: 77 }))
  await eventually(() => rowsOf(page).first().innerText()).toMatch(/합쳐짐/)
  await eventually(() => rowsOf(page).nth(1).innerText()).toMatch(/77회/)
})

test('visits of another store, of another page and of a test do not wait', async () => {
  const { page, state } = await openVisits(`/manage/visits?storeId=${stores[0]?.id}`)
  const elsewhere = visitOf(0, { id: crypto.randomUUID(), storeId: String(stores[1]?.id) })
  const [old] = state.visits.slice(40)
  web.gateway.send(eventOf(elsewhere), eventOf(visitOf(0, { id: crypto.randomUUID() }), { test: true }))
  if (old) web.gateway.send(eventOf({ ...old, reads: 30 }))
  web.gateway.send(eventOf(visitOf(0, { id: crypto.randomUUID() })))
  await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
})

test('after lost events the page is fetched beside the list: rows are updated in place, and new ones wait', async () => {
  const { page, state } = await openVisits()
  const asked = state.queries.length
  const [top, tops] = [await rowsOf(page).first().innerText(), await rowsOf(page).evaluateAll(topsOf)]
  const missed = [visitOf(0, { id: crypto.randomUUID(), name: '놓친손님' }), visitOf(0, { id: crypto.randomUUID() })]
  state.visits = [...missed, ...state.visits.map((visit, n) => (n === 2 ? { ...visit, reads: 9 } : visit))]
  web.gateway.send({ type: 'gap', from: 1, to: 90 })
  await page.getByRole('button', { name: '새 방문 2건 보기' }).waitFor()
  expect(state.queries.length).toBe(asked + 1)
  await eventually(() => rowsOf(page).nth(2).innerText()).toMatch(/9회/)
  expect(await rowsOf(page).first().innerText()).toBe(top)
  expect(await rowsOf(page).evaluateAll(topsOf)).toEqual(tops)

  const [heard, late] = [missed[0], visitOf(0, { id: crypto.randomUUID() })]
  if (heard) web.gateway.send(eventOf(heard), eventOf(late))
  const more = page.getByRole('button', { name: '새 방문 3건 보기' })
  await more.waitFor()
  expect(await rowOf(page, '놓친손님').count()).toBe(0)
  await more.click()
  await rowOf(page, '놓친손님').waitFor()
  await eventually(() => page.getByRole('button', { name: /새 방문/ }).count()).toBe(0)
})

test('on a later page lost visits wait too, and lead to the first page', async () => {
  const { page, state } = await openVisits('/manage/visits?page=1')
  const top = await rowsOf(page).first().innerText()
  state.visits = [visitOf(0, { id: crypto.randomUUID(), name: '놓친손님' }), ...state.visits]
  web.gateway.send({ type: 'gap', from: 1, to: 90 })
  const more = page.getByRole('button', { name: '새 방문 1건 보기' })
  await more.waitFor()
  expect(await rowsOf(page).first().innerText()).toBe(top)
  await more.click()
  await rowOf(page, '놓친손님').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('with a filter that events cannot match, a new visit may belong to the list', async () => {
  const { page, state } = await openVisits('/manage/visits?kind=guest')
  const top = await rowsOf(page).first().innerText()
  const arrived = visitOf(0, { id: crypto.randomUUID(), memberId: null, name: '방문객', carNumber: '90나1234' })
  state.visits = [arrived, ...state.visits]
  web.gateway.send(eventOf(arrived))
  const reload = page.getByRole('button', { name: '새로 보기' })
  await reload.waitFor()
  expect((await page.getByRole('status').allTextContents()).join()).toContain('새 방문이 있을 수 있어요')
  expect(await rowsOf(page).first().innerText()).toBe(top)
  await reload.click()
  await page.locator('main').getByText('1–12 / 12').waitFor()
  expect(await reload.count()).toBe(0)

  await page.getByLabel('회원').fill('홍길동')
  await page.getByLabel('회원').press('Enter')
  await page.waitForURL(/member=/)
  web.gateway.send(eventOf(visitOf(0, { id: crypto.randomUUID(), name: '홍길동' })))
  await reload.waitFor()
})

test('a recovered connection resumes, or fetches again if it cannot', async () => {
  const { page, state } = await openVisits()
  const asked = state.queries.length
  web.gateway.drop()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await eventually(() => state.queries.length).toBe(asked + 1)
  const event = eventOf(visitOf(0, { id: crypto.randomUUID() }))
  web.gateway.send(event)
  await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
  web.gateway.drop()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await eventually(() => web.gateway.handshakes.at(-1)?.path).toBe(`/admin/api/live?after=${event.sequence}`)
  expect(state.queries.length).toBe(asked + 1)
})

test('five events a second move nothing', async () => {
  const { page } = await openVisits()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift' })
  })
  const tops = await rowsOf(page).evaluateAll(topsOf)
  for (let sent = 0; sent < 30; sent += 1) {
    web.gateway.send(eventOf(visitOf(0, { id: crypto.randomUUID() })))
    if (sent % 3 === 0)
      web.gateway.send(eventOf(visitOf(1 + (sent % 12), { reads: sent, name: '긴이름'.repeat(sent) })))
    await page.waitForTimeout(200)
  }
  await page.getByRole('button', { name: /새 방문 (2|3)\d건 보기/ }).waitFor()
  // A number that gets one digit longer in its cell counts as a shift of less than 0.00001.
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
  expect(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(3)).toBe('0.000')
  expect(await rowsOf(page).evaluateAll(topsOf)).toEqual(tops)
})

test('fifty events a second leave the page idle for more than half of the time', async () => {
  const { page } = await openVisits()
  await page.evaluate(() => document.fonts.ready)
  const tops = await rowsOf(page).evaluateAll(topsOf)
  const devtools = await page.context().newCDPSession(page)
  // CPU time, so that other processes do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metrics = async () => {
    const { metrics: all } = await devtools.send('Performance.getMetrics')
    return new Map(all.map(({ name, value }) => [name, value]))
  }
  await watchFrames(page)
  const [before, begun] = [await metrics(), performance.now()]
  for (let sent = 0; sent < 150; sent += 1) {
    const isNew = sent % 2 === 0
    const visit = isNew ? visitOf(0, { id: crypto.randomUUID() }) : visitOf(1 + (sent % 20), { reads: sent })
    web.gateway.send(eventOf(visit))
    await new Promise((done) => setTimeout(done, Math.max(0, begun + (sent + 1) * 20 - performance.now())))
  }
  await page.getByRole('button', { name: /새 방문 \d+건 보기/ }).waitFor()
  const [after, seconds] = [await metrics(), (performance.now() - begun) / 1_000]
  const busy = Number(after.get('TaskDuration')) - Number(before.get('TaskDuration'))
  const { frames, longest } = await framesOf(page)
  console.info(
    `150 events in ${seconds.toFixed(1)} s: ${(frames / seconds).toFixed(0)} frames a second, the longest task ${longest} ms, busy ${((100 * busy) / seconds).toFixed(0)} %`,
  )
  expect(busy).toBeGreaterThan(0)
  expect(busy / seconds).toBeLessThan(0.5)
  expect(await rowsOf(page).evaluateAll(topsOf)).toEqual(tops)
  expect(await rowsOf(page).count()).toBe(20)
})

/** Counts frames from now on, and measures the longest task of at least 50 ms. */
const watchFrames = (page: Page) =>
  page.evaluate(() => {
    const seen = { frames: 0, longest: 0 }
    Object.assign(window, { seen })
    const count = () => {
      seen.frames += 1
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
    }).observe({ type: 'longtask' })
  })
const framesOf = (page: Page): Promise<{ frames: number; longest: number }> =>
  page.evaluate(() => Reflect.get(window, 'seen'))

test('a list is filtered and exported by the parameters of its address', async () => {
  const { page, state } = await openVisits('/manage/visits?from=2026-11-01')
  await page.getByLabel('차량번호').fill('4568')
  await page.getByLabel('차량번호').press('Enter')
  await page.locator('main').getByText('1–5 / 5').waitFor()
  await page.getByLabel('회원').fill('홍길동')
  await page.getByLabel('회원').press('Enter')
  await eventually(() => state.queries.at(-1)).toMatch(/carNumber=4568.*member=/)
  const asked = new URLSearchParams(state.queries.at(-1))
  const download = page.waitForEvent('download')
  await exportList(page)
  expect((await download).suggestedFilename()).toMatch(/^방문-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(lines.slice(1, -1)).toEqual(
    state.visits.filter(({ name }) => name === '홍길동').map((visit) => visit.carNumber),
  )
  asked.delete('page')
  expect(state.queries.at(-1)).toBe(`${asked}&${exportMasks}`)
  await page.getByLabel('회원').fill('')
  await eventually(() => page.url()).not.toMatch(/member=/)
  const [same, other] = ['90나4568', '90나4569'].map((carNumber) => visitOf(0, { id: crypto.randomUUID(), carNumber }))
  if (same && other) web.gateway.send(eventOf(other), eventOf(same))
  await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
})

test('members and guests are distinguished, and an earlier correction of a reading is proposed, not applied', async () => {
  const past = { carNumber: '128가4563', correctedAt: '2026-11-20T05:32:00.000Z', times: 2 }
  const { page, state } = await openVisits('/manage/visits', { '123가4568': past })
  await openFilters(page)
  const kind = page.getByLabel('구분')
  await kind.selectOption('미등록 차량')
  await page.waitForURL('**/manage/visits?kind=guest')
  await page.locator('main').getByText('1–11 / 11').waitFor()
  expect(state.queries.at(-1)).toContain('kind=guest')
  await page.reload()
  await openFilters(page)
  await eventually(() => kind.inputValue()).toBe('guest')
  await kind.selectOption('회원')
  await page.locator('main').getByText('1–20 / 32').waitFor()

  const decision = page.getByLabel('상품 사용')
  await decision.selectOption('이용권 없음')
  await page.waitForURL('**/manage/visits?kind=member&useDecision=noProduct')
  await eventually(() => state.queries.at(-1)).toContain('useDecision=noProduct')
  await decision.selectOption('')
  await page.waitForURL('**/manage/visits?kind=member')

  const proposed = page.getByRole('button', { name: '정정 제안 128가4563' })
  expect(await proposed.count()).toBe(3)
  expect(await violationsOf(page)).toEqual(noViolations)
  await proposed.first().press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('차량번호').inputValue()).toBe('128가4563')
  await dialog.getByText('이 장치에서 전에 128가4563으로 고친 번호판이에요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(state.corrections).toEqual([])
  await dialog.getByLabel('사유').fill('사진에서 8로 보여요')
  await dialog.getByRole('button', { name: '정정', exact: true }).click()
  await eventually(() => proposed.count()).toBe(2)
  expect(state.corrections).toMatchObject([{ body: { carNumber: '128가4563' }, ifMatch: '"1"' }])
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)

  await rowsOf(page).filter({ has: proposed }).first().getByRole('link').click()
  await page
    .getByText('이 장치에서 전에 128가4563으로 고친 번호판이에요. 마지막 정정 · 11월 20일 14:32 · 2회')
    .waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '128가4563으로 정정' }).click()
  expect(await dialog.getByLabel('차량번호').inputValue()).toBe('128가4563')
  await page.keyboard.press('Escape')
  expect(state.corrections).toHaveLength(1)
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})

test('a manual visit is validated, recorded once, and shown in the list', async () => {
  const { page, state } = await openVisits()
  await page.getByRole('button', { name: '방문 직접 기록' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: '기록', exact: true })
  await send.click()
  for (const fault of ['매장을 선택해 주세요.', '차량번호를 입력해 주세요.', '사유를 입력해 주세요.']) {
    await dialog.getByText(fault).waitFor()
  }
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  await dialog.getByLabel('매장').selectOption('분당점')
  const plate = dialog.getByLabel('차량번호')
  await plate.fill('12고345')
  await dialog.getByLabel('사유').fill('카메라 점검 중')
  await send.click()
  await dialog.getByText('차량 번호 형식이 맞지 않아요.').waitFor()
  await plate.fill('12고 3456')
  await dialog.getByRole('img', { name: '차량 번호 12고 3456' }).waitFor()

  const answer = web.gateway.answers['POST /admin/api/visits']
  web.gateway.answers['POST /admin/api/visits'] = (...request) => {
    void answer?.(...request)
    state.visits = state.visits.slice(1)
    return { status: 503, error: { code: 'UNAVAILABLE', message: '잠시 뒤 다시 시도해 주세요.' } }
  }
  await send.click()
  await dialog.getByText('잠시 뒤 다시 시도해 주세요.').waitFor()
  if (answer) web.gateway.answers['POST /admin/api/visits'] = answer
  await send.click()
  await rowOf(page, '직접기록손님').waitFor()
  expect(state.noted.map(({ body }) => body)).toEqual(
    Array(2).fill({ storeId: stores[1]?.id, carNumber: '12고 3456', reason: '카메라 점검 중' }),
  )
  expect(new Set(state.noted.map(({ key }) => key)).size).toBe(1)
  await page.getByRole('button', { name: '방문 보기' }).click()
  await page.getByRole('heading', { level: 1, name: '12고 3456' }).waitFor()
})

test('the store filter is in the address, and a failure shows its request id and can be retried', async () => {
  const { page, state } = await openVisits()
  const answer = web.gateway.answers['GET /admin/api/visits']
  web.gateway.answers['GET /admin/api/visits'] = () => ({
    status: 503,
    error: { code: 'UNAVAILABLE', message: '잠시 연결이 어려워요. 곧 다시 시도해 주세요.' },
  })
  await page.getByLabel('매장').selectOption('분당점')
  await page.waitForURL(`**/manage/visits?storeId=${stores[1]?.id}`)
  const failure = page.getByRole('alert')
  expect(await failure.innerText()).toMatch(
    /목록을 불러오지 못했어요[\s\S]*곧 다시 시도해 주세요[\s\S]*요청 ID\s+request-\d+/,
  )
  if (answer) web.gateway.answers['GET /admin/api/visits'] = answer
  await failure.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  expect(state.queries.at(-1)).toContain(`storeId=${stores[1]?.id}`)
  await page.getByRole('button', { name: '모든 매장 보기' }).click()
  await page.locator('main').getByText('1–20 / 43').waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('an ended session leads to /login and back to the same view', async () => {
  const { page } = await openVisits('/manage/visits?page=1')
  web.gateway.answers['GET /admin/api/devices'] = () => ({ status: 401 })
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.waitForURL(`${web.gateway.origin}/login?redirect=%2Fmanage%2Fdevices`)
})

// ASVS 7.4.4, 14.3.1
test('signing out ends the session and leaves', async () => {
  const { page } = await openVisits()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL(`${web.gateway.origin}/login`)
  await eventually(() => web.gateway.calls).toContain('POST /admin/api/logout')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})
