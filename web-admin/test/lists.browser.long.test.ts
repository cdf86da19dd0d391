import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, openFilters, violationsOf, wide, withConsole } from './browser.ts'
import { ordered } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const phone = { ...wide, viewport: { width: 360, height: 740 } }

async function openList(path: string, options: object = wide) {
  const state = withManagement(web.gateway)
  state.product.products = ordered
  const page = await web.open(path, options)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}
const searchOf = (page: Page) => new URL(page.url()).search

/** The tab stops after the page's title, by name or text. */
async function tabStops(page: Page): Promise<string[]> {
  await page.locator('h1').focus()
  const stops: string[] = []
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || !document.querySelector('main')?.contains(focused)) return null
      return focused.getAttribute('aria-label') ?? focused.textContent ?? ''
    })
    if (stop === null) break
    stops.push(stop)
  }
  return stops
}

test('the card layout has a visible sort selection, and no hidden element takes the focus', async () => {
  const { page } = await openList('/manage/members', phone)
  const order = page.getByRole('combobox', { name: '정렬' })
  await page.getByRole('row').nth(1).waitFor()
  expect(await tabStops(page)).not.toContain('이름')
  expect(await order.locator('option').allInnerTexts()).toEqual([
    '기본 순서',
    ...['이름', '이메일', '가입일'].flatMap((title) => [`${title} 오름차순`, `${title} 내림차순`]),
  ])
  await order.selectOption('이름 내림차순')
  await page.waitForURL(/\?sort=name%2Cdesc$/)
  expect(await order.inputValue()).toBe('name,desc')
  expect(await page.getByRole('columnheader', { name: '이름' }).getAttribute('aria-sort')).toBe('descending')
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await order.selectOption('기본 순서')
  await eventually(() => searchOf(page)).toBe('')

  await page.setViewportSize(wide.viewport)
  expect(await order.isVisible()).toBe(false)
  await page.getByRole('button', { name: '이름' }).click()
  await page.waitForURL(/\?sort=name%2Cdesc$/)
})

test('the menu opens a list without filters', async () => {
  const { page } = await openList('/manage/visits?kind=guest&page=1')
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '방문', exact: true }).click()
  await eventually(() => searchOf(page)).toBe('')
  await page.locator('main').getByText('1–20 / 43').waitFor()
  expect(await page.getByRole('group', { name: '걸린 필터' }).getByRole('button').count()).toBe(0)
})

test('a day is filtered by once it is typed, and typing adds no history entries', async () => {
  const { page, state } = await openList('/manage/visits')
  await page.locator('main').getByText('1–20 / 43').waitFor()
  await page.waitForLoadState('networkidle')
  const [asked, trail] = [state.visit.queries.length, await page.evaluate(() => history.length)]
  await openFilters(page)
  const from = page.getByLabel('시작일')
  for (const day of ['0202-11-01', '2026-11-1', '2026-11-01']) {
    await from.fill(day)
    expect(await from.inputValue()).toBe(day)
  }
  expect(searchOf(page)).toBe('')
  await from.press('Enter')
  await page.waitForURL(/\?from=2026-11-01$/)
  expect(await from.inputValue()).toBe('2026-11-01')
  await eventually(() => state.visit.queries.slice(asked)).toEqual(['from=2026-11-01&page=0'])
  await page.getByLabel('차량번호').fill('4568')
  await page.keyboard.press('Enter')
  await page.waitForURL(/carNumber=/)
  expect(await page.evaluate(() => history.length)).toBe(trail)

  await page.getByLabel('구분').selectOption('회원')
  await page.waitForURL(/kind=member/)
  await page.goBack()
  await eventually(() => page.getByLabel('구분').inputValue()).toBe('')
  expect(await from.inputValue()).toBe('2026-11-01')
  await from.fill('')
  await from.press('Enter')
  await eventually(() => searchOf(page)).not.toContain('from=')
})

test('the chip of the member filter has an accessible name with its action', async () => {
  const { page, state } = await openList('/manage/userProducts')
  const [member] = state.member.members
  await page.goto(`${web.gateway.origin}/manage/userProducts?memberId=${member?.id}`)
  await page.getByRole('button', { name: /(님|한 명)만 보는 중 해제$/ }).click()
  await eventually(() => searchOf(page)).toBe('')
})

test('breadcrumbs that are too long are cut with an ellipsis', async () => {
  const { page, state } = await openList('/manage/stores', phone)
  const [store] = state.store.stores
  if (store) store.name = '서울특별시 강남구 테헤란로 한복판 자동차 손세차 종합 서비스 센터'
  await page.goto(`${web.gateway.origin}/manage/stores/${store?.id}`)
  await page.getByRole('heading', { level: 1, name: store?.name ?? '' }).waitFor()
  const crumbs = page.getByRole('navigation', { name: '현재 위치' })
  const cut = await crumbs.locator('a, [aria-current]').evaluateAll((parts) =>
    parts.map((part) => {
      const { textOverflow, display } = getComputedStyle(part)
      // Text directly in a grid is in an anonymous box, where an ellipsis does not apply.
      return {
        ellipsis: textOverflow === 'ellipsis' && !display.includes('grid'),
        isCut: part.scrollWidth > part.clientWidth,
      }
    }),
  )
  expect(cut.map(({ ellipsis }) => ellipsis)).toEqual([true, true])
  // The link to the list is short and stays complete.
  expect(cut.map(({ isCut }) => isCut)).toEqual([false, true])
  // With enough room the breadcrumbs are in one line.
  await page.setViewportSize({ width: 1366, height: 768 })
  const middles = await crumbs.locator('li').evaluateAll((parts) =>
    parts.map((part) => {
      const words = document.createRange()
      words.selectNodeContents(part)
      const { top, bottom } = words.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    }),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2)
})

