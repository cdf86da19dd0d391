import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { invitationToken, keyOf } from './gateway/admins.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openKeys() {
  const { admin: state } = withManagement(web.gateway)
  state.apiKeys.push(keyOf(2, { name: '지난 프로그램', expiresAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null }))
  state.apiKeys.push(keyOf(3, { createdBy: '이점장', createdByDisabled: true }))
  const page = await web.open('/manage/apiKeys', wide)
  await page.locator('tbody').getByText('1번 프로그램').waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

test('keys are listed with permissions, stores, last use and end; an expired one can only be deleted', async () => {
  const { page, rows } = await openKeys()
  expect(await rows.nth(0).innerText()).toMatch(/방문 보기, 이용 내역 보기\s+모든 매장\s+(2026년 )?11월 21일 14:32/)
  expect(await rows.nth(1).innerText()).toMatch(/지난 프로그램[\s\S]*아직 없음\s+만료됨/)
  expect(await rows.nth(2).innerText()).toMatch(/3번 프로그램\s+만든 이점장 관리자 사용 중지/)
  expect(await rows.nth(0).innerText()).not.toContain('사용 중지')
  expect(await page.getByRole('button', { name: /키 교체$/ }).count()).toBe(2)
  await expectAccessible(page)
})

test('a key is created with chosen permissions, and shown once', async () => {
  const { page, state, dialog } = await openKeys()
  await page.getByRole('button', { name: 'API 키 만들기' }).click()
  await dialog.getByText('만든 관리자를 사용 중지해도 키는 계속 쓸 수 있어요.').waitFor()
  await dialog.getByLabel('이름').fill('정산 프로그램')
  await dialog.getByRole('button', { name: '키 만들기' }).click()
  await dialog.getByText('권한을 하나 이상 골라 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('POST /admin/api/apiKeys')
  await dialog.getByLabel('주문 보기').check()
  await dialog.getByLabel('통계 보기').check()
  await dialog.getByLabel('사용 기간').selectOption('90일')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '키 만들기' }).click()
  await dialog.getByText(`kc_${invitationToken}`).waitFor()
  expect(state.apiKeys[0]).toMatchObject({
    ...{ name: '정산 프로그램', permissions: ['orders.read', 'statistics.read'], storeIds: null },
  })
  await dialog.getByRole('button', { name: '닫기' }).click()
  await page.locator('tbody').getByText('정산 프로그램').waitFor()
  expect(await page.getByText(`kc_${invitationToken}`).count()).toBe(0)
})

test('a key is replaced, which shows the new one, and deleted', async () => {
  const { page, dialog } = await openKeys()
  await page.getByRole('button', { name: '1번 프로그램 키 교체' }).click()
  await dialog.getByText('지금 키는 24시간 더 쓸 수 있으니').waitFor()
  await dialog.getByRole('button', { name: '교체' }).click()
  await dialog.getByText(`kc_${invitationToken}`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '1번 프로그램 키 삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('키를 삭제했어요').waitFor()
  await eventually(() => page.locator('tbody').getByText('1번 프로그램').count()).toBe(0)
})
