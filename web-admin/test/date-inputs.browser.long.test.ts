import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, openFilters, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

/* Inputs for days and times in a browser that is not Korean: its own would show mm/dd/yyyy and AM in a Korean console, and the calendar is the console's in every browser. */

const web = withConsole()

async function opened(path: string) {
  const state = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, locale: 'en-US', timezoneId: 'America/Los_Angeles' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}

/** The filters of the addresses to which the page navigates from now on, one for each navigation. */
async function navigations(page: Page) {
  await page.evaluate(() => {
    const visited: string[] = []
    Object.assign(window, { visited })
    for (const method of ['pushState', 'replaceState'] as const) {
      const before = history[method].bind(history)
      history[method] = (state, title, address) => {
        visited.push(new URL(String(address), location.href).search)
        before(state, title, address)
      }
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'visited'))
}

test('a day of a filter is typed in the form of the console, or chosen in the calendar', async () => {
  const { page } = await opened('/manage/orders')
  const search = () => new URL(page.url()).search
  await openFilters(page)
  const [from, to] = [page.getByLabel('시작일'), page.getByLabel('종료일')]
  const visited = await navigations(page)
  const year = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul', year: 'numeric' }).format(Date.now())
  await from.pressSequentially('11.27')
  expect(await visited()).toEqual([])
  await from.press('Enter')
  await eventually(visited).toEqual([`?from=${year}-11-27`])
  await from.fill('20261128')
  await to.focus()
  await eventually(search).toBe('?from=2026-11-28')
  await to.pressSequentially('2026. 12. 5')
  await from.focus()
  await eventually(search).toBe('?from=2026-11-28&to=2026-12-05')
  await eventually(() => to.inputValue()).toBe('2026-12-05')
  await eventually(() => from.inputValue()).toBe('2026-11-28')

  await from.fill('2026-1')
  expect(await from.inputValue()).toBe('2026-1')
  await to.focus()
  await eventually(() => from.inputValue()).toBe('2026-11-28')
  expect(search()).toBe('?from=2026-11-28&to=2026-12-05')
  await page.getByRole('button', { name: '달력에서 고르기' }).first().click()
  await page.getByRole('button', { name: '2026년 11월 2일 월요일' }).click()
  await eventually(() => from.inputValue()).toBe('2026-11-02')
  await from.fill('')
  await from.press('Enter')
  await eventually(search).toBe('?to=2026-12-05')
  // A day by Enter is applied once, also when the input then loses the focus, and leaves the other one as it is being typed.
  await from.fill('2026-11-30')
  await from.evaluate(async (input: HTMLInputElement) => {
    input.form?.requestSubmit()
    await Promise.resolve()
    input.blur()
  })
  await to.fill('2026-12-2')
  await eventually(search).toBe('?to=2026-12-05&from=2026-11-30')
  expect(await to.inputValue()).toBe('2026-12-2')
  await to.pressSequentially('1')
  await to.press('Enter')
  await eventually(search).toBe('?to=2026-12-21&from=2026-11-30')
  expect(await visited()).toEqual([
    `?from=${year}-11-27`,
    '?from=2026-11-28',
    '?from=2026-11-28&to=2026-12-05',
    '?from=2026-11-02&to=2026-12-05',
    '?to=2026-12-05',
    '?to=2026-12-05&from=2026-11-30',
    '?to=2026-12-21&from=2026-11-30',
  ])
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the calendar is used by keys alone, marks the range, takes a whole month, and leaves the focus where it was', async () => {
  const { page } = await opened('/manage/orders?from=2026-11-10&to=2026-11-20')
  const search = () => new URL(page.url()).search
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const calendar = page.getByRole('dialog', { name: '날짜 고르기' })
  await openFilters(page)
  await page.getByLabel('시작일').press('Alt+ArrowDown')
  await eventually(focused).toBe('2026년 11월 10일 화요일')
  expect(await calendar.locator('td[data-within=true]').count()).toBe(11)
  expect(await calendar.locator('td [aria-pressed=true]').getAttribute('data-day')).toBe('10')
  expect(await violationsOf(page)).toEqual(noViolations)
  for (const [key, day] of [
    ['ArrowRight', '2026년 11월 11일 수요일'],
    ['ArrowDown', '2026년 11월 18일 수요일'],
    ['Home', '2026년 11월 15일 일요일'],
    ['PageUp', '2026년 10월 15일 목요일'],
    ['Shift+PageDown', '2027년 10월 15일 금요일'],
  ] as const) {
    await page.keyboard.press(key)
    await eventually(focused).toBe(day)
  }
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await eventually(focused).toBe('시작일')
  expect(search()).toBe('?from=2026-11-10&to=2026-11-20')

  // A day after the end of the range: the two change places.
  await page.getByRole('button', { name: '달력에서 고르기' }).first().focus()
  await page.keyboard.press('Enter')
  await eventually(focused).toBe('2026년 11월 10일 화요일')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\?from=2026-11-20&to=2026-12-10$/)
  await eventually(focused).toBe('달력에서 고르기')

  await page.getByRole('button', { name: '달력에서 고르기' }).last().click()
  await calendar.getByRole('button', { name: '이전 달' }).click()
  await calendar.getByRole('heading', { name: '2026년 11월' }).waitFor()
  await calendar.getByRole('button', { name: '이 달 전체' }).click()
  await page.waitForURL(/\?from=2026-11-01&to=2026-11-30$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: '달력에서 고르기' }).last().click()
  const box = await calendar.boundingBox()
  expect(box).toMatchObject({ x: expect.any(Number), width: 320 })
  expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + 320 <= 360 && (box?.y ?? -1) >= 0).toBe(true)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
})

