import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const crops = (page: Page) => page.getByRole('img', { name: '번호판 사진' })
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

async function openList() {
  const { visit: state } = withManagement(web.gateway)
  const page = await web.open('/manage/visits', wide)
  await page.getByText('실시간 연결됨').waitFor()
  await crops(page).first().waitFor()
  await page.waitForLoadState('networkidle')
  return { page, state, rows: page.locator('tbody tr:not([aria-hidden])') }
}

test('rows of visits show plates, loaded near the visible part, and nothing moves; a visit without a picture keeps the space', async () => {
  const { page, state, rows } = await openList()
  expect(state.plates.length).toBeLessThan(17)
  const top = await rows.nth(5).boundingBox()
  await rows.last().scrollIntoViewIfNeeded()
  await eventually(() => crops(page).count()).toBe(18) // 20 rows, of which 2 have none
  expect(new Set(state.plates).size).toBe(18)
  expect(state.plates[0]).toMatch(/^x=\d+&y=120&width=320&height=60$/)
  const [with1, without] = [rows.nth(6), rows.nth(7)]
  expect(await without.getByRole('img', { name: '번호판 사진' }).count()).toBe(0)
  const heights = await Promise.all([with1, without].map(async (row) => (await row.boundingBox())?.height))
  expect(heights[0]).toBe(heights[1])
  await rows.first().scrollIntoViewIfNeeded()
  expect((await rows.nth(5).boundingBox())?.height).toBe(top?.height)
  expect(await violationsOf(page)).toEqual(noViolations)
  for (const width of [1024, 768, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await widthOf(page)).toBe(width)
  }
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('the latest visits of the home page and of a member show plates, and so do the reads to review', async () => {
  const { member, visit: state } = withManagement(web.gateway)
  const [{ id: memberId } = { id: '' }] = member.members
  state.visits = state.visits.map((visit) => ({ ...visit, memberId }))
  const page = await web.open('/manage', wide)
  for (const [path, part] of [
    ['/manage', page.getByRole('region', { name: '방금 온 차량' })],
    [`/manage/members/${memberId}`, page.getByRole('region', { name: '방문', exact: true })],
    ['/manage/reads', page.getByRole('list', { name: '확인할 번호 목록' })],
  ] as const) {
    await page.goto(`${web.gateway.origin}${path}`)
    await part.getByRole('img', { name: '번호판 사진' }).first().waitFor()
    expect(await violationsOf(page)).toEqual(noViolations)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await widthOf(page)).toBe(360)
})

test('a visit shows its picture beside its facts, and the arrow keys go through the list where it was opened', async () => {
  const { page, state, rows } = await openList()
  const heading = page.getByRole('heading', { level: 1 })
  const plateOf = (at: number) => state.visits[at]?.id
  const at = () => page.url().split('/').at(-1)
  await rows.nth(2).getByRole('cell', { name: '강남점' }).click() // any cell opens the visit
  await page.waitForURL(`**/manage/visits/${plateOf(2)}`)
  await heading.waitFor()
  const picture = page.getByRole('region', { name: '인식 사진' }).getByRole('img')
  await picture.waitFor()
  const [left, right] = [
    await picture.boundingBox(),
    await page.getByRole('region', { name: '방문 내용' }).boundingBox(),
  ]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0)
  await page.getByRole('navigation', { name: '목록의 앞뒤 방문' }).waitFor()
  // Keys do not wait until a visit is loaded.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.waitForURL(`**/manage/visits/${plateOf(4)}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(`**/manage/visits/${plateOf(2)}`)
  await page.getByRole('link', { name: '목록에서 위' }).click()
  await page.waitForURL(`**/manage/visits/${plateOf(1)}`)
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(`**/manage/visits/${plateOf(0)}`)
  await eventually(() => page.getByRole('link', { name: '목록에서 위' }).count()).toBe(0)
  await page.keyboard.press('ArrowLeft')

  await page.getByRole('button', { name: '번호 정정' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: '번호판 사진' }).waitFor()
  const field = dialog.getByLabel('차량번호', { exact: true })
  await field.press('ArrowLeft')
  await dialog.getByRole('button', { name: '취소' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Escape')
  expect(at()).toBe(plateOf(0))

  await page.locator('main').getByRole('link', { name: '방문', exact: true }).click()
  await page.waitForURL('**/manage/visits')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
  await eventually(focused).toBe(plateOf(0))
})

test('a visit that was not opened from a list has neighbours by time, and the other visits of its car', async () => {
  const { visit: state } = withManagement(web.gateway)
  const [later, visit, earlier] = state.visits.slice(8, 11)
  const page = await web.open(`/manage/visits/${visit?.id}`, wide)
  const nav = page.getByRole('navigation', { name: '앞뒤 방문', exact: true })
  expect(await nav.getByRole('link', { name: '이전 방문' }).getAttribute('href')).toBe(`/manage/visits/${earlier?.id}`)
  expect(await nav.getByRole('link', { name: '다음 방문' }).getAttribute('href')).toBe(`/manage/visits/${later?.id}`)
  const others = page.getByRole('region', { name: '이 차량의 다른 방문' })
  await others.getByRole('listitem').first().waitFor()
  const links = await others
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  const same = state.visits.filter(({ carNumber, id }) => carNumber === visit?.carNumber && id !== visit?.id)
  expect(links).toEqual(same.slice(0, 6).map(({ id }) => `/manage/visits/${id}`))
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await widthOf(page)).toBe(360)
})
