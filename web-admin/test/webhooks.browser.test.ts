import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { endpointOf, invitationToken } from './gateway/admins.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openWebhooks() {
  const { admin: state } = withManagement(web.gateway)
  const failing = { enabled: false, disabledReason: 'failing', disabledAt: '2026-11-20T00:00:00.000Z', waiting: 1_234 }
  state.endpoints.push(endpointOf(2, failing as Partial<ReturnType<typeof endpointOf>>))
  const page = await web.open('/manage/webhooks', wide)
  await page.locator('tbody').getByText('1번 협력사').waitFor()
  return { page, state, dialog: page.getByRole('dialog'), rows: page.locator('tbody tr') }
}

test('endpoints are listed with address, events and state; one that failed can be enabled', async () => {
  const { page, rows, dialog } = await openWebhooks()
  expect(await rows.nth(0).innerText()).toMatch(
    /https:\/\/partner1\.example\.com\/kingcar\s+방문 시작, 상품 이용\s+사용 중/,
  )
  expect(await rows.nth(1).innerText()).toMatch(/3일 실패로 중지\s+1,234건 대기/)
  await expectAccessible(page)
  await page.getByRole('button', { name: '2번 협력사 사용' }).click()
  await dialog.getByRole('button', { name: '사용' }).click()
  await page.getByText('다시 보내기 시작해요').waitFor()
  await eventually(() => page.getByRole('button', { name: '2번 협력사 사용' }).count()).toBe(0)
})

test('an endpoint is registered with chosen events, and its secret is shown once', async () => {
  const { page, state, dialog } = await openWebhooks()
  await page.getByRole('button', { name: '주소 등록' }).click()
  await dialog.getByLabel('이름').fill('포스 연동')
  await dialog.getByLabel('주소').fill('https://pos.example.com/kingcar')
  await dialog.getByRole('button', { name: '등록' }).click()
  await dialog.getByText('이벤트를 하나 이상 골라 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('POST /admin/api/webhookEndpoints')
  await dialog.getByLabel('결제 완료').check()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '등록' }).click()
  await dialog.getByText(`whsec_${invitationToken}`).waitFor()
  expect(state.endpoints[0]).toMatchObject({ name: '포스 연동', eventTypes: ['order.paid'] })
  await dialog.getByRole('button', { name: '닫기' }).click()
  expect(await page.getByText(`whsec_${invitationToken}`).count()).toBe(0)
})

test('an endpoint gets another address and other events, and only these are sent', async () => {
  const { page, state, rows, dialog } = await openWebhooks()
  await page.getByRole('button', { name: '1번 협력사 수정' }).click()
  const url = dialog.getByLabel('주소')
  expect(await url.inputValue()).toBe('https://partner1.example.com/kingcar')
  expect(await dialog.getByLabel('방문 시작').isChecked()).toBe(true)
  await url.fill('https://partner1.example.com/next')
  await dialog.getByLabel('방문 시작').uncheck()
  await dialog.getByLabel('결제 완료').check()
  await dialog.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  await eventually(() => rows.nth(0).innerText()).toMatch(/partner1\.example\.com\/next\s+상품 이용, 결제 완료/)
  expect(state.endpointPatches).toEqual([
    {
      body: { url: 'https://partner1.example.com/next', eventTypes: ['product.used', 'order.paid'] },
      ifMatch: '"1"',
    },
  ])
})

test('the log shows the last try; a test shows its outcome, and days are sent again', async () => {
  const { page, state, dialog } = await openWebhooks()
  await page.getByRole('button', { name: '1번 협력사 기록' }).click()
  await dialog.getByText('503 거절됨 maintenance').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '시험 보내기' }).click()
  await page.getByText('내부 주소라 보내지 않음').waitFor()
  state.replayNext.push('2026-11-02T03:04:05.678Z')
  // What is no day is sent neither by Enter nor by the button, nor are the days that were there before.
  await dialog.getByLabel('시작일').fill('2026-11')
  await dialog.getByLabel('시작일').press('Enter')
  await dialog.getByText('날짜를 입력해 주세요.').waitFor()
  await dialog.getByLabel('시작일').fill('2026-02-31')
  await dialog.getByRole('button', { name: '다시 보내기' }).click()
  await eventually(() => dialog.getByLabel('시작일').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await dialog.getByLabel('시작일').inputValue()).toBe('2026-02-31')
  expect(web.gateway.calls.filter((call) => call.endsWith('/replay'))).toEqual([])
  await dialog.getByLabel('시작일').fill('2026-11-01')
  await dialog.getByLabel('종료일').fill('2026-10-31')
  const { answers } = web.gateway
  const replay = answers['POST /admin/api/webhookEndpoints/{id}/replay'] ?? expect.fail()
  answers['POST /admin/api/webhookEndpoints/{id}/replay'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', details: [{ path: 'to', message: '시작보다 앞설 수 없어요.' }] },
  })
  await dialog.getByRole('button', { name: '다시 보내기' }).click()
  await eventually(() => dialog.getByLabel('종료일').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByText('시작보다 앞설 수 없어요.').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  answers['POST /admin/api/webhookEndpoints/{id}/replay'] = replay
  await dialog.getByLabel('종료일').fill('2026-11-30')
  await dialog.getByRole('button', { name: '다시 보내기' }).click()
  await page.getByText('24건을 다시 보내요').waitFor()
  expect(state.replays).toMatchObject([{ from: '2026-11-01' }, { from: '2026-11-02T03:04:05.678Z' }])
})

test('a secret is replaced, which shows the new one; an endpoint is disabled, and deleted', async () => {
  const { page, dialog } = await openWebhooks()
  const openMenu = () => page.getByRole('button', { name: '1번 협력사 작업' }).press('Enter')
  await openMenu()
  await expectAccessible(page)
  await page.getByRole('button', { name: '1번 협력사 비밀 키 교체' }).click()
  await dialog.getByRole('button', { name: '교체' }).click()
  await dialog.getByText(`whsec_${invitationToken}`).waitFor()
  await page.keyboard.press('Escape')
  await openMenu()
  await page.getByRole('button', { name: '1번 협력사 중지' }).click()
  await dialog.getByRole('button', { name: '중지' }).click()
  await page.getByText('중지했어요').waitFor()
  await openMenu()
  await page.getByRole('button', { name: '1번 협력사 삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await eventually(() => page.locator('tbody').getByText('1번 협력사').count()).toBe(0)
})