test('a calendar inside a dialog closes alone, and a form takes a day without its year', async () => {
  const { page } = await opened('/manage/userProducts')
  await page.getByRole('button', { name: '상품 지급' }).click()
  const dialog = page.getByRole('dialog', { name: '상품 지급' })
  const calendar = page.getByRole('dialog', { name: '날짜 고르기' })
  await dialog.getByRole('button', { name: '달력에서 고르기' }).click()
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await dialog.getByLabel('시작 (선택)').fill('3.4')
  await dialog.getByLabel('시작 (선택)').blur()
  const year = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul', year: 'numeric' }).format(Date.now())
  await eventually(() => dialog.getByLabel('시작 (선택)').inputValue()).toBe(`${year}-03-04`)
})

test('opening hours and closed days of a store are typed as text, and an invalid time changes nothing', async () => {
  const { page, state } = await opened('/manage/stores')
  await page.getByRole('link', { name: '강남점' }).click()
  await page.getByRole('link', { name: '매장 정보' }).click()
  const closes = page.getByLabel('토요일 1번째 닫는 시각')
  await eventually(() => closes.inputValue()).toBe('02:00')
  await closes.fill('3:30')
  await closes.blur()
  await eventually(() => closes.inputValue()).toBe('03:30')
  await closes.fill('4')
  await closes.blur()
  await eventually(() => closes.inputValue()).toBe('03:30')
  await page.getByLabel('임시 휴무일').fill('2026.12.31')
  await page.getByRole('button', { name: '휴무일 추가' }).click()
  await page.getByText('2026년 12월 31일 목요일').waitFor()
  expect(await page.getByLabel('임시 휴무일').inputValue()).toBe('')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.store.writes.at(-1)).toMatchObject({
    businessHours: [{ day: 1 }, { day: 6, open: '20:00', close: '03:30' }],
    closedDates: ['2026-12-25', '2026-12-31'],
  })
})

test('the date and time of a form are typed as text, and an incomplete date is a fault', async () => {
  const { page, state } = await opened('/manage/banners/019aa000-0006-7000-8000-000000000003')
  const [day, time] = [page.getByLabel('시작', { exact: true }), page.getByLabel('시작 시각')]
  await day.fill('2026-12-01')
  await time.fill('1430')
  await page.getByText('2026년 12월 1일 14:30').waitFor()
  await day.fill('2026-12-0')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => day.getAttribute('aria-invalid')).toBe('true')
  expect([await day.inputValue(), state.banner.patches]).toEqual(['2026-12-0', []])
  await day.fill('2026-12-03')
  expect(await time.inputValue()).toBe('14:30')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.banner.patches).toMatchObject([{ banners: [{ startsAt: '2026-12-03T05:30:00.000Z' }] }])
})

test('a grant whose start is incomplete is not sent', async () => {
  const { page } = await opened('/manage/userProducts')
  await page.getByRole('button', { name: '상품 지급' }).click()
  const dialog = page.getByRole('dialog')
  const day = dialog.getByLabel('시작 (선택)')
  await day.fill('2027-01')
  await dialog.getByRole('button', { name: '지급', exact: true }).click()
  await eventually(() => day.getAttribute('aria-invalid')).toBe('true')
  expect(await violationsOf(page)).toEqual(noViolations)
})
