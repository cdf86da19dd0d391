import { contract, csvText, seoulDate } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { admin, codeOf, type TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const {
  importSettlement,
  listSettlements,
  countSettlements,
  getSettlement,
  deleteSettlement,
  getStatement,
  exportStatement,
  sellProduct,
} = contract.orders
const price = 35_000
const fee = 1_155
const money = providerBeforeAll({}, { notices: false })
let member: TestMember
let wash: string
let storeId: string
const today = () => seoulDate(money.orders.clock.now())
const dayBefore = (date: string) => seoulDate(new Date(Date.parse(`${date}T12:00:00+09:00`) - 86_400_000))

beforeAll(async () => {
  // far from midnight and the ends of a month, so that all of a test is on one day of it
  const next = new Date(Date.now() + 31 * 86_400_000)
  money.orders.clock.set(`${seoulDate(next).slice(0, 8)}15T12:00:00+09:00`)
  member = await money.orders.addMember()
  storeId = await money.orders.addStore('강남점')
  wash = (await money.orders.addProduct({ price, storeIds: [storeId] })).id
})

async function pay() {
  const order = await money.order(member, wash)
  const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: price })
  await money.orders.call(op.payOrder, { orderId: order.id, impUid: imp_uid }, { actor: member.actor })
  return { ...order, paymentUid: imp_uid }
}
type Paid = Awaited<ReturnType<typeof pay>>

const heads = ['거래일', '고객사 결제번호', '포트원 결제번호', '거래금액', 'PG수수료', 'PG수수료 부가세', '정산금액']
const line = ({ merchantUid, paymentUid }: Pick<Paid, 'merchantUid' | 'paymentUid'>, amount = price, date = today()) =>
  [date, merchantUid, paymentUid, amount, 1_050, 105, amount - fee].join(',')
const fileOf = (...lines: string[]) => [heads.join(','), ...lines].join('\n')
const send = (csv: string, fileName = '정산.csv') => money.orders.call(importSettlement, { fileName, csv })
const compare = (id: string) => money.orders.call(getSettlement, { id })
const kindsOf = async (id: string) =>
  (await compare(id)).differences.map(({ kind, movement, merchantUid, fileAmount, ownAmount }) => {
    return [kind, movement, merchantUid, fileAmount, ownAmount]
  })

test('each row is compared with the ledger, and each kind of difference is found; the same file changes nothing', async () => {
  const [same, other, late, missing, back] = [await pay(), await pay(), await pay(), await pay(), await pay()]
  await money.orders.call(op.refundOrder, { orderId: back.id, amount: 5_000, reason: '환불' })
  await money.orders.call(sellProduct, {
    ...{ memberId: member.id, productId: wash, storeId, method: 'cash', amount: price },
  })
  const strange = { merchantUid: 'kc_stranger', paymentUid: 'imp_stranger' }
  const wrong = [today(), back.merchantUid, back.paymentUid, -5_000, 0, 0, -4_000].join(',')
  const csv = fileOf(
    ...[
      line(same),
      line(other, price - 1),
      line(late, price, dayBefore(today())),
      line(strange, 1_000),
      line(back),
      wrong,
    ],
  )
  const file = await send(csv)
  expect(file).toMatchObject({ from: dayBefore(today()), to: today(), rows: 6, importedBy: admin.id })
  const differences = [
    ['missingInFile', 'paid', missing.merchantUid, 0, price],
    ['missingHere', 'paid', 'kc_stranger', 1_000, 0],
    ['otherAmount', 'paid', other.merchantUid, price - 1, price],
    ['otherDay', 'paid', late.merchantUid, price, price],
    ['wrongSum', 'refunded', back.merchantUid, -4_000, -5_000],
  ]
  expect(await kindsOf(file.id)).toEqual(differences)
  expect(await compare(file.id)).toMatchObject({
    differenceCount: 5,
    sums: { paid: 4 * price - 1 + 1_000, refunded: 5_000, fee: 5 * fee },
    own: { paid: 5 * price, refunded: 5_000 },
  })
  expect(await send(`\uFEFF${csv.replaceAll('\n', '\r\n')}`, '다른 이름.csv')).toEqual(file)
  expect(await kindsOf(file.id)).toEqual(differences)
  // rows of an overlapping file are not counted twice, and a deletion takes away its own
  const complete = [line(same), line(other, price - 1), line(strange, 1_000), line(back), wrong, line(missing)]
  const overlapping = await send(fileOf(...complete))
  expect((await kindsOf(file.id)).map(([kind]) => kind)).not.toContain('missingInFile')
  // as one file has it, since the other one has the same rows of its only day
  const own = { rows: 7, paid: 5 * price - 1 + 1_000, refunded: 5_000, fee: 6 * fee }
  for (const ids of [undefined, [file.id], [file.id, overlapping.id]])
    expect(await money.orders.call(countSettlements, { ...(ids && { ids }) })).toMatchObject(own)
  expect(await money.orders.call(countSettlements, { ids: [overlapping.id] })).toMatchObject({ rows: 6 })
  const month = today().slice(0, 7)
  const statement = () => money.orders.call(getStatement, { month })
  const lines = async () =>
    (await statement()).rows.map((row) => [row.storeName, row.method, row.paid, row.fee, row.net])
  expect(await lines()).toEqual([
    ['강남점', 'card', 5 * price, 5 * fee, 5 * (price - fee) - 5_000],
    ['강남점', 'cash', price, 0, price],
    ['여러 매장', 'unknown', 0, fee, -fee],
  ])
  expect(await statement()).toMatchObject({ settledUntil: today() })
  const limited = { actor: { ...admin, adminRole: 'manager', storeIds: [storeId] } } as never
  expect((await money.orders.call(getStatement, { month }, limited)).rows).toHaveLength(2)
  const { lines: text } = await money.orders.call(exportStatement, { month })
  const cells = text
    .trim()
    .split('\r\n')
    .map((each) => each.split(',').map(csvText))
  expect([cells[0], cells.at(-1)]).toEqual([
    ['매장', '결제 수단', '결제한 주문', '결제', '환불', '수수료', '받을 금액'],
    ['합계', '', '6', String(6 * price), '5000', String(6 * fee), String(6 * price - 5_000 - 6 * fee)],
  ])
  expect((await money.orders.call(listSettlements, {})).map(({ id }) => id)).toEqual([overlapping.id, file.id])
  await money.orders.call(deleteSettlement, { id: file.id })
  expect(await money.orders.call(countSettlements, {})).toMatchObject({ rows: 6 })
  const { sql } = money.orders.backend
  expect(await sql`select * from orders.wrong_settlement_figures('-infinity', 'infinity')`).toEqual([])
  await sql`update orders.settlement_figures set fee = fee + 1 where rows > 0`
  expect(await sql`select fee from orders.wrong_settlement_figures('-infinity', 'infinity')`).toEqual([{ fee: '-1' }])
  await sql`select orders.recount_settlements()`
  expect(await sql`select * from orders.wrong_settlement_figures('-infinity', 'infinity')`).toEqual([])
  expect(await codeOf(compare(file.id))).toBe('SETTLEMENT_NOT_FOUND')
  expect(await codeOf(money.orders.call(deleteSettlement, { id: file.id }))).toBe('SETTLEMENT_NOT_FOUND')
  await send(fileOf(...complete)) // adds the rows that the deletion took away
  expect((await compare(overlapping.id)).sums).toMatchObject({ paid: 4 * price - 1 + 1_000 })
  await waitFor(() => {
    const audited = money.orders.events.filter(({ name }) => name === 'orders.audited')
    const of = audited.map(({ payload }) => payload).filter(({ entityId }) => entityId === file.id)
    expect(of.map(({ action }) => action)).toEqual(['importSettlement', 'importSettlement', 'deleteSettlement'])
  })
})

