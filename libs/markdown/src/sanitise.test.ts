import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { sanitise } from './sanitise.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
const image = '/api/images/0199a0c5-0000-7000-8000-000000000001'
/** Allowed elements with their allowed attributes. */
const allowed: Record<string, string[]> = {
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'em', 'strong', 'del', 'ul', 'blockquote'].map((name) => [name, []]),
  ),
  ...Object.fromEntries(['pre', 'hr', 'br', 'table', 'thead', 'tbody', 'tr', 'li'].map((name) => [name, []])),
  ol: ['start'],
  code: ['class'],
  th: ['align'],
  td: ['align'],
  input: ['type', 'disabled', 'checked'],
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
}

/** Allowed targets. Some parsers read an empty list item as a target, which is harmless. */
const targetsOf: Record<string, RegExp> = {
  href: /^(?:https?:|mailto:|tel:|\/(?![/\\]))|^(?:\d{1,9}[.)]|[-+*])$/i,
  src: /^\/api\/images\//,
}

/** Renders with another parser that allows everything, footnotes too; returns the forbidden parts. */
function forbidden(source: string, extended: boolean): string[] {
  const unsafe = { allowDangerousHtml: true, allowDangerousProtocol: true }
  const { htmlTextData: _text, htmlFlowData: _flow, ...exit } = gfmHtml().exit ?? {} // these would escape some tags
  const readers = { extensions: [gfm()], htmlExtensions: [{ ...gfmHtml(), exit }] }
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') found.push(node.nodeName)
    if (!('tagName' in node)) return
    const attributes = allowed[node.tagName]
    if (!attributes) found.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      const leads = targetsOf[name] ?? /^/
      if (!attributes?.includes(name) || !leads.test(value)) found.push(`<${node.tagName} ${name}="${value}">`)
    }
    node.childNodes.forEach(visit)
  }
  parseFragment(micromark(source, extended ? { ...unsafe, ...readers } : unsafe)).childNodes.forEach(visit)
  return found
}

const words = ['a', 'b c', '가', '\n', '\n\n', '  \n', '\n    ', '\t', ' ', '\r\n', '\\', '\\\n', '\ufeff', '\f']
const marks = [
  ...['*', '**', '_', '~~', '`', '``', '```\n', '~~~\n', '\n# ', '\n- ', '\n> ', '>', '\n1. ', '- [ ] ', '\n---\n'],
  ...['\n==='],
]
const tables = ['|', '\n|-|-|\n', '| a | b |\n', '\\|', '\n:-|-\n', '\n|-|\n']
const brackets = [
  ...['[', ']', '![', '](', ')', '(', '][', '[]', ']: ', '[a]: ', '[^1]: ', '[^1]', '[a]', '![a]', '"', "'", '<'],
  ...['>', '!'],
]
const tags = [
  ...['<script>alert(1)</script>', '<b onclick="x">', '</b>', '<div>', '<img src=x onerror=alert(1)>', '<!--', '-->'],
  ...['<?php', '?>', '<![CDATA[', ']]>', '<!DOCTYPE html>', '<a href="', '<svg/onload=x>', '<pre>', '</pre>', '<b\n'],
  ...['<style>'],
]
const targets = [
  ...['javascript:alert(1)', 'JaVaScRiPt:x', 'java\tscript:x', '&#106;avascript:x', 'javascript&colon;x'],
  ...['&Tab;javascript:x'],
  ...['data:text/html,x', 'vbscript:x', '//evil.test', '/\\evil.test', '/&#47;evil.test', 'http\\:x'],
  ...['https://kingcar.test/a_b'],
  ...['/notices', 'mailto:a@kingcar.test', 'tel:02-1', '<https://kingcar.test/a b>', '<javascript:x>'],
  ...['<a@kingcar.test>'],
  ...[image, `${image}?width=320`, `${image}?width=321`, 'https://evil.test/a.png', 'www.evil.test', 'file:///etc'],
  ...['#a'],
]
const entities = ['&lt;', '&#60;', '&#x3c;b&#62;', '&amp;', '&nbsp;', '&colon;']
const piece = fc.oneof(
  ...[words, marks, tables, brackets, tags, targets, entities].map((each) => fc.constantFrom(...each)),
  fc
    .tuple(fc.constantFrom(...targets), fc.constantFrom('[a](', '![a](', '[`a`](', '[![b](', '\n[a]: ', '<'))
    .map(([target, opening]) => `${opening}${target}${opening === '<' ? '>' : ')'}`),
)
const hostile = fc.array(piece, { minLength: 1, maxLength: 24 }).map((pieces) => pieces.join(''))

