import { expect, test } from 'vitest'
import { contains, generatedCharacters, shownCharacters } from './console-font.ts'

test('the ranges of a stylesheet contain their first, their last and single characters', () => {
  const css = '@font-face { unicode-range: U+20-7e, U+AC00 } @font-face { unicode-range: U+2192; }'
  expect([...' ~가→각€'].map((character) => contains(css, character))).toEqual([true, true, true, true, false, false])
})

test('texts of strings and templates are shown, those of comments and regular expressions are not', () => {
  const code = `const a = '가' // 나\nexport const b = (n) => '다' + n + \`라\u2713\`, c = /마/, d = { 바: '사\ufeff' }, e = <p title="아">자</p>`
  expect([...shownCharacters(code, 'tsx')].join('')).toBe('가다라✓사아자')
})

test('generated content is read with both quotes, escapes, several strings, and without comments', () => {
  const css = String.raw`
    .a::before { content: "가" attr(title) '나;}' } .b::after { content: '\2014 \2192\27A4' / "다" }
    .c { content: "\"라\\\000021\
\d800" } q { quotes: "«" "»" } ul { list-style: '마' } .d { /* content: "바" */ content: counter(사) }
  `
  expect([...generatedCharacters(css)].join('')).toBe('가나—→➤다라\ufffd«»마')
})
