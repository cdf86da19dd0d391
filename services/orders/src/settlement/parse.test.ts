import { settlementFileLimits } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { parseSettlement } from './parse.ts'

const heads = '거래일,고객사 결제번호,포트원 결제번호,거래금액,PG수수료,PG수수료 부가세,정산금액'
const row = '2026-01-05,kc_1,imp_1,35000,1050,105,33845'
const faultsOf = (text: string) => {
  const parsed = parseSettlement(text)
  return 'faults' in parsed ? parsed.faults.map(({ en }) => en) : []
}

test('columns may be in any order, with others between them, a BOM, quotes, spaces and other line ends', () => {
  const text = `\uFEFF"정산금액","대사상태","거래 일","고객사 주문번호","포트원 결제번호","주문명","거래금액","PG수수료","PG 수수료 부가세"\r\n"33,845","대사일치","2026.1.5 12:30:00","kc_1","imp_1","손세차, ""프리미엄""","35,000원","1,050","105"\r\n\r\n`
  expect(parseSettlement(text)).toEqual({
    rows: [
      {
        ...{ day: '2026-01-05', merchantUid: 'kc_1', paymentUid: 'imp_1', movement: 'paid', amount: 35_000 },
        ...{ fee: 1_050, vat: 105, settled: 33_845, nth: 1 },
      },
    ],
  })
})

test('a refund is negative or says so, and equal rows are told apart', () => {
  const text = `${heads},거래상태\n20260106,kc_1,imp_1,-5000,-150,-15,-4835,\n20260106,kc_1,imp_1,5000,0,0,-5000,부분취소\n`
  expect(parseSettlement(text)).toMatchObject({
    rows: [
      { movement: 'refunded', amount: 5_000, settled: -4_835, nth: 1 },
      { movement: 'refunded', amount: 5_000, settled: -5_000, nth: 2 },
    ],
  })
})

test('all missing columns are named', () => {
  expect(faultsOf('날짜,고객사 결제번호,포트원 결제번호,금액,PG수수료,정산금액\n1,2,3,4,5,6')).toEqual([
    'The column 거래일 is missing.',
    'The column 거래금액 is missing.',
    'The column PG수수료 부가세 is missing.',
  ])
  expect(faultsOf('')).toHaveLength(7)
})

test.each([
  [`${heads}\n`, 'There is no row.'],
  [`${heads}\n"2026-01-05,kc_1`, 'A quote is not closed.'],
  [`${heads}\n${row.replace('2026-01-05', '2026-02-30')}`, 'Row 2: 거래일 cannot be read.'],
  [`${heads}\n${row}\n${row.replace('35000', '삼만')}`, 'Row 3: 거래금액 cannot be read.'],
  [`${heads}\n${row.replace('imp_1', '')}`, 'Row 2: 포트원 결제번호 cannot be read.'],
  [`${heads}\n${row.replace(',33845', '')}`, 'Row 2: 정산금액 cannot be read.'],
])('%j: %s', (text, en) => {
  expect(faultsOf(text)).toEqual([en])
})

test('faults and rows are limited', () => {
  expect(faultsOf(`${heads}\n${`${row.replace('35000', 'x')}\n`.repeat(50)}`)).toHaveLength(settlementFileLimits.faults)
  expect(faultsOf(`${heads}\n${`${row}\n`.repeat(settlementFileLimits.rows + 1)}`)).toEqual([
    'There are more than 20,000 rows.',
  ])
})
