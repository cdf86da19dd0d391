import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, openFilters, violationsOf, wide, withConsole } from './browser.ts'
import { reviewedRead } from './gateway/reads.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openReads(path = '/manage/reads', change = (_: ReturnType<typeof withManagement>['read']) => {}) {
  const { read: state } = withManagement(web.gateway)
  change(state)
  const page = await web.open(path, wide)
  await page.getByText('실시간 연결됨').waitFor()
  await page.getByRole('heading', { level: 1, name: '확인할 번호' }).waitFor()
  const card = page.getByRole('region', { name: '지금 확인하는 번호' })
  return { page, state, card, list: page.getByRole('list', { name: '확인할 번호 목록' }).getByRole('listitem') }
}

/** Waits until the card shows a plate as read. */
const shows = (page: Page, carNumber: string) =>
  page.getByRole('heading', { level: 2, name: carNumber, exact: false }).waitFor()

test('twenty reads are decided with one key each', async () => {
  const { page, state, list } = await openReads()
  await eventually(() => list.count()).toBe(20)
  await page.evaluate(() => {
    Object.assign(window, { pressed: 0 })
    window.addEventListener('keydown', () =>
      Object.assign(window, { pressed: Number(Reflect.get(window, 'pressed')) + 1 }),
    )
  })
  const keys = state.reads.slice(0, 20).map((_, at) => ['Enter', '2', 'd'][at % 3] ?? '')
  const expected = state.reads.slice(0, 20).map(({ readId, carNumber, candidates, nearestMembers }, at) => {
    const [member, candidate] = [nearestMembers[0]?.carNumber, candidates[0]?.carNumber]
    const choices = carNumber.includes('A') ? [member, candidate] : [carNumber, member, candidate]
    return [readId, at % 3 === 2 ? null : choices[at % 3]]
  })
  for (const key of keys) await page.keyboard.press(key)
  await page.getByText('확인할 번호가 없어요').waitFor()
  const byId = (decisions: unknown[][]) => decisions.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  expect(byId(state.decisions)).toEqual(byId(expected))
  expect(await page.evaluate(() => Reflect.get(window, 'pressed'))).toBe(20)
  expect(web.logOf(page).filter((line) => /^(error|pageerror)/.test(line))).toEqual([])
})

test('the count of visits that wait for a check follows a decision, and a correction', async () => {
  const { read, visit } = withManagement(web.gateway)
  const [first, second] = visit.visits
  for (const one of [first, second]) visit.doubtful.add(one?.id ?? '')
  const page = await web.open('/manage/visits', wide)
  const waiting = (count: number) =>
    page.getByRole('link', { name: new RegExp(`^번호 확인 대기\\s*${count}$`) }).waitFor()
  const menu = page.getByRole('navigation', { name: '주 메뉴' })
  await waiting(2)
  await menu.getByRole('link', { name: /^확인할 번호/ }).click()
  await shows(page, '12가1001')
  visit.doubtful.delete(first?.id ?? '')
  await page.keyboard.press('Enter')
  await shows(page, '12가1002')
  await eventually(() => read.decisions.length).toBe(1)
  await menu.getByRole('link', { name: /^방문/ }).click()
  await waiting(1)
  await page.locator(`a[data-row="${second?.id}"]`).click()
  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('차량번호', { exact: true }).fill('128가4568')
  await dialog.getByLabel('사유').fill('사진에서 8로 보여요')
  visit.doubtful.clear()
  await dialog.getByRole('button', { name: '정정', exact: true }).click()
  await page.getByText('번호를 정정했어요.').waitFor()
  await menu.getByRole('link', { name: /^방문/ }).click()
  await waiting(0)
})

