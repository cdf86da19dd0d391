import { expect, test } from 'vitest'
import { expectAccessible, withConsole } from './browser.ts'
import { owedOf } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' as const }

test('the list of money owed to members records a return by hand once', async () => {
  const { order: state } = withManagement(web.gateway)
  const [first, second] = [owedOf(1), owedOf(2, { cause: 'paidAfterClosed', lastReason: 'accountNeeded' })]
  state.owed = [first, second]
  const page = await web.open('/manage/owedReturns', { ...wide, signedIn: true })
  const dialog = page.getByRole('dialog')
  await page.getByText('1–2 / 2').waitFor()
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(
    /프리미엄 정기 세차권\s+결제사가 거절했어요\s+31,000원\s+두 번 결제된 돈\s+김서연\s+11월 20일 14:02\s+\d+일째\s+11월 20일 14:02\s+직접 돌려줬어요/,
  )
  await page.getByText('환불 계좌가 필요해요').waitFor()

  await page.getByRole('button', { name: '김서연님의 프리미엄 정기 세차권 금액을 직접 돌려줬어요' }).click()
  await dialog.getByRole('button', { name: '돌려준 것으로 기록' }).click()
  await dialog.getByText('사유를 입력해 주세요.').waitFor()
  await dialog.getByLabel('사유').fill('계좌로 보냈어요')
  await dialog.getByRole('button', { name: '돌려준 것으로 기록' }).click()
  await page.getByText('돌려준 것으로 기록했어요').waitFor()
  await page.getByText('1–1 / 1').waitFor()
  expect(first).toMatchObject({ settledHow: 'byHand', settleReason: '계좌로 보냈어요' })

  await page.getByRole('button', { name: /금액을 직접 돌려줬어요/ }).click()
  await dialog.getByLabel('사유').fill('계좌로 보냈어요')
  Object.assign(second, { settledAt: second.since, settledHow: 'atProvider', nextTryAt: null })
  await dialog.getByRole('button', { name: '돌려준 것으로 기록' }).click()
  await dialog.getByText('이미 돌려준 돈이에요.').waitFor()
  await dialog.getByRole('button', { name: '취소' }).click()
  await page.getByText('돌려줄 돈이 없어요').waitFor()

  await page.getByRole('combobox', { name: '상태', exact: true }).selectOption('돌려준 돈')
  await page.waitForURL(/state=settled/)
  await page.getByText('결제사에서 돌려줬어요').waitFor()
  await page.getByText('계좌로 보냈어요').waitFor()
  await expectAccessible(page)
})
