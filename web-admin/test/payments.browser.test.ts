import type { OrderDetail } from '@kingcar/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, loseAnswer, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'
import { ordered, owedOf } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

const payment = {
  ...{ impCode: 'imp00000000', channelKey: 'channel-key', merchantUid: 'kc_1', name: '프리미엄 정기 세차권' },
  ...{ amount: 51_000, buyerName: '김서연', buyerTel: '01012345678' },
}
const virtualAccount = {
  ...{ bank: '신한은행', number: '56211101234567', holder: '킹카' },
  dueAt: '2026-11-22T14:59:00.000Z',
}
const byAccount = {
  payment: { ...payment, method: 'virtualAccount', virtualAccount },
  refundNeedsAccount: true,
} as const

/** Opens the first order, which is paid, with other fields. */
async function openOrder(fields: Partial<OrderDetail>) {
  const { order: state, product, admin } = withManagement(web.gateway)
  product.products = ordered
  const order = state.orders[0] ?? expect.fail()
  Object.assign(order, fields)
  const page = await web.open(`/manage/orders/${order.id}`, wide)
  await page.getByRole('heading', { name: '결제 정보' }).waitFor()
  return { page, state, order, admin, dialog: page.getByRole('dialog') }
}

async function typeAccount(page: Page, number: string, holder = '홍길동') {
  await page.getByLabel('은행', { exact: true }).selectOption('신한은행')
  await page.getByLabel('계좌번호', { exact: true }).fill(number)
  await page.getByLabel('예금주').fill(holder)
}
async function typeRefund(page: Page, amount: string) {
  await page.getByRole('textbox', { name: '환불할 금액' }).fill(amount)
  await page.getByLabel('사유').fill('세차기가 멈췄어요')
  await page.getByLabel('금액 확인').fill(amount)
}
const storageOf = (page: Page) => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))

test('an order shows how it was paid, its receipt, its virtual account, and the money that is owed', async () => {
  const receiptUrl = 'https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=1'
  const { page, order } = await openOrder({ payment: { ...payment, method: 'card', cardName: '신한카드', receiptUrl } })
  const panel = page.getByRole('region', { name: '결제 정보' })
  await panel.getByText('카드 · 신한카드').waitFor()
  const receipt = panel.getByRole('link', { name: '영수증 보기' })
  expect(await receipt.getAttribute('href')).toBe(receiptUrl)
  expect([await receipt.getAttribute('target'), await receipt.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])

  Object.assign(order, {
    payment: { ...payment, method: 'easyPay', easyPay: '카카오페이', receiptUrl: 'javascript:1' },
  })
  await page.reload()
  await panel.getByText('간편결제 · 카카오페이').waitFor()
  expect(await receipt.count()).toBe(0)

  const owed = owedOf(1, { orderId: order.id, amount: 51_000, cause: 'paidTwice', lastReason: 'refused' })
  Object.assign(order, byAccount, { owedReturns: [owed] })
  await page.reload()
  for (const words of ['가상계좌', '신한은행 · 예금주 킹카', '56211101234567', '11월 22일 23:59'])
    await panel.getByText(words).waitFor()
  const owedPanel = page.getByRole('region', { name: '돌려줄 돈' })
  expect(await owedPanel.innerText()).toMatch(/두 번 결제된 돈\s+51,000원\s+결제사가 거절했어요/)
  expect(await owedPanel.getByRole('link').getAttribute('href')).toBe('/manage/owedReturns')
  await expectAccessible(page)

  await page.goto(`${web.gateway.origin}/manage/orders`)
  await page.getByText('가상계좌').waitFor()
  await expectAccessible(page)
})

test('a refund of an order paid by virtual account asks for an account, with faults at its fields', async () => {
  const { page, state, dialog } = await openOrder(byAccount)
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '20,000')
  await page.keyboard.press('Enter')
  for (const words of ['은행을 선택해 주세요.', '계좌번호를 입력해 주세요.', '예금주를 입력해 주세요.'])
    await dialog.getByText(words).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('bank')
  expect(await violationsOf(page)).toEqual(noViolations)
  await typeAccount(page, '모름')
  await page.keyboard.press('Enter')
  await eventually(() => dialog.getByLabel('계좌번호', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  expect(state.sent).toEqual([])

  const refund = web.gateway.answers['POST /admin/api/orders/{id}/refund']
  web.gateway.answers['POST /admin/api/orders/{id}/refund'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', details: [{ path: 'refundAccount.holder', message: '예금주가 달라요.' }] },
  })
  await typeAccount(page, '110-123-456789')
  await page.keyboard.press('Enter')
  await dialog.getByText('예금주가 달라요.').first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('holder')
  if (refund) web.gateway.answers['POST /admin/api/orders/{id}/refund'] = refund
  await page.keyboard.press('Enter')
  await page.getByText('20,000원 환불했어요').waitFor()
  expect(state.sent.map(({ body }) => body)).toEqual([
    {
      ...{ amount: 20_000, reason: '세차기가 멈췄어요' },
      refundAccount: { bank: '088', number: '110123456789', holder: '홍길동' },
    },
  ])
  expect(await storageOf(page)).not.toMatch(/110123456789|홍길동/)
})

