import { type DocumentMark, type DocumentNode, joinTexts } from './document.ts'
import { escapeText, type Surroundings } from './escape.ts'
import { emphases } from './grammar.ts'
import { parseInline } from './parse.ts'

/*
 * Writes the inline content of a block as Markdown. CommonMark recognises emphasis delimiters only beside certain characters:
 * the end of `**강조(참고)**는` is not a closing delimiter, because punctuation precedes and a letter follows. Such a neighbour
 * is therefore written as a character reference, which counts as punctuation: `**강조(참고)**&#xb294;`.
 */

type Piece =
  | { kind: 'text'; source: string; first: string; last: string; isPlain: boolean }
  | { kind: 'open' | 'close'; delimiter: string }

export type InlineOptions = Surroundings & {
  /** The block cannot contain line breaks: a heading or a table cell. */
  normaliseLine: boolean
}

/** Marks to drop, step by step, when emphasis overlaps in a way that delimiters cannot express. */
const droppedMarks = [[], ['italic'], ['italic', 'strike'], Object.keys(emphases)]

/** Writes the inline content of a block, without the spaces that Markdown strips at line ends. */
export function inlineMarkdown(nodes: readonly DocumentNode[], options: InlineOptions): string {
  let source = ''
  for (const types of droppedMarks) {
    const wanted = normalised(
      nodes.map((node) => without(node, types)),
      options.normaliseLine,
    )
    source = join(piecesOf(wanted, options))
    const back = parseInline(options.inTable ? source.replaceAll('\\|', '|') : source)
    if (sameShape(normalised(back), wanted)) break
  }
  return source
}

const without = (node: DocumentNode, types: readonly string[]): DocumentNode =>
  node.marks ? { ...node, marks: node.marks.filter(({ type }) => !types.includes(type)) } : node

const sameShape = (one: readonly DocumentNode[], other: readonly DocumentNode[]) => shape(one) === shape(other)
const shape = (nodes: readonly DocumentNode[]) =>
  JSON.stringify(
    nodes.map(({ type, text, attrs, marks }) => {
      const named = (marks ?? []).map((mark) => [mark.type, mark.attrs?.href ?? '', mark.attrs?.title ?? ''].join(' '))
      return [type, text, attrs?.src, attrs?.alt, attrs?.title ?? '', named.sort()]
    }),
  )

/** Normalises inline content to what Markdown can express: no spaces at the ends of lines or emphasis, no trailing line break. */
export function normalised(nodes: readonly DocumentNode[], normaliseLine = false): DocumentNode[] {
  let all = nodes
    .flatMap(withAddresses)
    .map((node) => expressible(plainBlanks(normaliseLine && node.type === 'hardBreak' ? blankFor(node) : node)))
  for (const type of [...Object.keys(emphases), 'link']) all = withoutOuterBlanks(all, type)
  all = joinTexts(all)
  const lines: DocumentNode[][] = [[]]
  for (const node of all) {
    if (node.type === 'hardBreak') lines.push([])
    else lines.at(-1)?.push(node)
  }
  const trimmed = lines.map(trimmedLine)
  while (trimmed.length > 1 && trimmed.at(-1)?.length === 0) trimmed.pop()
  while (trimmed.length > 1 && trimmed[0]?.length === 0) trimmed.shift()
  return trimmed.flatMap((line, index) => (index === 0 ? line : [{ type: 'hardBreak' }, ...line]))
}

/** Replaces line breaks and tabs by spaces, as parsers do within code. */
const plainBlanks = (node: DocumentNode): DocumentNode =>
  node.text === undefined ? node : { ...node, text: node.text.replaceAll(/[\r\n\t]+/g, ' ') }

/** Bare addresses, which parsers turn into links. */
const address =
  /(?<![\p{L}\p{N}_./-])https?:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?:[/?#](?:[\w.~:/?#@!$'()*+,;=%-]*[\w/#=-])?)?/giu

function withAddresses(node: DocumentNode): DocumentNode[] {
  const { text, marks = [] } = node
  if (text === undefined || isCode(node) || hasMark(node, 'link') || !/https?:/i.test(text)) return [node]
  const parts: DocumentNode[] = []
  let from = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (index > from) parts.push({ ...node, text: text.slice(from, index) })
    parts.push({ type: 'text', text: href, marks: [...marks, { type: 'link', attrs: { href, title: null } }] })
    from = index + href.length
  }
  return from < text.length ? [...parts, { ...node, text: text.slice(from) }] : parts
}

const blankFor = (node: DocumentNode): DocumentNode => ({ ...node, type: 'text', text: ' ' })

/**
 * Removes marks that parsers disagree on or cannot express: bold and italic within strikethrough (parsers differ on whether a
 * tilde beside an asterisk is punctuation), and code that consists of spaces only.
 */
function expressible(node: DocumentNode): DocumentNode {
  if (isCode(node) && node.text?.trim() === '') return without(node, ['code'])
  if (!hasMark(node, 'strike')) return node
  return without(node, ['bold', 'italic'])
}

