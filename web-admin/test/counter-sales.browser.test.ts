import type { Admin } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, wide, withConsole } from './browser.ts'
import { ownId } from './fake-gateway.ts'
import { adminOf } from './gateway/admins.ts'
import { ordered } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openSale(products = ordered) {
  const state = withManagement(web.gateway)
  state.product.products = products
  const page = await web.open(`/manage/members/${state.member.members[0]?.id}`, wide)
  await page.getByRole('button', { name: '현장 판매' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('상품').selectOption({ index: 1 })
  return { page, dialog, ...state }
}

test('staff sell a product to a company car with a receipt, and the number is kept', async () => {
  const { page, dialog, counter } = await openSale()
  await dialog.getByLabel('매장', { exact: true }).selectOption('강남점')
  await dialog.getByLabel('차량').selectOption('12가3456')
  await dialog.getByLabel('현금영수증').selectOption('지출증빙 (사업자등록번호)')
  expect(await dialog.getByLabel('사업자등록번호', { exact: true }).inputValue()).toBe('1248100998')
  await dialog.getByLabel('이 차량의 사업자등록번호로 기억하기').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '받고 판매' }).click()
  await page.getByText('상품을 판매했어요').waitFor()
  expect(counter.sold).toMatchObject([
    {
      key: expect.any(String),
      body: {
        ...{ method: 'cash', amount: 50_000, remembersBusiness: true, carId: counter.cars[0]?.id },
        cashReceipt: { kind: 'corporate', identifier: '1248100998' },
      },
    },
  ])
})

test('a sale costs what the service says for the member, and less with a coupon', async () => {
  const { dialog, counter } = await openSale()
  counter.price = 9_900
  await dialog.getByLabel('매장', { exact: true }).selectOption('강남점')
  await dialog.getByText('받을 금액 9,900원').waitFor()
  await dialog.getByLabel('쿠폰 코드').fill('NOSUCH')
  await dialog.getByLabel('차량').focus()
  await dialog.getByText('쿠폰을 찾을 수 없어요.').waitFor()
  await dialog.getByLabel('쿠폰 코드').fill('WELCOME')
  await dialog.getByLabel('차량').focus()
  await dialog.getByText('받을 금액 4,900원 · 환영 쿠폰으로 5,000원 할인').waitFor()
  const message = '이 회원에게는 45,000원이에요.'
  counter.refusal = { code: 'AMOUNT_MISMATCH', message: '금액이 달라요.', details: [{ path: 'amount', message }] }
  counter.price = 50_000
  await dialog.getByRole('button', { name: '4,900원 받고 판매' }).click()
  await dialog.getByText(message).first().waitFor()
  counter.refusal = undefined
  await dialog.getByRole('button', { name: '45,000원 받고 판매' }).click()
  await eventually(() => counter.sold.map(({ body }) => body['amount'])).toEqual([4_900, 45_000])
  expect(counter.sold[1]?.body).toMatchObject({ couponCode: 'WELCOME' })
})

test('a card terminal needs its approval number and has no receipt', async () => {
  const { dialog, counter } = await openSale()
  await dialog.getByLabel('매장', { exact: true }).selectOption('강남점')
  await dialog.getByLabel('결제 수단').selectOption('카드 단말기')
  expect(await dialog.getByLabel('현금영수증').count()).toBe(0)
  await dialog.getByRole('button', { name: '받고 판매' }).click()
  await dialog.getByText('승인번호를 입력해 주세요.').waitFor()
  await dialog.getByLabel('승인번호').fill('30012345')
  await dialog.getByRole('button', { name: '받고 판매' }).click()
  await eventually(() => counter.sold[0]?.body).toMatchObject({ method: 'cardTerminal', approvalNumber: '30012345' })
})

test('an administrator of another store sees the sale of a counter, and no refund', async () => {
  const { order: state, admin, product } = withManagement(web.gateway)
  product.products = ordered
  const order = state.orders[0] ?? expect.fail()
  const staff: Partial<Admin> = { role: 'accountant', storeIds: ['019aa000-0001-7000-8000-000000000002'] }
  admin.admins = [adminOf(1, { id: ownId, name: '김매니저', ...staff })]
  const page = await web.open(`/manage/orders/${order.id}`, wide)
  await page.getByRole('button', { name: '환불' }).waitFor()
  Object.assign(order, { storeId: '019aa000-0001-7000-8000-000000000001' })
  await page.reload()
  await page.getByText('강남점', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: '환불' }).count()).toBe(0)
})

test('an order of a counter shows store, method and receipt, and its refund asks for the cancellation', async () => {
  const { order: state, product } = withManagement(web.gateway)
  product.products = ordered
  const order = state.orders[0] ?? expect.fail()
  const request = { impCode: '', channelKey: '', merchantUid: 'kc_1', name: '', amount: 1, buyerName: '', buyerTel: '' }
  Object.assign(order, {
    storeId: '019aa000-0001-7000-8000-000000000001',
    payment: { ...request, method: 'cardTerminal', approvalNumber: '30012345' },
    cashReceipt: { state: 'issued', kind: 'personal', amount: 51_000, number: '123456789', url: null, refusal: null },
  })
  const page = await web.open(`/manage/orders/${order.id}`, wide)
  const panel = page.getByRole('region', { name: '결제 정보' })
  for (const text of ['카드 단말기', '강남점', '30012345', '발급됨 · 소득공제 · 51,000원 · 123456789'])
    await panel.getByText(text, { exact: true }).waitFor()
  await page.getByRole('button', { name: '환불' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '환불할 금액' }).fill('1,000')
  await dialog.getByLabel('사유').fill('잘못 팔았어요')
  await dialog.getByLabel('금액 확인').fill('1,000')
  await dialog.getByLabel('취소 승인번호').fill('30099999')
  await dialog.getByRole('button', { name: '1,000원 환불' }).click()
  await eventually(() => state.sent[0]?.body).toMatchObject({ amount: 1_000, cancelApprovalNumber: '30099999' })
})