test('the account of a refund with an unknown outcome is stored nowhere and typed again after a reload', async () => {
  const { page, state, order, dialog } = await openOrder(byAccount)
  const refund = async (amount: string) => {
    await loseAnswer(page, '**/refund')
    await page.getByRole('button', { name: '환불' }).click()
    await typeAccount(page, '110-123-456789')
    await typeRefund(page, amount)
    await page.keyboard.press('Enter')
    await dialog.getByRole('heading', { name: '환불됐는지 아직 몰라요' }).waitFor()
  }
  // On the same page it is kept in memory.
  await refund('20,000')
  expect(await storageOf(page)).not.toMatch(/110123456789|110-123-456789|홍길동/)
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await page.getByText('20,000원 환불했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await refund('1,000')
  await page.reload()
  await page.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByText('처음과 같은 계좌를 다시 입력해야 해요.').waitFor()
  await typeAccount(page, '110 123 456789')
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await page.getByText('1,000원 환불했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(new Set(state.sent.map((each) => JSON.stringify(each))).size).toBe(2)
  expect(order.refundedAmount).toBe(21_000)

  // Another account: the service says that it has the first request, whose outcome the order shows.
  await refund('2,000')
  await page.reload()
  await page.getByRole('button', { name: '결과 확인' }).click()
  await typeAccount(page, '999999999')
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('heading', { name: '처음 보낸 환불 요청을 서버가 받았어요' }).waitFor()
  await dialog.getByRole('button', { name: '닫기' }).click()
  await page.getByText('28,000원', { exact: true }).waitFor()
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
  expect(order.refundedAmount).toBe(23_000)

  // After a day the service does not know the key any more: the refund is not sent again.
  await refund('3,000')
  await page.evaluate((day) => {
    for (const [name, text] of Object.entries(sessionStorage).filter(([each]) => each.startsWith('refund.')))
      sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(text), sentAt: Date.now() - day }))
  }, 24 * 3_600_000)
  await page.reload()
  await page.getByRole('button', { name: '환불' }).click()
  await dialog.getByText('25,000원까지 환불할 수 있어요.').waitFor()
})

test('when a refund was sent is by the server’s clock, also on a machine whose clock is a day ahead', async () => {
  const day = 86_400
  web.gateway.state.ahead = -day
  const { page, order, dialog } = await openOrder({})
  await page.evaluate((offset) => localStorage.setItem('clockOffset', String(offset)), -day)
  await loseAnswer(page, '**/refund')
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '1,000')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '환불됐는지 아직 몰라요' }).waitFor()
  const stored = await page.evaluate(() => Object.entries(sessionStorage).find(([name]) => name.startsWith('refund.')))
  const { sentAt } = JSON.parse(stored?.[1] ?? expect.fail())
  expect(Math.abs(sentAt - (Date.now() - day * 1_000))).toBeLessThan(3_600_000)
  await page.reload()
  await page.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await page.getByText('1,000원 환불했어요').waitFor()
  expect(order.refundedAmount).toBe(1_000)
})

test('a refund with an unknown outcome is not sent again by another administrator, to whom it would be a new one', async () => {
  const { page, state, admin, dialog } = await openOrder({})
  await page.route('**/refund', (route) => route.abort())
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '1,000')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '환불됐는지 아직 몰라요' }).waitFor()
  await page.unroute('**/refund')
  await page.evaluate(
    (token) => localStorage.setItem('accessToken', token),
    tokenFor(900, 'b', 0, 'admin', admin.admins[1]?.id),
  )
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('heading', { name: '주문을 먼저 확인해 주세요' }).waitFor()
  await dialog.getByRole('button', { name: '닫기' }).click()
  expect(state.sent).toEqual([])
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
})

test('money that arrived after the end of an order is refunded to an account', async () => {
  const owed = owedOf(1, { amount: 30_000, needsAccount: true, lastReason: 'accountNeeded' })
  const ended = { state: 'Cancel', paidAt: null, owedReturns: [owed] } as const
  const { page, state, dialog } = await openOrder({ ...byAccount, ...ended, owedReturns: [owed] })
  await page.getByText('환불 계좌가 필요해요').waitFor()
  await page.getByRole('button', { name: '환불' }).click()
  await dialog.getByText('30,000원까지 환불할 수 있어요.').waitFor()
  await dialog.getByText('주문이 끝난 뒤에 들어온 돈이에요.').waitFor()
  await typeAccount(page, '110-123-456789')
  await typeRefund(page, '30,000')
  await page.keyboard.press('Enter')
  await page.getByText('30,000원 환불했어요').waitFor()
  expect(state.sent).toHaveLength(1)
  await page.getByText('결제 전에 취소돼서 환불할 금액이 없어요.').waitFor()
})
