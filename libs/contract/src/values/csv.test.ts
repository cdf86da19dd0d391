import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvPhone, csvText, csvTime } from './csv.ts'

test.each([
  [['홍길동', 3, null, ''], '홍길동,3,,\r\n'],
  [['a,b', '그는 "네"라고', '두\n줄', '두\r\n줄'], '"a,b","그는 ""네""라고","두\n줄","두\r\n줄"\r\n'],
  [[-5, '-5', 1.5], "-5,'-5,1.5\r\n"],
  [['=1+1', '+82', '@SUM(A1)', '\t=1', '\r=1', '\n=1'], `'=1+1,'+82,'@SUM(A1),'\t=1,"'\r=1","'\n=1"\r\n`],
  [['＝1+1', '＠A', 'a=1', "'=1"], "'＝1+1,'＠A,a=1,'=1\r\n"],
])('%j is written as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})

test('times are written in Asia/Seoul, also across midnight', () => {
  expect(csvTime('2026-11-21T05:32:05.999Z')).toBe('2026-11-21 14:32:05')
  expect(csvTime('2026-12-31T15:00:00.000Z')).toBe('2027-01-01 00:00:00')
  expect(csvTime(null)).toBeNull()
})

test.each([
  ['+821012345678', '010-1234-5678'],
  ['+82111234567', '011-123-4567'],
  ['+12025550123', '+12025550123'],
  ['', ''],
])('the phone %s is written as %s', (phoneNumber, written) => {
  expect(csvPhone(phoneNumber)).toBe(written)
})

/** As RFC 4180 reads a line. */
function read(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const hostile = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', '가'),
})

// ASVS 1.1.2, 1.2.1
test('any text is read back unchanged, and none is a formula', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = read(csvLine(texts))
      expect(cells).toHaveLength(texts.length)
      for (const [at, cell] of cells.entries()) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
        expect([texts[at], `'${texts[at]}`]).toContain(cell)
        if (!texts[at]?.startsWith("'")) expect(csvText(cell)).toBe(texts[at])
      }
    }),
  )
})
