import type { DocumentNode } from './document.ts'
import { inlineMarkdown } from './inline.ts'

const inText = {
  atLineStart: true,
  inLink: false,
  inTable: false,
  beforeBracket: false,
  tildes: 0,
  normaliseLine: false,
}
const inHeading = { ...inText, atLineStart: false, normaliseLine: true }
const inCell = { ...inHeading, inTable: true }

/** Writes blocks. The second of two adjacent lists gets another marker, otherwise they would be one list. */
export function blocksMarkdown(blocks: readonly DocumentNode[], isTight = false): string {
  let source = ''
  let before: { block: DocumentNode; second: boolean } | undefined
  for (const block of blocks) {
    const second = before?.block.type === block.type && !before.second
    const written = blockMarkdown(block, second)
    if (written === '') continue
    const closes = isTight && before?.block.type === 'paragraph' && isListThatMayFollow(block)
    if (before !== undefined) source += closes ? '\n' : '\n\n'
    source += written
    before = { block, second }
  }
  return source
}

/** Whether a list can follow a paragraph without an empty line: not if it starts at another number than 1 or with an empty item. */
function isListThatMayFollow({ type, attrs, content = [] }: DocumentNode): boolean {
  if (type !== 'bulletList' && (type !== 'orderedList' || (attrs?.start ?? 1) !== 1)) return false
  return blocksMarkdown(content[0]?.content ?? []) !== ''
}

/**
 * Writes one block; an empty paragraph, which Markdown does not have, becomes an empty text.
 * @param second whether a list uses the alternative marker
 */
export function blockMarkdown({ type, attrs = {}, content = [] }: DocumentNode, second = false): string {
  switch (type) {
    case 'heading': {
      const text = inlineMarkdown(content, inHeading).replace(/#$/, '\\#')
      return text === '' ? '' : `${'#'.repeat(Number(attrs.level ?? 2))} ${text}`
    }
    case 'paragraph':
      return inlineMarkdown(content, inText)
    case 'codeBlock':
      return codeBlock(content.map(({ text = '' }) => text).join(''), String(attrs.language ?? ''))
    case 'horizontalRule':
      return '___' // not a list marker, unlike `---` and `***`
    case 'blockquote': {
      const inside = blocksMarkdown(content)
      return inside === '' ? '' : indented(inside, '> ', '> ')
    }
    case 'bulletList':
      return content.map((item) => listItem(item, second ? '* ' : '- ')).join('\n')
    case 'orderedList': {
      const start = Number(attrs.start ?? 1)
      return content.map((item, index) => listItem(item, `${start + index}${second ? ')' : '.'} `)).join('\n')
    }
    case 'table':
      return table(content)
    default:
      throw new Error(`No Markdown for block type ${type}.`)
  }
}

function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/^ *`+/gm) ?? []).map((run) => run.trim().length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language.replaceAll('`', '').replaceAll(/[\\&]/g, '\\$&')}\n${text === '' ? '' : `${text}\n`}${fence}`
}

function listItem({ attrs = {}, content = [] }: DocumentNode, marker: string): string {
  const inside = blocksMarkdown(content, true)
  const hasBox = typeof attrs.checked === 'boolean' && blocksMarkdown(content.slice(0, 1)) !== '' // without content the brackets would be text
  const box = hasBox ? `[${attrs.checked ? 'x' : ' '}] ` : ''
  return indented(`${box}${inside}`, marker, ' '.repeat(marker.length))
}

const indented = (source: string, first: string, others: string): string =>
  source
    .split('\n')
    .map((line, index) => {
      const mark = index === 0 ? first : others
      return line === '' ? mark.trimEnd() : mark + line
    })
    .join('\n')

function table(rows: readonly DocumentNode[]): string {
  const cells = rows.map(({ content = [] }) => content.map(cell))
  const width = Math.max(...cells.map(({ length }) => length))
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, column) => row[column] ?? '').join(' | ')} |`
  const divider = Array.from({ length: width }, (_, column) => dividers[alignment(rows[0]?.content?.[column])] ?? '---')
  return [line(cells[0] ?? []), line(divider), ...cells.slice(1).map(line)].join('\n')
}

const dividers: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }
const alignment = (node: DocumentNode | undefined): string => String(node?.attrs?.align ?? '')

/** A cell is one line, so its blocks are joined with spaces. */
const cell = ({ content = [] }: DocumentNode): string =>
  inlineMarkdown(
    content.flatMap((block, index) => [...(index > 0 ? [{ type: 'text', text: ' ' }] : []), ...(block.content ?? [])]),
    inCell,
  )
