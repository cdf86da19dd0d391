import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  eventually,
  expectAccessible,
  exportList,
  exportMasks,
  loseAnswer,
  openFilters,
  reason,
  withConsole,
} from './browser.ts'
import { ordered } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' as const }

async function openOrders(path = '/manage/orders') {
  const { order: state, product } = withManagement(web.gateway)
  product.products = ordered
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state, dialog: page.getByRole('dialog') }
}
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

/** Types a partial refund. */
async function typeRefund(page: Page, amount: string, typed = amount) {
  await page.getByRole('textbox', { name: '환불할 금액' }).fill(amount)
  await page.getByLabel('사유').fill('세차기가 멈췄어요')
  await page.getByLabel('금액 확인').fill(typed)
}

test('orders are filtered, sorted and exported with the list’s query, and the list is restored on return', async () => {
  const { page, state } = await openOrders()
  await page.getByText('1–20 / 43').waitFor()
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(
    /프리미엄 정기 세차권\s+00000001\s+완료\s+김서연\s+51,000원\s+11월 20일 14:02\s+11월 20일 14:02/,
  )

  await openFilters(page)
  await page.getByLabel('상태').selectOption('환불')
  await page.getByText('1–7 / 7').waitFor()
  await page.getByRole('button', { name: '주문 금액' }).click()
  await page.waitForURL(/state=Refund&sort=amount/)
  await page.getByRole('button', { name: '이번 달' }).click()
  await page.waitForURL(/from=\d{4}-\d{2}-01/)
  await eventually(() => state.queries.at(-1)).toMatch(/^state=Refund&from=[\d-]+&to=[\d-]+&sort=amount%2Cdesc$/)
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(/환불[\s\S]*56,000원\s+56,000원/)
  // Of all orders that the filters leave, not only of the page.
  const back = state.orders.filter((order) => order.state === 'Refund')
  const sum = back.reduce((all, { amount }) => all + amount, 0).toLocaleString('ko-KR')
  await page.getByText(`결제 합계 ${sum}원 · 환불 ${sum}원 · 남은 금액 0원`).waitFor()
  expect(state.totals.at(-1)).toMatch(/^state=Refund&from=[\d-]+&to=[\d-]+$/)

  const [first] = back
  await page
    .getByRole('checkbox', { name: `${first?.memberName} ${first?.productName} 선택` })
    .first()
    .check()
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await bar.getByText(`결제 합계 ${first?.amount.toLocaleString('ko-KR')}원`).waitFor()
  const savingOne = page.waitForEvent('download')
  await bar.getByRole('button', { name: '고른 것만 내보내기' }).click()
  await page.getByRole('dialog').getByLabel('사유').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: '내려받기' }).click()
  await savingOne
  expect(state.queries.at(-1)).toMatch(/^export state=Refund&from=.*&ids=[\w-]{36}&full=false$/)

  const saving = page.waitForEvent('download')
  await exportList(page)
  expect((await saving).suggestedFilename()).toMatch(/^주문-\d{4}-\d{2}-\d{2}\.csv$/)
  const list = state.queries.findLast((query) => !query.startsWith('export'))
  const file = state.queries.at(-1)
  expect(file).toBe(`export ${list}&${exportMasks}`)

  const left = page.url()
  const opened = page.getByRole('row').nth(2).getByRole('link').first()
  const row = await opened.getAttribute('data-row')
  await opened.click()
  await page.getByRole('heading', { name: '주문 정보' }).waitFor()
  await page.locator('main').getByRole('link', { name: '주문·결제', exact: true }).click()
  await page.waitForURL(left)
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(row)
  await expectAccessible(page)
})