// ASVS 1.2.2
test('property: sanitised text shows only allowed content in any reader, and is not changed again', () => {
  fc.assert(
    fc.property(hostile, (source) => {
      const sanitised = sanitise(source)
      if (typeof sanitised === 'string') return
      expect(forbidden(sanitised.text, true)).toEqual([])
      expect(forbidden(sanitised.text, false)).toEqual([])
      expect(sanitise(sanitised.text)).toEqual(sanitised)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  '&lt;\n|-|\n`\n[a]: x)[`a`](javascript:alert(1))|', // a table without `|` in its head
  '|a\n---\na\n    <script>alert(1)</script>', // an indented row
  '| a `|\n|--|\n| `<b>` |', // a code span, or two cells
  '`| a | b |\n[^1]: ~~~\n[`a`](javascript:alert(1))', // a footnote in a code span
  'https://evil.test/a.png```\n<b onclick="x">```\n', // a URL with a backtick
  'https://evil.test/a\\<b onclick="x"> https://evil.test/a\\<javascript:alert(1)>', // or a backslash
])('%j is safe in parsers that read it differently', (source) => {
  const sanitised = sanitise(source)
  const text = typeof sanitised === 'string' ? source : sanitised.text
  expect([...forbidden(text, true), ...forbidden(text, false)]).toEqual([])
})

const fine = fc.oneof(
  fc.stringMatching(/^[가-힣a-z0-9 .,;:()?!'"-]{1,40}$/).map((text) => `문장 ${text}`),
  ...[
    ...[
      '**굵게**',
      '*기울여*',
      '~~지워~~',
      '`<b>` 코드',
      '``a ` b``',
      '줄\\\n바꿈',
      '띄어  \n쓰기',
      '1 < 2 > 0',
      'a <3 b',
      '\\<b>',
    ],
    ...['5 * 3'],
  ].map((text) => fc.constant(`문장 ${text}`)),
  fc
    .constantFrom(
      'https://kingcar.test/a',
      '/notices',
      'mailto:a@kingcar.test',
      'tel:02-1234-5678',
      '<https://kingcar.test>',
    )
    .map((target) => `[안내](${target} "제목") https://kingcar.test <https://kingcar.test/?a=1&b=2> <a@kingcar.test>`),
  fc.constantFrom(`![그림](${image})`, `![](${image}?width=640 'a')`, '[글][k] ![그림][p]', '- [ ] 할 일\n- [x] 한 일'),
  fc.constantFrom(
    '# 제목',
    '제목\n===',
    '> 인용\n> > 또',
    '1. 하나\n2. 둘\n   - 안',
    '---',
    '```html\n<b onclick="x">\n```',
    '    <b>코드</b>',
  ),
  fc.constantFrom(
    '| 가 | 나 |\n|:--|--:|\n| `<b>` | [a](/b) |\n| a\\|b | |',
    '&lt;b&gt; &copy; &#44;',
    '\tcode',
    '~~~\n[a](javascript:x)\n~~~',
  ),
)

test('property: allowed content stays byte for byte', () => {
  const definitions = `[k]: https://kingcar.test "이름"\n[p]: <${image}>`
  fc.assert(
    fc.property(fc.array(fine, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'), (blocks, end) => {
      const source = [...blocks, definitions].join('\n\n문장\n\n').replaceAll('\n', end)
      expect(sanitise(source)).toMatchObject({ text: source })
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['a <b onclick="x">c</b> d', 'a &lt;b onclick="x">c&lt;/b> d'],
  ['<div>\n<!-- a -->\n\n> <script>', '&lt;div>\n&lt;!-- a -->\n\n> &lt;script>'],
  ['`<b>` <b> \\<b>', '`<b>` &lt;b> \\<b>'],
  ['[a **b**](javascript:x) [c](JAVA&#115;cript:x "t") [d](//evil.test) [e](/\\evil.test)', 'a **b** c d e'],
  ['[a](https://b.test) [b](#c) <javascript:x>', '[a](https://b.test) b javascript:x'],
  ['> 글\n> [여러\n> 줄](data:x) 끝', '> 글\n> 여러\n> 줄 끝'],
  ['![밖](https://evil.test/a.png) ![안](data:image/png;base64,x)', '[밖](https://evil.test/a.png) 안'],
  [`![a](${image}?width=321) ![b](${image}?width=320)`, `[a](${image}?width=321) ![b](${image}?width=320)`],
  ['[![a](data:x)](javascript:x)', 'a'],
  [`${'['.repeat(5)}a${'](x)'.repeat(5)}`, 'a'],
  ['- ``~~~\n  <img src=x onerror=alert(1)>\n``', '- ``~~~\n  &lt;img src=x onerror=alert(1)>\n``'],
  ['a [b][k]\n\n- [k]: javascript:x\n- [K]: https://b.test', 'a b\n\n- \n- '],
  ['a[^1]\n\n[^1]: b\n\n        <b>', 'a[^1]\n\n\\[^1]: b\n\n        <b>'],
  ['| a | b |\n|--|--|\n| \\| [c](x:y) | `\\|` <b> |', '| a | b |\n|--|--|\n| \\| c | `\\|` &lt;b> |'],
  ['[a](/&Tab;/evil.test) [b](https://b.test/&#10;)', 'a b'],
  ['\ufeff# a', '# a'],
])('%j is stored as %j', (source, text) => {
  expect(sanitise(source)).toMatchObject({ text })
})

test.each(['', ' \n\u3000', '[a]: https://b.test', '[](https://b.test)', '&nbsp;', '>', '-', '#', '[](javascript:x)'])(
  '%j shows nothing',
  (source) => {
    expect(sanitise(source)).toBe('empty')
  },
)

test.each(['>'.repeat(120), '['.repeat(120), `${'['.repeat(6)}a${'](x)'.repeat(6)}`])(
  '%s nests too deeply',
  (source) => {
    expect(sanitise(`a\n\n${source}`)).toBe('nested')
  },
)

test('returns the ids of its images without duplicates', () => {
  const other = image.replace(/1$/, 'a')
  const source = `![](${image}) ![](${image}?width=320) ![][p]\n\n[p]: ${other.toUpperCase().replace('/API/IMAGES', '/api/images')}`
  expect(sanitise(source)).toMatchObject({ imageIds: [image, other].map((each) => each.slice(-36)) })
})
