import type { TermsChange } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffByLine } from './line-diff.ts'

const join = (changes: TermsChange[], without: TermsChange['kind']) =>
  changes.flatMap(({ kind, text }) => (kind === without ? [] : text)).join('')

test('adjacent lines of one kind are one change', () => {
  expect(diffByLine('제1조\n가\n나\n제2조\n', '제1조\n다\n라\n제2조\n제3조')).toEqual([
    { kind: 'same', text: '제1조\n' },
    { kind: 'removed', text: '가\n나\n' },
    { kind: 'added', text: '다\n라\n' },
    { kind: 'same', text: '제2조\n' },
    { kind: 'added', text: '제3조' },
  ])
  expect(diffByLine('가', '가')).toEqual([{ kind: 'same', text: '가' }])
})

test('property: unchanged and removed lines are the old text, unchanged and added lines the new one', () => {
  const text = fc
    .array(fc.constantFrom('가', '나\n', '다\r\n', '\n', ' ', 'a\n', '\r'), { maxLength: 40 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = diffByLine(before, after)
      expect([join(changes, 'added'), join(changes, 'removed')]).toEqual([before, after])
      expect(changes.every(({ kind }, at) => kind !== changes[at - 1]?.kind)).toBe(true)
    }),
  )
})

const lines = (count: number, lineOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${lineOf(at)}\n`).join('')

test.each([
  ['nothing in common', lines(8_000, (at) => `${at}`), lines(8_000, (at) => `x${at}`)],
  ['every other line', lines(25_000, () => '가'), lines(12_500, () => '가\n나')],
  [
    'as many changes as are said',
    lines(1_000, (at) => `${at % 2 ? '\u0001' : at}`.repeat(8)),
    lines(1_000, (at) => (at % 2 ? '\u0001'.repeat(8) : 'x')),
  ],
  ['characters that JSON escapes', '\u0001'.repeat(50_000), '\u0002'.repeat(50_000)],
])('%s: fast, and small enough for a bus message', (_, before, after) => {
  const began = performance.now()
  const changes = diffByLine(before, after)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThan(800_000)
  expect([join(changes, 'added'), join(changes, 'removed')]).toEqual([before, after])
})