test('deleting the last store shows the text of an empty list', async () => {
  const { page, state } = await openList('/manage/stores')
  state.store.stores = state.store.stores.slice(0, 1)
  state.devices = []
  state.screen.screens = []
  const [last] = state.store.stores
  web.gateway.answers['DELETE /admin/api/stores/{id}'] = () => {
    state.store.stores = []
    return { result: null }
  }
  await page.goto(`${web.gateway.origin}/manage/stores/${last?.id}/edit`)
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름 입력').fill(last?.name ?? '')
  await page.keyboard.press('Enter')
  await page.getByText(`${last?.name} 삭제했어요`).waitFor()
  await page.getByRole('heading', { level: 1, name: '매장' }).waitFor()
  // Immediately, not only when the deletion is sent.
  await page.getByText('아직 매장이 없어요').waitFor({ timeout: 5_000 })
  expect(await page.getByRole('table').count()).toBe(0)
})

test('a long email address wraps before @ or a dot', async () => {
  const { page, state } = await openList('/manage/members', phone)
  const email = 'long.name.of.member@kingcarservice.test'
  for (const member of state.member.members) member.email = email
  for (const admin of state.admin.admins) admin.email = email
  for (const path of ['/manage/members', '/manage/admins']) {
    await page.goto(web.gateway.origin + path)
    const shown = page.getByText(email).first()
    await shown.waitFor()
    const breaks = await shown.evaluate((element) => {
      const range = document.createRange()
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const characters: { character: string; top: number }[] = []
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const [at, character] of [...(node.textContent ?? '')].entries()) {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          characters.push({ character, top: range.getBoundingClientRect().top })
        }
      }
      return characters
        .filter(({ top }, at) => at > 0 && top > (characters[at - 1]?.top ?? top))
        .map((each) => each.character)
    })
    expect(breaks.length).toBeGreaterThan(0)
    expect(breaks.filter((character) => !'@.'.includes(character))).toEqual([])
  }
})

test('a click anywhere in a row opens it, but not on a control or after a text was selected', async () => {
  const { page } = await openList('/manage/visits')
  const row = page.getByRole('row').filter({ hasText: '김서연' }).first()
  const address = await row.getByRole('link').getAttribute('href')
  expect(await row.evaluate((element) => getComputedStyle(element).cursor)).toBe('pointer')
  await row.getByText('김서연').selectText()
  await row.getByText('김서연').dispatchEvent('click')
  expect(new URL(page.url()).pathname).toBe('/manage/visits')
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await row.getByText('강남점').click()
  await page.waitForURL(`**${address}`)
  await page.goBack()
  await eventually(() => row.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true)
})

test('an incomplete day is dropped when its input is left, and a start after the end becomes the end', async () => {
  const { page } = await openList('/manage/orders?from=2026-10-05&to=2026-11-20')
  await openFilters(page)
  const [from, to] = [page.getByLabel('시작일'), page.getByLabel('종료일')]
  const trail = await page.evaluate(() => history.length)
  await from.fill('2026-02-05')
  await from.press('Enter')
  await page.waitForURL(/from=2026-02-05&to=2026-11-20$/)

  await from.press('Backspace')
  expect(await from.inputValue()).toBe('2026-02-0')
  expect(searchOf(page)).toBe('?from=2026-02-05&to=2026-11-20')
  await to.focus()
  await eventually(() => from.inputValue()).toBe('2026-02-05')

  await from.fill('2026-12-05')
  await to.focus()
  await page.waitForURL(/from=2026-11-20&to=2026-12-05$/)
  await eventually(() => from.inputValue()).toBe('2026-11-20')
  expect(await page.evaluate(() => history.length)).toBe(trail)
})

test.each(['orders', 'visits', 'useLogs', 'audit'])(
  '%s with a start after the end swaps the two dates',
  async (list) => {
    const { page } = await openList(`/manage/${list}?from=2026-12-01&to=2026-01-01`)
    await eventually(() => page.getByLabel('시작일').inputValue()).toBe('2026-01-01')
    expect(await page.getByLabel('종료일').inputValue()).toBe('2026-12-01')
  },
)