const hasMark = ({ marks = [] }: DocumentNode, type: string) => marks.some((mark) => mark.type === type)
const sameMark = (one: DocumentMark | undefined, other: DocumentMark | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)
const markOf = ({ marks = [] }: DocumentNode, type: string) => marks.find((mark) => mark.type === type)
const isCode = (node: DocumentNode) => hasMark(node, 'code')

/** Removes a mark from the spaces at both ends of each run that has it. */
function withoutOuterBlanks(nodes: DocumentNode[], type: string): DocumentNode[] {
  const split = nodes.flatMap((node) =>
    node.text === undefined || isCode(node) || !hasMark(node, type)
      ? [node]
      : (node.text.match(/^\s+|\s+$|\S(?:.*\S)?/gs) ?? []).map((text) => ({ ...node, text })),
  )
  const isBlank = (node: DocumentNode) =>
    node.type === 'hardBreak' || (node.text !== undefined && !isCode(node) && node.text.trim() === '')
  for (let from = 0; from < split.length; ) {
    const mark = markOf(split[from] as DocumentNode, type)
    let to = from + 1
    while (to < split.length && sameMark(markOf(split[to] as DocumentNode, type), mark)) to += 1
    const stretch = split.slice(from, to)
    const [first, last] = [stretch.findIndex((node) => !isBlank(node)), stretch.findLastIndex((node) => !isBlank(node))]
    for (let at = 0; at < stretch.length; at += 1) {
      if (first < 0 || at < first || at > last) split[from + at] = without(stretch[at] as DocumentNode, [type])
    }
    from = to
  }
  return split
}

function trimmedLine(line: DocumentNode[]): DocumentNode[] {
  const trim = (node: DocumentNode | undefined, pattern: RegExp) =>
    node?.text === undefined || isCode(node) ? node : { ...node, text: node.text.replace(pattern, '') }
  const nodes = [...line]
  while (nodes.length > 0) {
    const first = trim(nodes[0], /^\s+/) as DocumentNode
    if (first.text !== '') {
      nodes[0] = first
      break
    }
    nodes.shift()
  }
  while (nodes.length > 0) {
    const last = trim(nodes.at(-1), /(?<!\s)\s+$/) as DocumentNode
    if (last.text !== '') {
      nodes[nodes.length - 1] = last
      break
    }
    nodes.pop()
  }
  return nodes
}

/** The marks of a node from the outside in; those that extend furthest come first. */
function nesting(nodes: readonly DocumentNode[], at: number, open: readonly DocumentMark[]): DocumentMark[] {
  const marks = (nodes[at]?.marks ?? []).filter(({ type }) => type === 'link' || type in emphases)
  const kept: DocumentMark[] = []
  for (const mark of open) {
    const same = marks.find((each) => sameMark(each, mark))
    if (same === undefined) break
    kept.push(same)
  }
  const reach = (mark: DocumentMark) => {
    let to = at
    while (to < nodes.length && sameMark(markOf(nodes[to] as DocumentNode, mark.type), mark)) to += 1
    return to
  }
  const order = ['link', ...Object.keys(emphases)]
  const fresh = marks
    .filter((mark) => !kept.includes(mark))
    .map((mark) => ({ mark, reach: reach(mark) }))
    .sort((a, b) => b.reach - a.reach || order.indexOf(a.mark.type) - order.indexOf(b.mark.type))
  return [...kept, ...fresh.map(({ mark }) => mark)]
}

function piecesOf(nodes: readonly DocumentNode[], options: InlineOptions): Piece[] {
  const pieces: Piece[] = []
  let open: DocumentMark[] = []
  const tildes =
    nodes
      .map(({ text = '' }) => text)
      .join('')
      .split('~').length - 1
  const around = { ...options, tildes: nodes.some((node) => hasMark(node, 'strike')) ? 2 : tildes }
  const turnTo = (wanted: readonly DocumentMark[]) => {
    let same = 0
    while (same < open.length && sameMark(open[same], wanted[same])) same += 1
    for (const mark of open.slice(same).toReversed()) pieces.push(closing(mark))
    for (const mark of wanted.slice(same)) pieces.push(opening(mark))
    open = [...wanted]
  }
  nodes.forEach((node, at) => {
    const address = bareAddressOf(node)
    turnTo(
      address === undefined ? nesting(nodes, at, open) : nesting(nodes, at, open).filter(({ type }) => type !== 'link'),
    )
    const next = nodes[at + 1]
    const surroundings = {
      ...around,
      atLineStart: !options.normaliseLine && isFirst(pieces),
      inLink: open.some(({ type }) => type === 'link'),
      beforeBracket: next !== undefined && hasMark(next, 'link') && !hasMark(node, 'link'),
    }
    pieces.push(address === undefined ? pieceOf(node, surroundings) : plain(`<${address}>`))
  })
  turnTo([])
  return pieces
}

/** Whether the next piece is at the start of a line. */
const isFirst = (pieces: readonly Piece[]): boolean => {
  const last = pieces.at(-1)
  return last === undefined || (last.kind === 'text' && last.source === '\\\n')
}

