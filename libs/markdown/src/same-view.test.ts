import fc from 'fast-check'
import { expect, test } from 'vitest'
import { constructsOf } from './constructs.ts'
import { dialectsOf } from './dialect.ts'
import type { DocumentNode } from './document.ts'
import { ownImageId } from './grammar.ts'
import { parseMarkdown } from './parse.ts'
import { sanitise } from './sanitise.ts'
import { blocksMarkdown } from './write.ts'

const image = '/api/images/0199a0c5-0000-7000-8000-000000000001'

/** Nodes of the document of the editor that are images or have a link. */
const nodesIn = (nodes: readonly DocumentNode[]): DocumentNode[] =>
  nodes.flatMap((node) => [node, ...nodesIn(node.content ?? [])])
const hrefOf = ({ marks = [] }: DocumentNode) => marks.find(({ type }) => type === 'link')?.attrs?.href
function inEditor(text: string) {
  const nodes = nodesIn(parseMarkdown(text).blocks.map(({ node }) => node))
  const images = nodes.flatMap(({ type, attrs }) => (type === 'image' ? [`image ${attrs?.src}`] : []))
  const links = nodes.flatMap((node) => (hrefOf(node) === undefined ? [] : [`link ${hrefOf(node)}`]))
  return new Set([...images, ...links])
}
/** Links whose text is their address: the service does not look for those without brackets, as all are allowed. */
const addressesIn = (text: string) =>
  nodesIn(parseMarkdown(text).blocks.map(({ node }) => node)).flatMap((node) =>
    node.text !== undefined && String(hrefOf(node)).endsWith(node.text) ? [`link ${hrefOf(node)}`] : [],
  )

/** What the service finds in a stored text. */
const inService = (text: string) =>
  new Set(
    constructsOf(text, { tables: 'github', bareAddresses: false })?.constructs.flatMap((each) => {
      if (each.kind === 'autolink') return [`link ${each.target.replace(/^(?=[^:/]+@)/, 'mailto:')}`]
      return each.kind === 'link' || each.kind === 'image' ? [`${each.kind} ${each.target}`] : []
    }),
  )

const target = fc.constantFrom(
  ...[image, `${image}?width=320`, `${image}?width=321`, `${image}?width=0320`, `${image}/`, image.toUpperCase()],
  ...['https://kingcar.test/a_b', '/notices', 'mailto:a@kingcar.test', 'tel:02-1', 'HTTP://kingcar.test'],
  ...['javascript:x', 'JAVA&#115;cript:x', 'data:image/png;base64,x', '//kingcar.test', '/\\kingcar.test', '#a', 'a'],
  ...[''],
)
const reference = fc.tuple(fc.constantFrom('[가 나', '![그림', '![*그림* `a`'), target, fc.constantFrom('', ' "제목"'))
const part = fc.oneof(
  fc.constantFrom('가', ' ', '\n', '\n\n', '\n- ', '\n- [x] ', '\n> ', '\n1. ', '\n# ', '\n    ', '**', '*', '~~', '~'),
  fc.constantFrom(
    '\\',
    '&lt;b>',
    '<https://kingcar.test>',
    '<a@kingcar.test>',
    '`',
    '```\n',
    '\n| a | b |\n|--|--|\n| ',
  ),
  reference.map(([label, to, title]) => `${label}](${to}${title})`),
)
const texts = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))

test('property: editor, preview and service find the same images and links, in a stored text and in the typed one', () => {
  fc.assert(
    fc.property(texts, (typed) => {
      const stored = sanitise(typed)
      if (typeof stored === 'string') return
      const addresses = addressesIn(stored.text)
      expect(new Set([...inService(stored.text), ...addresses]), stored.text).toEqual(inEditor(stored.text))
      const found = [...inEditor(stored.text)].map((each) => ownImageId(each.replace(/^image /, '')))
      const imageIds = new Set(found.filter((id) => id !== undefined))
      expect(new Set(stored.imageIds).isSupersetOf(imageIds), stored.text).toBe(true)
      // Otherwise the service also looks for what other parsers see.
      const isClear = [typed, stored.text].every((text) => dialectsOf(text).length === 1)
      if (isClear) expect(new Set(stored.imageIds)).toEqual(imageIds)
      // A backtick or a backslash can mean something else once the brackets behind it are gone.
      if (isClear && !/[`\\]/.test(typed)) expect(inEditor(typed), typed).toEqual(inEditor(stored.text))
    }),
    { numRuns: 500 },
  )
})

test('property: a document that is written and parsed again is the same', () => {
  const documentOf = (text: string) => parseMarkdown(text).blocks.map(({ node }) => node)
  fc.assert(
    fc.property(texts, (typed) => {
      const written = blocksMarkdown(documentOf(typed))
      expect(blocksMarkdown(documentOf(written)), typed).toBe(written)
      expect(inEditor(written), written).toEqual(inEditor(typed))
    }),
    { numRuns: 200 },
  )
})

test.each([
  [`![a](${image}?width=321)`, `link ${image}?width=321`],
  ['![a](https://kingcar.test/a.png)', 'link https://kingcar.test/a.png'],
  ['www.kingcar.test', 'link http://www.kingcar.test'],
  ['https://kingcar.test/a_b_c*d*', 'link https://kingcar.test/a_b_c*d'],
  ['a@kingcar.test', 'link mailto:a@kingcar.test'],
])('%s shows %s', (text, shown) => {
  expect([...inEditor(text)]).toEqual([shown])
})

test.each(['![a](javascript:x)', 'https\\://kingcar.test', 'ftp://kingcar.test', '//kingcar.test'])(
  '%s shows text alone',
  (text) => {
    expect([...inEditor(text)]).toEqual([])
  },
)

test('strikethrough has one tilde or two, an item one box', () => {
  const [block] = parseMarkdown('- [x] ~가~ ~~나~~ ~다~~\n- \\[ ] 라').blocks
  const strike = { marks: [{ type: 'strike' }] }
  expect(block?.node.content).toEqual([
    {
      type: 'listItem',
      attrs: { checked: true },
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: '가', ...strike },
            { type: 'text', text: ' ' },
            { type: 'text', text: '나', ...strike },
            { type: 'text', text: ' ~다~~' },
          ],
        },
      ],
    },
    {
      type: 'listItem',
      attrs: { checked: null },
      content: [{ type: 'paragraph', content: [{ type: 'text', text: '[ ] 라' }] }],
    },
  ])
})