test('a refused receipt says why, and staff ask for it again', async () => {
  const { order: state, product, counter } = withManagement(web.gateway)
  product.products = ordered
  const order = state.orders[0] ?? expect.fail()
  const request = { impCode: '', channelKey: '', merchantUid: 'kc_1', name: '', amount: 1, buyerName: '', buyerTel: '' }
  Object.assign(order, {
    ...{ storeId: '019aa000-0001-7000-8000-000000000001', payment: { ...request, method: 'cash' } },
    cashReceipt: { state: 'refused', kind: 'personal', amount: 1, number: null, url: null, refusal: '식별정보 오류' },
  })
  const page = await web.open(`/manage/orders/${order.id}`, wide)
  await page.getByText(/발급하지 못함 · .* · 식별정보 오류/).waitFor()
  await page.getByRole('button', { name: '현금영수증 발급' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '발급 요청' }).click()
  await dialog.getByText('번호를 입력해 주세요.').waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('휴대폰 번호').fill('010-1234-5678')
  await dialog.getByRole('button', { name: '발급 요청' }).click()
  await page.getByText('현금영수증 발급을 요청했어요').waitFor()
  expect(counter.receipts).toMatchObject([{ kind: 'personal', identifier: '010-1234-5678' }])
})

test('a settlement file is compared, a wrong one is refused with its columns, and the month has a statement', async () => {
  const { counter } = withManagement(web.gateway)
  const page = await web.open('/manage/settlements', wide)
  await page.getByText('다른 거래가 2건 있어요.').waitFor()
  await page.getByText('모든 파일 · 결제 1,000,000원 · 환불 50,000원 · 수수료 33,000원 · 정산금액 917,000원').waitFor()
  await expectAccessible(page)
  const upload = (name: string, text: string) =>
    page.getByLabel('파일', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await upload('틀린.csv', '거래일,금액\n')
  await page.getByText('‘거래금액’ 열이 없어요.').first().waitFor()
  expect(counter.files).toHaveLength(1)
  await upload('엑셀.xlsx', 'PK\u0003\u0004')
  await page.getByText('엑셀 파일이에요.').waitFor()
  const large = Buffer.alloc(700 * 1024, Buffer.from([0xb0, 0xa1])) // in CP949: a third is missing to what is sent
  await page.getByLabel('파일', { exact: true }).setInputFiles({ name: '큰.csv', mimeType: 'text/csv', buffer: large })
  await page.getByText('파일이 너무 커요.').waitFor()
  const days = ['2026-02-01', '2026-02-02'].flatMap((day) =>
    Array.from({ length: 9_000 }, () => `${day},${'1'.repeat(45)}`),
  )
  await upload('지점.csv', ['거래일,거래금액', ...days].join('\n'))
  await page.getByText('2,400건을 비교했어요').waitFor()
  await eventually(() => counter.files.map(({ fileName }) => fileName).slice(0, 2)).toEqual([
    ...['지점.csv (2/2)', '지점.csv (1/2)'],
  ])
  await page.getByText('모든 파일 · 결제 3,000,000원').waitFor()
  for (const piece of ['1/2', '2/2'])
    await page.getByRole('checkbox', { name: `지점.csv (${piece}) 선택` }).press('Space')
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await bar.getByText('결제 2,000,000원 · 환불 100,000원').waitFor()
  // both pieces have differences
  await page.getByRole('listitem').and(page.locator('[aria-current=true]')).filter({ hasText: '(1/2)' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: '(2/2)' }).getByRole('button', { name: '비교 보기' }).click()
  await page.getByRole('listitem').and(page.locator('[aria-current=true]')).filter({ hasText: '(2/2)' }).waitFor()
  expect(await bar.innerText()).toContain('2건 선택됨')
  const holdBack = (call: string) => {
    const [answer, released] = [web.gateway.answers[call] ?? expect.fail(), Promise.withResolvers<void>()]
    web.gateway.answers[call] = async (...request) => {
      await released.promise
      return answer(...request)
    }
    return released.resolve
  }
  const releaseSums = holdBack('GET /admin/api/settlements/totals')
  await page.getByRole('checkbox', { name: '지점.csv (1/2) 선택' }).press('Space')
  await bar.getByText('1건 선택됨').waitFor()
  expect(await bar.innerText()).not.toContain('2,000,000원') // the sum of two
  releaseSums()
  await bar.getByText('결제 1,000,000원 · 환불 50,000원').waitFor()

  counter.files = counter.files.slice(2)
  const releaseUpload = holdBack('POST /admin/api/settlements')
  await upload('이월.csv', '거래일,거래금액\n')
  await page.getByRole('status').getByText('올리는 중이에요').waitFor()
  releaseUpload()
  await page.getByText('1,200건을 비교했어요').waitFor()
  await page.getByText('올리는 중이에요').waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: '이월.csv' }).getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await eventually(() => counter.files.length).toBe(1)
  await page.getByRole('link', { name: '월 정산서 보기' }).click()
  await page.getByRole('row', { name: /합계 12건 420,000원 35,000원 11,550원 373,450원/ }).waitFor()
  await page.getByText('이 중에 매장에서 받은 돈: 70,000원').waitFor()
  await expectAccessible(page)
})