const plain = (source: string): Piece => ({
  kind: 'text',
  source,
  first: source.charAt(0),
  last: source.charAt(source.length - 1),
  isPlain: false,
})

function pieceOf(node: DocumentNode, around: Surroundings & { tildes: number }): Piece {
  if (node.type === 'hardBreak') return { kind: 'text', source: '\\\n', first: ' ', last: ' ', isPlain: false }
  if (node.type === 'image') {
    const { src, alt, title } = node.attrs ?? {}
    return plain(
      `![${escapeText(String(alt ?? ''), { ...around, atLineStart: false, inLink: true })}](${target(src, title)})`,
    )
  }
  const text = node.text ?? ''
  // Parsers disagree on a backslash before a bar within code in a table; then the text is written without code.
  if (isCode(node) && !(around.inTable && text.includes('\\|'))) return plain(codeSpan(text, around.inTable))
  const points = [...text]
  return {
    kind: 'text',
    source: escapeText(text, around),
    first: points[0] ?? '',
    last: points.at(-1) ?? '',
    isPlain: true,
  }
}

function codeSpan(text: string, inTable: boolean): string {
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length)
  let length = 1
  while (runs.includes(length)) length += 1
  const fence = '`'.repeat(length)
  const padded = /^`|`$|^ .* $/.test(text) && text.trim() !== '' ? ` ${text} ` : text
  return fence + (inTable ? padded.replaceAll('|', '\\|') : padded) + fence
}

function target(address: unknown, title: unknown): string {
  const text = String(address ?? '')
  const written = /[()<>\\\s]|&[#a-z]/i.test(text)
    ? `<${text.replaceAll(/[<>\\]/g, '\\$&').replaceAll('&', '&amp;')}>`
    : text
  return title ? `${written} "${String(title).replaceAll(/["\\]/g, '\\$&').replaceAll('&', '&amp;')}"` : written
}

/** The address of a link whose text is its own address; written as an autolink. */
function bareAddressOf(node: DocumentNode): string | undefined {
  const link = markOf(node, 'link')
  if (link === undefined || node.text === undefined || isCode(node) || link.attrs?.title) return undefined
  const [found] = node.text.match(address) ?? []
  if (found !== node.text) return undefined
  return link.attrs?.href === node.text ? node.text : undefined
}

const opening = (mark: DocumentMark): Piece =>
  mark.type === 'link' ? plain('[') : { kind: 'open', delimiter: emphases[mark.type] ?? '' }
const closing = (mark: DocumentMark): Piece =>
  mark.type === 'link'
    ? plain(`](${target(mark.attrs?.href, mark.attrs?.title)})`)
    : { kind: 'close', delimiter: emphases[mark.type] ?? '' }

type Class = 'blank' | 'punctuation' | 'symbol' | 'letter'
function classOf(character: string): Class {
  if (character === '' || /\s/.test(character)) return 'blank'
  if (/[!-/:-@[-`{-~\p{P}]/u.test(character)) return 'punctuation'
  return /\p{S}/u.test(character) ? 'symbol' : 'letter' // punctuation for some parsers, a letter for others
}

const reference = (character: string) => `&#x${character.codePointAt(0)?.toString(16)};`

/** Joins the pieces; a character that would break a delimiter beside it becomes a character reference. */
function join(pieces: readonly Piece[]): string {
  const sources = pieces.map((piece) => (piece.kind === 'text' ? piece.source : piece.delimiter))
  const referenced = new Set<string>()
  const refer = (at: number, end: 'first' | 'last') => {
    const piece = pieces[at]
    if (piece?.kind !== 'text' || !piece.isPlain || referenced.has(`${at} ${end}`)) return
    const [source, character] = [sources[at] ?? '', piece[end]]
    referenced.add(`${at} ${end}`)
    if (end === 'first' && source.startsWith(character))
      sources[at] = reference(character) + source.slice(character.length)
    if (end === 'last' && source.endsWith(character))
      sources[at] = source.slice(0, -character.length) + reference(character)
  }
  for (let from = 0; from < pieces.length; from += 1) {
    if (pieces[from]?.kind === 'text') continue
    let to = from
    while (to < pieces.length && pieces[to]?.kind !== 'text') to += 1
    const group = pieces.slice(from, to)
    const [before, after] = [pieces[from - 1], pieces[to]]
    const left = classOf(before?.kind === 'text' ? before.last : '')
    const right = classOf(after?.kind === 'text' ? after.first : '')
    const opens = group.some(({ kind }) => kind === 'open')
    const closes = group.some(({ kind }) => kind === 'close')
    const isOdd = (one: Class) => one === 'punctuation' || one === 'symbol'
    const isLetter = (one: Class) => one === 'letter' || one === 'symbol'
    if (opens && isOdd(right) && isLetter(left)) refer(from - 1, 'last')
    if (closes && isOdd(left) && isLetter(right)) refer(to, 'first')
    from = to
  }
  return sources.join('')
}
