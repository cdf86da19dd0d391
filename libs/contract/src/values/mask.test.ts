import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail, maskName, maskPhone, maskPlate } from './mask.ts'
import { isLegalPlate } from './plate.ts'

test.each([
  ['홍', '*'],
  ['홍길', '홍*'],
  ['홍길동', '홍*동'],
  ['남궁민수', '남**수'],
  ['홍길동'.normalize('NFD'), '홍*동'],
  ['Kim', 'K*m'],
  ['', '*'],
  ['𠮷田太', '𠮷*太'],
])('the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown)
})

test.each([
  ['12가3456', '12가 **56'],
  ['123가4567', '123가 **67'],
  ['서울12바3456', '서울12바 **56'],
  ['012가4568', '012가 **68'],
  ['12국3456', '12국 **56'],
  ['80배3456', '80배 **56'],
  ['외교005003', '외교 ****03'],
  ['외빈108', '외빈 *08'],
  ['임1234', '임 **34'],
  ['임123456', '임 ****56'],
  ['C00D', '**0D'],
  ['가나', '**'],
  ['', ''],
])('the plate %s is shown as %s', (plate, shown) => {
  expect(maskPlate(plate)).toBe(shown)
})

test.each([
  ['+821012345678', '010-****-5678'],
  ['+82111234567', '011-****-4567'],
  ['+8225551234', '****1234'],
])('the phone %s is shown as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

test.each([
  ['minji@example.com', 'm****@example.com'],
  ['a@b.kr', 'a****@b.kr'],
  ['𠮷田@b.kr', '𠮷****@b.kr'],
  ['m\nn@b.kr', 'm****@b.kr'],
])('the email %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

const name = fc.array(fc.constantFrom(...'홍길동김이박최정아름 KimLee'), { minLength: 3, maxLength: 50 })

test('a masked name depends only on first letter, last letter and length', () => {
  fc.assert(
    fc.property(name, (letters) => {
      const others = letters.map((letter, index) => (index === 0 || index === letters.length - 1 ? letter : '숨'))
      expect(maskName(letters.join(''))).toBe(maskName(others.join('')))
      expect(maskName(letters.join(''))).toHaveLength(letters.length)
    }),
  )
})

const plate = fc.oneof(
  fc.stringMatching(/^\d{2,3}[가나바배하]\d{4}$/),
  fc.stringMatching(/^서울\d{2}[가바]\d{4}$/),
  fc.stringMatching(/^외교\d{6}$/),
  fc.stringMatching(/^외빈\d{3}$/),
)

test('a masked plate does not depend on the hidden digits, and is not a legal plate', () => {
  fc.assert(
    fc.property(plate, fc.nat(9), (text, digit) => {
      const head = text.slice(0, text.search(/\d+$/))
      const serial = text.slice(head.length)
      const other = head + String(digit).repeat(serial.length - 2) + serial.slice(-2)
      expect(maskPlate(other)).toBe(maskPlate(text))
      expect(isLegalPlate(maskPlate(text))).toBe(false)
    }),
  )
})

test('at most the last two digits of a longer text stay readable', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{5,20}$/), (text) => {
      expect(maskPlate(text)).not.toMatch(/\d{3}$/)
    }),
  )
})
