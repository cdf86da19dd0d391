import { csvLine } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { text } from './copy.ts'
import { type Cells, cellsOf, fields } from './fields.ts'
import { fileOfRest, readFile, readSheet, type Sheet, templateFile } from './sheet.ts'

const headings = fields.map((field) => text.headings[field])
const values = ['강남점', '서울, 강남구', '', '37.5', '-127.03', '02-555-1234', '매일 09:00-18:00; 일 휴무', '', '예']
const cells: Cells = cellsOf((field) => values[fields.indexOf(field)] ?? '')

const utf8 = (source: string) => new TextEncoder().encode(source)
const read = async (blob: Blob): Promise<Sheet> => readSheet(new Uint8Array(await blob.arrayBuffer()))
const refusalOf = (source: string) => {
  const sheet = readSheet(utf8(source))
  return 'refusal' in sheet ? sheet.refusal : undefined
}
const quoted = (line: readonly string[], delimiter: string) =>
  line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)

test.each([
  ['commas', ',', '\r\n', ''],
  ['a byte order mark and tabs', '\t', '\n', '\uFEFF'],
  ['semicolons, and the line ends of old Macs', ';', '\r', ''],
])('a file with %s is parsed, with any texts', (_, delimiter, end, mark) => {
  const source = mark + [quoted(headings, delimiter), quoted(values, delimiter), ''].join(end)
  expect(readSheet(utf8(source))).toEqual({ rows: [{ number: 2, cells, spilled: false }] })
})

test('columns may be in any order, headings with or without spaces; rows are numbered as in a spreadsheet', () => {
  const source = '전화번호,경도,위도,주소,이름,영업시간,상세주소\n\n1,2,3,"가\n나",다,,라\n,,,,,,\n4,5,6,마,바,,\n'
  const sheet = readSheet(utf8(source))
  expect('rows' in sheet && sheet.rows.map(({ number, cells: { name, address } }) => [number, name, address])).toEqual([
    [3, '다', '가\n나'],
    [5, '바', '마'],
  ])
})

test('content in a column without a heading is reported', () => {
  const sheet = readSheet(
    utf8(`${headings.join(',')},\n가,서울, 강남구,1층,37,127,02,,,예,아니요\n가,서울,,37,127,02,,,예,,\n`),
  )
  expect('rows' in sheet && sheet.rows.map(({ spilled }) => spilled)).toEqual([true, false])
})

test('a file that Excel saved as Unicode text is parsed', () => {
  const source = `\uFEFF${headings.join('\t')}\r\n펲시점\t서울\t\t37\t127\t02-1\t\t\t\r\n`
  const utf16 = new Uint8Array(new Uint16Array([...source].map((letter) => letter.charCodeAt(0))).buffer)
  expect(readSheet(utf16)).toMatchObject({ rows: [{ number: 2, cells: { name: '펲시점', address: '서울' } }] })
})

test('an unreadable file is rejected with a message', async () => {
  expect(refusalOf('이름,주소,비고,이름\n가,나,다,라\n')).toBe(
    '첫 행의 제목을 고쳐 주세요. 빠진 제목: 위도, 경도, 전화번호, 영업시간. 모르는 제목: 비고. 두 번 있는 제목: 이름.',
  )
  expect(refusalOf('')).toMatch(/^첫 행의 제목을 고쳐 주세요. 빠진 제목: 이름, 주소/)
  expect(refusalOf(`${headings.join(',')}\n,,\n`)).toBe(text.empty)
  expect(refusalOf(`${headings.join(',')}\n가,나\n"다,라\n`)).toBe(
    '3행의 큰따옴표가 맞지 않아요. 열고 닫는 따옴표를 확인해 주세요.',
  )
  expect(refusalOf(`${headings.join(',')}\n${'가,나\n'.repeat(501)}`)).toMatch(/^501행이 있어요/)
  expect(readSheet(new Uint8Array([0x50, 0x4b, 3, 4, 20]))).toEqual({ refusal: text.spreadsheet })
  expect(readSheet(new Uint8Array([0xff, 0xff, 0xff]))).toEqual({ refusal: text.unreadable })
  expect(await readFile(new File([new Uint8Array(1_048_577)], 'a.csv'))).toEqual({ refusal: text.tooLarge })
})

test('the template starts with a byte order mark and is parsed as its example row', async () => {
  const template = templateFile()
  expect([...new Uint8Array(await template.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  expect(await template.text()).toMatch(/^이름,주소,상세 주소,위도,경도,전화번호,영업시간,휴무일,노출\r\n[^\n]+\r\n$/)
  expect(await read(template)).toEqual({ rows: [{ number: 2, cells: text.example, spilled: false }] })
})

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '"', ',', ';', '\n', ' ', 'a', '가') }),
  fc.constantFrom('-73.9857', '+82-2-555-1234', '0212345678', '-0', "'=1"),
)

test('failed rows can be saved and parsed again, and contain no formulas', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: fields.length, maxLength: fields.length }),
      cell,
      async (line, reason) => {
        const written = cellsOf((field) => (line[fields.indexOf(field)] ?? '').trim())
        fc.pre(Object.values(written).some((each) => each !== '' && !each.startsWith("'")))
        const file = fileOfRest([{ cells: { ...written, name: `가${written.name}` }, reason }])
        const sheet = await read(file)
        const expected = Object.entries(written).map(([field, each]) => [field, each.replace(/^'(?=[=])/, '')])
        expect(sheet).toMatchObject({
          rows: [{ cells: { ...Object.fromEntries(expected), name: `가${written.name}` } }],
        })
      },
    ),
  )
  const file = await fileOfRest([{ cells: { ...cells, phone: '+82-2-555-1234' }, reason: '=1' }]).text()
  expect(file).toContain(csvLine([...values.slice(0, 3), 37.5, -127.03, '+82-2-555-1234', ...values.slice(6), '=1']))
  expect(file).toContain(",-127.03,'+82-2-555-1234,")
})