test('on paper a list is a table without navigation, filters and buttons, in light colours', async () => {
  const { page } = await openList('/manage/visits', { ...wide, colorScheme: 'dark' })
  await page.getByRole('row').nth(1).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize({ width: 718, height: 1000 }) // A4 without margins
  for (const hidden of [page.getByRole('navigation'), page.getByRole('contentinfo'), page.getByLabel('시작일')]) {
    expect(await hidden.filter({ visible: true }).count()).toBe(0)
  }
  expect(await page.locator('main').getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('columnheader', { name: '차량번호' }).isVisible()).toBe(true)
  expect(
    await page
      .getByRole('row')
      .nth(1)
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('table-row')
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).color)).toBe('rgb(18, 22, 31)')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(718)
})

test.each([
  ['/manage', '표로 보기'],
  ['/manage/statistics', '표로 보기'],
  ['/manage/products', '작업'],
])('on paper %s has no button %s', async (path, name) => {
  const { page } = await openList(path)
  const buttons = page.locator('main').getByRole('button', { name })
  await eventually(() => buttons.filter({ visible: true }).count()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await buttons.filter({ visible: true }).count()).toBe(0)
})

test.each([
  ['/manage/members', 1366, 700],
  ['/manage/members', 360, 640],
  ['/manage/products', 360, 640],
  ['/manage/products/new', 1366, 700],
  ['/manage/products/new', 360, 640],
] as const)('on %s at %i×%i the bars hide no focused element', async (path, width, height) => {
  const { page } = await openList(path, { ...wide, viewport: { width, height } })
  await page.waitForLoadState('networkidle')
  await page.locator('h1').focus()
  const covered: string[] = []
  for (let pressed = 0; pressed < 45; pressed += 1) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || !document.querySelector('main')?.contains(focused)) return null
      const { x, y, width, height } = focused.getBoundingClientRect()
      const spots = [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + width / 2, y + height * part))
      const isSeen = spots.some((spot) => spot !== null && (focused.contains(spot) || spot.contains(focused)))
      return isSeen ? '' : (focused.getAttribute('aria-label') ?? focused.getAttribute('name') ?? focused.textContent)
    })
    if (name === null) break
    if (name !== '') covered.push(name)
  }
  expect(covered).toEqual([])
})

test('in high contrast a switch and a pressed button show their state, and a focused field its focus', async () => {
  const { page } = await openList('/manage/banners', { ...wide, forcedColors: 'active' })
  const colours = (name: RegExp) =>
    page.getByRole('switch', { name }).evaluate((element) => {
      const [box, knob] = [getComputedStyle(element), getComputedStyle(element, '::after')]
      return [box.backgroundColor, knob.backgroundColor]
    })
  const one = page.getByRole('switch').first()
  await one.waitFor()
  const name = new RegExp((await one.getAttribute('aria-label')) ?? '')
  const before = await colours(name)
  await one.click()
  await eventually(async () => (await colours(name)).every((colour, part) => colour !== before[part])).toBe(true)

  await page.goto(`${web.gateway.origin}/manage/visits`)
  await openFilters(page)
  const today = page.getByRole('button', { name: '오늘', exact: true })
  await today.click()
  const background = () => today.evaluate((element) => getComputedStyle(element).backgroundColor)
  const other = await page
    .getByRole('button', { name: '최근 7일' })
    .evaluate((element) => getComputedStyle(element).backgroundColor)
  await eventually(background).not.toBe(other)
  const backgroundOf = (name: string, part: string) =>
    page
      .getByRole('navigation', { name })
      .locator(part)
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await backgroundOf('주 메뉴', '[aria-current=page]')).toBe(await background())
  expect(await backgroundOf('현재 위치', '[aria-current=page]')).toMatch(/, 0\)$/)
  await page.getByLabel('차량번호').first().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  const outline = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  await eventually(outline).toBe('solid')
})

test('times have one format in all lists, and show their seconds on hover', async () => {
  const { page } = await openList('/manage/orders')
  for (const path of [
    '/manage/orders',
    '/manage/useLogs',
    '/manage/members',
    '/manage/stores',
    '/manage/userProducts',
  ]) {
    await page.goto(web.gateway.origin + path)
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('table').first().innerText()).not.toMatch(/\d{4}-\d{2}-\d{2}/)
  }
  await page.goto(`${web.gateway.origin}/manage/orders`)
  const moment = page.getByRole('row').nth(1).locator('time').first()
  expect(await moment.innerText()).toMatch(/^(\d{4}년 )?\d+월 \d+일 \d\d:\d\d$/)
  expect(await moment.getAttribute('title')).toMatch(/^\d{4}년 \d+월 \d+일 \d\d:\d\d:\d\d$/)
  await page.goto(`${web.gateway.origin}/manage/terms`)
  await page
    .getByText(/\d{4}년 11월 20일 14:02/)
    .first()
    .waitFor()
})

test('a button that does nothing now looks like it', async () => {
  const { page } = await openList('/manage/orders?state=Refund')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const refund = page.getByRole('button', { name: '환불', exact: true })
  await refund.waitFor()
  const look = await refund.evaluate((button) => {
    const { opacity, cursor, color } = getComputedStyle(button)
    return { opacity, cursor, isRed: color === 'rgb(192, 31, 46)' }
  })
  expect(look).toEqual({ opacity: '0.5', cursor: 'not-allowed', isRed: false })
  expect(await violationsOf(page)).toEqual(noViolations)
})
