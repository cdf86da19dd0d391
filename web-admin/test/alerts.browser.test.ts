import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('the bell counts new alerts, lists them by keyboard, and marks them as seen', async () => {
  const { alert: state } = withManagement(web.gateway)
  state.unseen = 1
  const page = await web.open('/manage/alerts', wide)
  const bell = page.getByRole('button', { name: '알림, 새 알림 1건' })
  const clip = await bell.locator('[data-unseen]').evaluate((sign) => getComputedStyle(sign).overflow)
  expect(clip, 'the count is beside the sign and not cut off').toBe('visible')
  await bell.focus()
  await page.keyboard.press('Enter')
  const latest = page.getByRole('link', { name: /^강남점: 인식기 1대가 오프라인이에요 \(입구 카메라\)/ })
  await latest.waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '알림', exact: true }).waitFor()
  expect(state.unseen).toBe(0)
  await latest.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/devices')
})

test('the history lists open and past alerts; rules are made, disabled and deleted', async () => {
  const { alert: state } = withManagement(web.gateway)
  const page = await web.open('/manage/alerts', wide)
  const rows = page.locator('tbody tr')
  await rows.getByText('인식기 1대가 오프라인이에요 (입구 카메라)').waitFor()
  expect(await rows.nth(1).innerText()).toMatch(/회원에게 돌려줄 금액이 2건 있어요\s+본사\s+끝남/)
  await expectAccessible(page)
  await page.getByRole('link', { name: '알림 규칙' }).click()
  await rows.getByText('100,000원 넘게').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: '규칙 추가' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('종류').selectOption('failedRenewals')
  await dialog.getByLabel('기준(건)').fill('3')
  await dialog.getByLabel('메일').check()
  await dialog.getByLabel('알림톡·문자').check()
  await dialog.getByText('받을 사람 5명 중 4명은 번호가 없어서').waitFor()
  await dialog.getByLabel('소유자').uncheck()
  await dialog.getByText('받을 사람 모두 번호가 없어서').waitFor()
  await dialog.getByLabel('소유자').check()
  await dialog.getByLabel('조용한 시간 시작').fill('22:00')
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.getByText('시작과 끝을 서로 다르게 모두 정해 주세요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('조용한 시간 끝').fill('07:00')
  await dialog.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.made).toMatchObject([
    {
      kind: 'failedRenewals',
      threshold: 3,
      channels: ['bell', 'mail', 'talk'],
      storeIds: null,
      quietFrom: '22:00',
      quietTo: '07:00',
    },
  ])
  await page.getByRole('switch', { name: '큰 금액 환불 규칙 사용' }).uncheck()
  await eventually(() => state.rules[1]?.enabled).toBe(false)
  await page.getByRole('button', { name: '큰 금액 환불 규칙 삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await eventually(() => state.rules.map(({ kind }) => kind)).toEqual(['offlineDevices', 'failedRenewals'])
})
