import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()

test('plates on lists are shown, added to a store or to all, and removed', async () => {
  const { gate } = withManagement(web.gateway)
  const page = await web.open('/manage/gates', wide)
  const [dialog, rows] = [page.getByRole('dialog'), page.locator('tbody tr')]
  await eventually(() => rows.nth(1).innerText()).toMatch(
    /12가3452\s+출입 금지\s+강남점\s+두 번 결제하지 않고 나갔어요.\s+계속/,
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: '번호 추가' }).click()
  await dialog.getByRole('button', { name: '추가' }).click()
  await eventually(() => dialog.locator('[aria-invalid="true"]').count()).toBe(2)
  await dialog.getByLabel('차량번호').fill('34나 5678')
  await dialog.getByLabel('목록').selectOption('직원')
  await dialog.getByLabel('매장').selectOption('분당점')
  await dialog.getByLabel('사유').fill('세차 직원이에요.')
  await dialog.getByLabel('기간').selectOption('30일')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '추가' }).click()
  await page.getByText('목록에 넣었어요').waitFor()
  const [added] = gate.listed
  expect(added).toMatchObject({ kind: 'staff', storeId: stores[1]?.id, reason: '세차 직원이에요.' })
  expect(Date.parse(added?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
  await page.getByRole('button', { name: '12가3451 삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('목록에서 삭제했어요').waitFor()
  await eventually(() => page.locator('tbody').getByText('12가3451').count()).toBe(0)
})

test('the rules of a store are changed by keyboard, and a list is shown with a visit', async () => {
  const { gate, visit } = withManagement(web.gateway)
  visit.listed.blocked = String(visit.visits[0]?.id)
  const page = await web.open('/manage/gates', wide)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: '매장별 설정' }).press('Enter')
  await dialog.getByLabel('매장').selectOption('분당점')
  await dialog.getByLabel('여는 방식').selectOption('모두 열기')
  await dialog.getByLabel('서버에 연결할 수 없을 때').selectOption('열기')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '저장' }).press('Enter')
  await page.getByText('차단기 설정을 저장했어요').waitFor()
  expect(gate.gates[String(stores[1]?.id)]).toMatchObject({ mode: 'manual', whenUnavailable: 'open' })
  await page.goto(`${web.gateway.origin}/manage/visits`)
  await page.locator('tbody tr').first().getByText('출입 금지').waitFor()
})
