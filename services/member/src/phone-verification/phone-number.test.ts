import { parseMemberSearch } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMobileNumber, toMobileNumber } from './phone-number.ts'

test.each([
  '010-1234-5678',
  '01012345678',
  '+821012345678',
  '+8201012345678',
  '82 10 1234 5678',
  '０１０－１２３４－５６７８',
  '+82 (0)10 1234 5678',
  ' 010.1234.5678 ',
])('%s is a mobile number', (written) => expect(toMobileNumber(written)).toBe('+821012345678'))

test.each([
  '010-123-4567', // the library takes it
  '010-1234-567',
  '010-1234-56789',
  '011-123-4567',
  '016-1234-5678',
  '02-1234-5678',
  '070-1234-5678',
  '0505-123-4567',
  '1588-1234',
  '+1 541 754 3010',
  '+86 10 1234 5678',
  '081-10-1234-5678', // by a carrier's selection
  '010-1234-5678 ext. 9',
  'tel:010-1234-5678;ext=9',
  'call 010-1234-5678',
  '010-1234-5678\0',
  '010-ABCD-5678',
  '',
])('%j is not a mobile number', (written) => {
  expect(toMobileNumber(written)).toBeUndefined()
  expect(parseMemberSearch(written)?.phoneNumber).toBeUndefined()
})

test('a number is normalised to E.164, and any other text is refused with the path of its field', () => {
  expect(readMobileNumber('010-1234-5678')).toBe('+821012345678')
  const ko = '010으로 시작하는 휴대폰 번호를 입력해 주세요.'
  const en = 'Must be a Korean mobile number that begins with 010.'
  expect(() => readMobileNumber('02-1234-5678')).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', details: [{ path: 'phoneNumber', ko, en }] }),
  )
})

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 8, maxLength: 8 })
const separator = fc.constantFrom('', '-', ' ', '.', '‐', '\u00a0')
const head = fc.constantFrom('010', '+8210', '+82 10', '+82-010', '+82 (0)10', '82 10', '82010')
/** In the widths of a Korean keyboard. */
const wide = (text: string) =>
  text.replace(/[+\-0-9]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

test('property: every notation of a number gives the same number, in a search too', () => {
  fc.assert(
    fc.property(digits, head, separator, separator, fc.boolean(), (own, start, first, second, widened) => {
      const written = start + first + own.slice(0, 4) + second + own.slice(4)
      const typed = widened ? wide(written) : written
      expect(toMobileNumber(typed)).toBe(`+8210${own}`)
      expect(parseMemberSearch(typed)?.phoneNumber).toBe(`+8210${own}`)
    }),
  )
})

/** Any code point but a surrogate; fast-check's own `binary` takes seconds to create. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

test('property: a parsed number has the digits that were written, and parsing it again changes nothing', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0000118852+-. ()x;ext=,/０８２１０'), maxLength: 20 })
  fc.assert(
    fc.property(
      fc.oneof(
        nearly,
        fc.string({ unit: anyCharacter }),
        digits.map((own) => `010${own}x`),
      ),
      (written) => {
        const number = toMobileNumber(written)
        if (number === undefined) return
        expect(number).toMatch(/^\+8210\d{8}$/)
        const typed = written.normalize('NFKC').replace(/\D/g, '')
        expect(typed.endsWith(number.slice(3))).toBe(true)
        expect(toMobileNumber(number)).toBe(number)
      },
    ),
    { numRuns: 1_000 },
  )
})
