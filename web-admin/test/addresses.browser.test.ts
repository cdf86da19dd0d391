import { expect, test } from 'vitest'
import { eventually, expectAccessible, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

const address = (n: number, latitude: number | null) => ({
  roadAddress: `서울특별시 강남구 테헤란로 ${n}`,
  jibunAddress: `서울특별시 강남구 역삼동 ${n}`,
  zipCode: '06236',
  latitude,
  longitude: latitude === null ? null : 127.0364,
})

async function openForm(addresses: ReturnType<typeof address>[] | null | undefined) {
  const { store } = withManagement(web.gateway)
  store.addresses = addresses
  const page = await web.open('/manage/stores/new', wide)
  const field = page.getByRole('combobox', { name: '주소', exact: true })
  await field.waitFor()
  return { page, store, field, options: page.getByRole('listbox', { name: '찾은 주소' }).getByRole('option') }
}

test('an address is searched while it is typed, and chosen by keyboard or mouse with its coordinates', async () => {
  const { page, store, field, options } = await openForm([address(152, 37.5002), address(231, null)])
  const [latitude, longitude] = [page.getByLabel('위도'), page.getByLabel('경도')]
  await field.pressSequentially('테헤란로 1')
  await eventually(() => options.count()).toBe(2)
  expect(store.keywords.at(-1)).toBe('테헤란로 1')
  await field.press('ArrowDown')
  await eventually(() => field.getAttribute('aria-activedescendant')).toBe(await options.nth(0).getAttribute('id'))
  await field.press('Enter')
  expect(await field.inputValue()).toBe('서울특별시 강남구 테헤란로 152')
  expect([await latitude.inputValue(), await longitude.inputValue()]).toEqual(['37.5002', '127.0364'])
  expect(await options.count()).toBe(0)
  expect(store.writes).toEqual([])
  await field.fill('테헤란로 2')
  await options.nth(1).click()
  expect(await field.inputValue()).toBe('서울특별시 강남구 테헤란로 231')
  expect([await latitude.inputValue(), await longitude.inputValue()]).toEqual(['', ''])
  await field.fill('테헤란로 3')
  await options.nth(0).waitFor()
  await field.press('Escape')
  expect([await field.inputValue(), await options.count()]).toEqual(['테헤란로 3', 0])
  store.addresses = Array.from({ length: 12 }, (_, n) => address(400 + n, null))
  await field.fill('테헤란로 4')
  await eventually(() => options.count()).toBe(12)
  await field.press('ArrowUp')
  const [last, list] = [options.last(), page.getByRole('listbox', { name: '찾은 주소' })]
  await eventually(() => last.getAttribute('aria-selected')).toBe('true')
  const isShown = async () => {
    const [option, box] = [await last.boundingBox(), await list.boundingBox()]
    return (option?.y ?? 0) + (option?.height ?? 0) <= (box?.y ?? 0) + (box?.height ?? 0)
  }
  await eventually(isShown).toBe(true)
  await expectAccessible(page)
})

test('without a register nothing is said and it is asked once; while it is unavailable, the form says so', async () => {
  const { page, store, field } = await openForm(undefined)
  await page.clock.install()
  const refused = page.waitForResponse((response) => response.url().includes('/admin/api/addresses'))
  await field.fill('성암로')
  await page.clock.runFor(1_000)
  await (await refused).finished()
  store.addresses = null
  // Longer than the pause after which a text is searched.
  await field.fill('성암로 301')
  await page.clock.runFor(5_000)
  // A request of the form would be before this one.
  await page.evaluate(() => fetch('/marker'))
  expect(await page.getByText('지금은 주소를 찾을 수 없어요').count()).toBe(0)
  expect(store.keywords).toHaveLength(1)
  await page.reload()
  await field.fill('성암로')
  await page.getByText('지금은 주소를 찾을 수 없어요. 직접 입력해 주세요.').waitFor()
  expect(await field.inputValue()).toBe('성암로')
})
