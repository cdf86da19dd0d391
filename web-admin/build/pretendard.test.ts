import { expect, test } from 'vitest'
import { contains, facesIn, generatedCharacters, shownCharacters } from './pretendard.ts'

test('the faces of a stylesheet have their characters and the size of their file', () => {
  const css = `@font-face { src: url(./a.woff2) format('woff2'); unicode-range: U+20-7e, U+AC00 }
@font-face { src: url("./b.woff2"); unicode-range: U+2192; }`
  const faces = facesIn(css, (url) => (url === './a.woff2' ? 10 : 20))
  expect(faces.map(({ face }) => face.bytes)).toEqual([10, 20])
  const [first, second] = faces.map(({ face }) => face)
  const has = (character: string) => [first, second].map((face) => face !== undefined && contains(face, character))
  expect([has('A'), has('가'), has('각'), has('→')]).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, true],
  ])
})

test('texts of strings and templates are shown, those of comments and regular expressions are not', () => {
  const code = `const a = '가' // 나\nexport const b = (n) => '다' + n + \`라\u2713\`, c = /마/, d = { 바: '사\ufeff' }`
  expect([...shownCharacters(code)].join('')).toBe('가다라✓사')
})

test('generated content is read with both quotes, escapes, several strings, and without comments', () => {
  const css = String.raw`
    .a::before { content: "가" attr(title) '나;}' } .b::after { content: '\2014 \2192\27A4' / "다" }
    .c { content: "\"라\\\000021\
\d800" } q { quotes: "«" "»" } ul { list-style: '마' } .d { /* content: "바" */ content: counter(사) }
  `
  expect([...generatedCharacters(css)].join('')).toBe('가나—→➤다라\ufffd«»마')
})