test('a file with wrong columns or rows is refused as a whole', async () => {
  const before = await money.orders.call(listSettlements, {})
  const paid = await pay()
  for (const csv of [
    fileOf(line(paid)).replace('거래금액', '금액'),
    fileOf(line(paid), line(paid, Number.NaN)),
    heads.join(','),
    'PK\u0003\u0004 이것은 CSV가 아니에요',
  ])
    expect(await codeOf(send(csv))).toBe('VALIDATION_FAILED')
  const twoDays = fileOf(line(paid), line(paid, price, seoulDate(new Date(Date.parse(today()) - 92 * 86_400_000))))
  expect(await codeOf(send(twoDays))).toBe('VALIDATION_FAILED')
  expect(await money.orders.call(listSettlements, {})).toEqual(before)
  const { sql } = money.orders.backend
  expect(await sql`select from orders.settlement_rows where merchant_uid = ${paid.merchantUid}`).toHaveLength(0)
})

test('a corrected file is refused until the other one is deleted', async () => {
  const [paid, other] = [await pay(), await pay()]
  const first = await send(fileOf(line(paid)))
  const row = line(paid)
  for (const corrected of [
    line(paid, price - 1),
    line(paid, price, dayBefore(today())),
    row.replace('1050', '1000').replace(`${price - fee}`, `${price - fee + 50}`),
  ]) {
    const error: unknown = await send(fileOf(line(other), corrected)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ en: expect.stringContaining('정산.csv') }] })
  }
  await money.orders.call(deleteSettlement, { id: first.id })
  const second = await send(fileOf(line(other), line(paid, price - 1)))
  // a payment that has vanished from a day, and one of another channel
  await expect(send(fileOf(line(other)), '줄어든.csv')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [
      {
        en: `The payment ${paid.merchantUid} is in the file 정산.csv for one of these days, but not in this file. Delete that file first.`,
      },
    ],
  })
  expect(await codeOf(send(fileOf(line(await pay()))))).toBe('none')
  expect((await compare(second.id)).differences.map(({ kind }) => kind)).toContain('otherAmount')
})

test('rows of a file that an older one has too are missed in a corrected one', async () => {
  const [first, gone, added] = [await pay(), await pay(), await pay()]
  await send(fileOf(line(first)), '오전.csv')
  await send(fileOf(line(first), line(gone)), '오후.csv')
  await expect(send(fileOf(line(first), line(added)))).rejects.toMatchObject({
    details: [{ en: expect.stringMatching(`${gone.merchantUid} is in the file 오후.csv`) }],
  })
  expect(await codeOf(send(fileOf(line(first)), '오전.csv'))).toBe('none') // the same file again
})

test('the VAT of a fee is compared, of payments and refunds', async () => {
  const paid = await pay()
  const back = [dayBefore(today()), paid.merchantUid, paid.paymentUid, -1_000, -30, -30, -940].join(',')
  const { id } = await send(
    fileOf(
      line(paid, price, dayBefore(today()))
        .replace(',105,', ',100,')
        .replace(`${price - fee}`, `${price - fee + 5}`),
      back,
    ),
  )
  expect((await kindsOf(id)).filter(([kind, , uid]) => kind === 'wrongVat' && uid === paid.merchantUid)).toEqual([
    ['wrongVat', 'paid', paid.merchantUid, 100, 105],
    ['wrongVat', 'refunded', paid.merchantUid, -30, -3],
  ])
})