test('an order shows its history, its links, and why it cannot be refunded', async () => {
  const { page, state } = await openOrders()
  const [paid, , , failed] = state.orders
  await page.goto(`${page.url()}/${failed?.id}`)
  await page.getByText('결제 금액이 주문 금액과 달라서 결제를 되돌렸어요.').waitFor()
  const timeline = page.getByRole('region', { name: '진행 기록' })
  expect(await timeline.innerText()).toMatch(
    /주문했어요\s+결제 대기\s+54,000원\s+회원[\s\S]*결제 금액이 주문 금액과 달라요\s+결제 대기 → 실패\s+자동 처리[\s\S]*somethingNew/,
  )
  const refund = page.getByRole('button', { name: '환불' })
  expect(await refund.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('결제에 실패해서 환불할 금액이 없어요.').waitFor()
  await refund.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.goto(page.url().replace(/[^/]+$/, String(paid?.id)))
  await page.getByText('010-1234-5678').waitFor()
  const hrefOf = (name: string) => page.locator('main').getByRole('link', { name }).getAttribute('href')
  expect(await hrefOf('김서연')).toBe(`/manage/members/${paid?.memberId}`)
  expect(await hrefOf('지급한 이용 상품 보기')).toBe(
    `/manage/userProducts?memberId=${paid?.memberId}&productId=${paid?.productId}`,
  )
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await expectAccessible(page)
  await refund.click()
  await page.getByRole('dialog').getByRole('button', { name: '51,000원 환불' }).click()
  await page.getByText('사유를 입력해 주세요.').waitFor()
  await expectAccessible(page)

  await page.goto(page.url().replace(/[^/]+$/, '019aa000-0024-7000-8000-999999999999'))
  await page.getByText('주문을 찾을 수 없어요.').waitFor()
})

test('a refund is validated, confirmed by its amount and sent once; the next one is a new request', async () => {
  const { page, state, dialog } = await openOrders()
  await page.goto(`${page.url()}/${state.orders[0]?.id}`)
  await page.getByRole('button', { name: '환불' }).focus()
  await page.keyboard.press('Enter')
  await eventually(() => focusedName(page)).toBe('amount')
  await typeRefund(page, '51001')
  await page.keyboard.press('Enter')
  await dialog.getByText('남은 금액 51,000원보다 많이 환불할 수 없어요.').waitFor()
  await eventually(() => focusedName(page)).toBe('amount')
  await typeRefund(page, '20000', '2000')
  await page.keyboard.press('Enter')
  await eventually(() => focusedName(page)).toBe('typed')
  await dialog.getByText('일부만 환불하면 이용 상품은 그대로 남아요.').waitFor()
  await page.getByLabel('사유').fill(' ')
  await page.getByLabel('금액 확인').fill('20,000원')
  await page.keyboard.press('Enter')
  await dialog.getByText('사유를 입력해 주세요.').waitFor()
  expect(state.sent).toEqual([])

  // A concurrent refund: the server's fault is shown at the field.
  Object.assign(state.orders[0] ?? {}, { refundedAmount: 40_000 })
  await typeRefund(page, '20,000')
  await page.keyboard.press('Enter')
  await dialog.getByText('결제한 금액보다 많이 환불할 수 없어요.').waitFor()
  await eventually(() => focusedName(page)).toBe('amount')
  await typeRefund(page, '1,000')
  await dialog.getByRole('button', { name: '1,000원 환불' }).click()
  await page.getByText('1,000원 환불했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const timeline = page.getByRole('region', { name: '진행 기록' })
  await timeline.getByText('관리자가 환불했어요').waitFor()
  await timeline.getByText('김매니저').waitFor()

  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '1,000')
  await dialog.getByRole('button', { name: '1,000원 환불' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('9,000원', { exact: true }).waitFor()
  await page.getByRole('button', { name: '환불' }).click()
  await dialog.getByText('모두 환불하면 이용 상품도 함께 끝나요.').waitFor()
  await typeRefund(page, '9,000')
  await dialog.getByRole('button', { name: '9,000원 환불' }).click()
  await page.getByText('이미 모두 환불했어요.').waitFor()
  await timeline.getByText('완료 → 환불').waitFor()
  expect(state.sent.map(({ body }) => body)).toEqual(
    [20_000, 1_000, 1_000, 9_000].map((amount) => ({ amount, reason: '세차기가 멈췄어요' })),
  )
  expect(new Set(state.sent.map(({ key }) => key)).size).toBe(4)
})

test('a refund whose response was lost is sent again as the same request, also after its dialog was closed', async () => {
  const { page, state, dialog } = await openOrders()
  await page.goto(`${page.url()}/${state.orders[0]?.id}`)
  await loseAnswer(page, '**/refund')
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '20,000')
  await dialog.getByRole('button', { name: '20,000원 환불' }).click()
  await dialog.getByRole('heading', { name: '환불됐는지 아직 몰라요' }).waitFor()
  await dialog.getByText('20,000원 환불 요청의 결과를 받지 못했어요.').waitFor()
  await dialog.getByText('서버에 연결할 수 없어요.').waitFor()

  const refund = web.gateway.answers['POST /admin/api/orders/{id}/refund']
  web.gateway.answers['POST /admin/api/orders/{id}/refund'] = (body, _, request) => {
    state.sent.push({ key: request.headers['idempotency-key'], body: body as Record<string, unknown> })
    return { status: 409, error: { code: 'CONFLICT', message: '다른 요청과 겹쳤어요. 다시 시도해 주세요.' } }
  }
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByText('다른 요청과 겹쳤어요.').waitFor()
  await dialog.getByRole('button', { name: '나중에 확인' }).click()
  await dialog.waitFor({ state: 'detached' })
  if (refund) web.gateway.answers['POST /admin/api/orders/{id}/refund'] = refund
  await page.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await page.getByText('20,000원 환불했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })

  expect(state.sent).toHaveLength(3)
  expect(new Set(state.sent.map((each) => JSON.stringify(each))).size).toBe(1)
  expect(state.orders[0]?.refundedAmount).toBe(20_000)
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
})

test('a refund with an unknown outcome stays with its order and does not affect another order', async () => {
  const { page, state, dialog } = await openOrders()
  const [asked, other] = state.orders.filter(({ state: of }) => of === 'Completed')
  await page.goto(`${page.url()}/${asked?.id}`)
  await page.route('**/refund', (route) => route.abort())
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '20,000')
  await dialog.getByRole('button', { name: '20,000원 환불' }).click()
  await dialog.getByRole('button', { name: '나중에 확인' }).click()
  await page.unroute('**/refund')
  await page.getByText('20,000원 환불 요청의 결과를 받지 못했어요.').waitFor()

  const search = async (text: string, id: string | undefined) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '검색어' }).fill(text)
    await dialog.locator(`a[href$="${id}"]`).click()
    await page.waitForURL(`**/${id}`)
  }
  await search(String(other?.merchantUid), other?.id)
  await page.getByText(String(other?.merchantUid)).first().waitFor()
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
  await page.getByRole('button', { name: '환불' }).click()
  await dialog.getByRole('heading', { name: '환불할 금액을 확인해 주세요' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // The open refund is restored on any way back, and is still the same request.
  await search(String(asked?.merchantUid), asked?.id)
  await page.getByText('20,000원 환불 요청의 결과를 받지 못했어요.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: '결과 확인' }).click()
  const lost = web.gateway.answers['POST /admin/api/orders/{id}/refund']
  web.gateway.answers['POST /admin/api/orders/{id}/refund'] = async (...request) => {
    await lost?.(...request)
    return { status: 503 }
  }
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('alert').waitFor()
  if (lost) web.gateway.answers['POST /admin/api/orders/{id}/refund'] = lost
  await page.reload()
  await page.getByRole('button', { name: '결과 확인' }).click()
  await dialog.getByRole('button', { name: '결과 확인' }).click()
  await page.getByText('20,000원 환불했어요').waitFor()
  expect(new Set(state.sent.map((each) => JSON.stringify(each))).size).toBe(1)
  expect([asked?.refundedAmount, other?.refundedAmount]).toEqual([20_000, 0])
  await page.reload()
  await page.getByText('31,000원', { exact: true }).waitFor()
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
})

test('a refund rejected because the session had ended was not made, and is not open after signing in again', async () => {
  const { page, state, dialog } = await openOrders()
  const address = `${page.url()}/${state.orders[0]?.id}`
  await page.goto(address)
  web.gateway.answers['POST /admin/api/orders/{id}/refund'] = () => ({
    status: 401,
    error: { code: 'UNAUTHENTICATED' },
  })
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '20,000')
  await dialog.getByRole('button', { name: '20,000원 환불' }).click()
  const signIn = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  await signIn.getByLabel('이메일').fill('manager@store.kr')
  await signIn.getByLabel('비밀번호').fill('password')
  await signIn.getByRole('button', { name: '로그인' }).click()
  await signIn.waitFor({ state: 'detached' })
  await page.goto(address)
  await page.getByRole('button', { name: '환불' }).click()
  await dialog.getByRole('heading', { name: '환불할 금액을 확인해 주세요' }).waitFor()
  expect(await page.getByText('결과를 받지 못했어요').count()).toBe(0)
})

test('a refund that needs a fresh sign-in goes on after it', async () => {
  const { page, state, dialog } = await openOrders()
  await page.goto(`${page.url()}/${state.orders[0]?.id}`)
  const { 'POST /admin/api/orders/{id}/refund': refund } = web.gateway.answers
  web.gateway.answers['POST /admin/api/orders/{id}/refund'] = () => ({
    status: 403,
    error: { code: 'FRESH_SIGN_IN_REQUIRED', message: '중요한 작업이에요. 다시 로그인해 주세요.' },
  })
  await page.getByRole('button', { name: '환불' }).click()
  await typeRefund(page, '20,000')
  await dialog.getByRole('button', { name: '20,000원 환불' }).click()
  const signIn = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  await signIn.getByText('중요한 작업이라 본인인지 한 번 더 확인해요.').waitFor()
  Object.assign(web.gateway.answers, { 'POST /admin/api/orders/{id}/refund': refund })
  await signIn.getByLabel('이메일').fill('manager@store.kr')
  await signIn.getByLabel('비밀번호').fill('password')
  await signIn.getByRole('button', { name: '로그인' }).click()
  await page.getByText('20,000원 환불했어요').waitFor()
  expect(state.sent).toHaveLength(1)
  await eventually(() => dialog.count()).toBe(0)
})

test('a refund starts from the current refundable amount, and is not offered after a concurrent full refund', async () => {
  const { page, state, dialog } = await openOrders()
  const order = state.orders[0] ?? expect.fail()
  await page.goto(`${page.url()}/${order.id}`)
  const refund = page.getByRole('button', { name: '환불', exact: true })
  await refund.waitFor()
  Object.assign(order, { refundedAmount: 40_000 })
  const read = web.gateway.answers['GET /admin/api/orders/{id}']
  const held = Promise.withResolvers<void>()
  web.gateway.answers['GET /admin/api/orders/{id}'] = async (...request) => {
    await held.promise
    return (await read?.(...request)) ?? { status: 500 }
  }
  await refund.click()
  await eventually(() => refund.getAttribute('aria-busy')).toBe('true')
  expect(await dialog.count()).toBe(0)
  held.resolve()
  await dialog.getByText('11,000원까지 환불할 수 있어요.').waitFor()
  expect(await page.getByRole('textbox', { name: '환불할 금액' }).inputValue()).toBe('11,000')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  web.gateway.answers['GET /admin/api/orders/{id}'] = () => ({ status: 503 })
  await refund.click()
  await page.getByText('불러오지 못했어요').first().waitFor()
  expect(await dialog.count()).toBe(0)
  if (read) web.gateway.answers['GET /admin/api/orders/{id}'] = read
  Object.assign(order, { refundedAmount: order.amount, state: 'Refund' })
  await refund.click()
  await page.getByText('이미 모두 환불했어요.').waitFor()
  expect(await dialog.count()).toBe(0)
})

test('an order fits on one sheet of A4, in light colours, without buttons and links to elsewhere', async () => {
  const { page, state } = await openOrders()
  const refunded = state.orders.find((order) => order.state === 'Refund')
  await page.goto(`${web.gateway.origin}/manage/orders/${refunded?.id}`)
  await page.getByText('상품을 지급했어요').waitFor()
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const main = page.locator('main')
  expect(await main.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await main.getByRole('link', { name: '주문·결제' }).filter({ visible: true }).count()).toBe(0)
  expect(await main.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(18, 22, 31)')
  // Browsers leave out backgrounds on paper, and the marks of the timeline are nothing else.
  const mark = page.getByText('상품을 지급했어요').locator('xpath=ancestor::li')
  expect(await mark.evaluate((item) => getComputedStyle(item, '::before').printColorAdjust)).toBe('exact')
  const margin = { top: '12mm', right: '12mm', bottom: '12mm', left: '12mm' }
  const paper = (await page.pdf({ format: 'A4', margin })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