test('a read shows its picture large, what was read, and members’ plates; the arrows move', async () => {
  const { page, card, state } = await openReads()
  await shows(page, '12가1001')
  expect(await card.innerText()).toMatch(
    /12가1001[\s\S]*신뢰도 낮음[\s\S]*1 \/ 20[\s\S]*신뢰도 74%[\s\S]*강남점 2번 출입구/,
  )
  const picture = await page.getByRole('img', { name: '12가1001로 읽은 사진' }).boundingBox()
  expect(picture?.width).toBeGreaterThan(400)
  const choices = card.getByRole('list', { name: '맞는 번호 고르기' }).getByRole('listitem')
  expect(await choices.allInnerTexts()).toEqual([
    expect.stringMatching(/^1[\s\S]*읽은 그대로$/),
    expect.stringMatching(/^2[\s\S]*김민지 회원$/),
    expect.stringMatching(/^3[\s\S]*카메라의 다른 후보$/),
  ])
  await page.keyboard.press('ArrowRight')
  await shows(page, '12가1002')
  await card.getByText('사진이 없어요').waitFor()
  await page.keyboard.press('ArrowLeft')
  await shows(page, '12가1001')
  await choices.nth(1).getByRole('button').click()
  await page.getByText('12거1001 번호로 확인했어요', { exact: false }).first().waitFor()
  await shows(page, '12가1002')
  expect(await card.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(state.decisions).toEqual([[reviewedRead(1).readId, '12거1001']])
  const visit = page.getByRole('main').getByRole('link', { name: '방문 보기' })
  expect(await visit.getAttribute('href')).toMatch(/^\/manage\/visits\/[\da-f-]{36}$/)
  await expectAccessible(page)
})

test('keys in a field belong to the field, and a typed plate is checked', async () => {
  const { page, card, state } = await openReads()
  await shows(page, '12가1001')
  const field = card.getByLabel('차량번호', { exact: true })
  await field.pressSequentially('d1')
  await field.press('ArrowRight')
  await field.press('Enter')
  await card
    .getByText(/번호판|차량번호/)
    .first()
    .waitFor()
  expect(state.decisions).toEqual([])
  await eventually(() => field.getAttribute('aria-invalid')).toBe('true')
  await field.fill('34 나 5678')
  await field.press('Enter')
  await shows(page, '12가1002')
  await eventually(() => state.decisions).toEqual([[reviewedRead(1).readId, '34 나 5678'.replaceAll(' ', '')]])
  expect(await field.inputValue()).toBe('')
})

test('a refused decision brings the read back with the server’s reason', async () => {
  const { page, list } = await openReads()
  await shows(page, '12가1001')
  web.gateway.answers['POST /admin/api/recognition/reads/{id}/dismiss'] = () => ({
    status: 409,
    error: {
      code: 'READ_REVIEWED',
      message: '',
      details: [{ path: 'reviewState', message: '이미 12가1001로 확인했어요.' }],
    },
  })
  await page.keyboard.press('d')
  await page.getByText('이미 12가1001로 확인했어요.', { exact: false }).first().waitFor()
  await eventually(() => list.count()).toBe(20)
})

test('filters choose the store, device and state, and decided reads link to their visit', async () => {
  const { page, state, card } = await openReads()
  await page.getByLabel('매장').selectOption('강남점')
  await openFilters(page)
  await page.getByLabel('장치').selectOption('1번 출입구')
  await page.getByLabel('상태').selectOption('확인함')
  await eventually(() => state.queries.at(-1)).toMatch(/storeId=.*deviceId=.*reviewState=accepted|reviewState=accepted/)
  await shows(page, '12A1090')
  expect(await card.getByRole('link', { name: '방문 보기' }).count()).toBe(1)
  expect(await card.getByRole('button', { name: '제외 (D)' }).count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('d')
  expect(state.decisions).toEqual([])
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByLabel('상태').selectOption('제외함')
  await page.getByRole('button', { name: '필터 지우기' }).waitFor()
})

test('an empty queue says so, and the search finds the page', async () => {
  const { page } = await openReads('/manage/reads', (state) => state.reads.splice(0))
  await page.getByText('확인할 번호가 없어요').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${web.gateway.origin}/manage`)
  await page.getByText('실시간 연결됨').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('확인할')
  await page.getByRole('option', { name: /확인할 번호/ }).click()
  await page.getByRole('heading', { level: 1, name: '확인할 번호' }).waitFor()
})
