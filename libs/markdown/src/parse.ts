import type { Token } from 'markdown-it'
import { type DocumentMark, type DocumentNode, joinTexts } from './document.ts'
import { blockTypes, createParser, imageBecomes, isAllowedTarget, markTypes } from './grammar.ts'
import { linesOf } from './source-positions.ts'

/** A block with its source text; `source` is null if that text would not mean the same elsewhere. */
export type Block = { node: DocumentNode; source: string | null; gap: string }

/** A text as its blocks. `gap` is the text after a block, `lead` the text before the first. */
export type ParsedText = { blocks: Block[]; lead: string }

const md = createParser(false)
const { unescapeAll } = md.utils
md.set({ linkify: true })
md.normalizeLinkText = (text) => text
md.linkify.add('www.', {
  validate(text, from, { re }) {
    const address = re.get_relative_proto_validator()
    address.lastIndex = from
    return address.exec(text)?.[0].length ?? 0
  },
  normalize: (match) => {
    match.url = `http://${match.url}`
  },
})
// GitHub's strikethrough may have one tilde, while markdown-it pairs two. Another marker keeps both kinds apart until
// the pairs are found.
const [tilde, single] = [0x7e, -0x7e]
md.inline.ruler.before('strikethrough', 'single_tilde', (state, silent) => {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false
  const { length, can_open, can_close } = state.scanDelims(state.pos, true)
  if (length !== 1) return false
  state.push('text', '', 0).content = '~'
  const token = state.tokens.length - 1
  state.delimiters.push({ marker: single, length: 0, token, end: -1, open: can_open, close: can_close })
  state.pos += 1
  return true
})
md.inline.ruler2.before('strikethrough', 'single_tilde', ({ delimiters, tokens_meta }) => {
  for (const each of [delimiters, ...tokens_meta.map((meta) => meta?.delimiters ?? [])].flat()) {
    if (each.marker === single) each.marker = tilde
  }
})

// A task: `[ ]` or `[x]` at the beginning of an item, before some text.
md.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  tokens.forEach(({ type, content, children }, at) => {
    const [item, paragraph] = tokens.slice(at - 2, at)
    if (type !== 'inline' || paragraph?.type !== 'paragraph_open' || item?.type !== 'list_item_open') return
    const [first] = children ?? []
    const [box] = /^\[[ x]\][ \t]+(?=\S)/i.exec(content) ?? []
    if (!box || first?.type !== 'text' || !first.content.startsWith(box)) return
    first.content = first.content.slice(box.length)
    item.meta = { checked: /x/i.test(box) }
  })
})

/** Parses Markdown into a document of the editor. */
export function parseMarkdown(text: string): ParsedText {
  const tokens = md.parse(text, {})
  const lines = linesOf(text)
  const parsed: ParsedText = { blocks: [], lead: '' }
  // A block that uses a definition elsewhere in the text does not mean the same without it.
  const isQuotable = !tokens.some(({ type }) => type === 'reference_definition')
  let behind = 0
  const skipTo = (position: number) => {
    const skipped = text.slice(behind, position)
    const last = parsed.blocks.at(-1)
    if (last) last.gap = skipped
    else parsed.lead = skipped
  }
  const starts = tokens.flatMap((each, at) =>
    each.level === 0 && each.nesting >= 0 && each.map && isShown(each) ? [{ at, map: each.map }] : [],
  )
  starts.forEach(({ at, map }, index) => {
    const [node] = nodesOf(
      tokens
        .slice(at, starts[index + 1]?.at)
        .filter(isShown)
        .values(),
    )
    if (node === undefined) return
    const own = lines.slice(...map)
    const from = own[0]?.from ?? 0
    const to = own.findLast((line) => text.slice(line.from, line.to).trim() !== '')?.to ?? from
    const source = text.slice(from, to)
    const standsAlone = node.type !== 'codeBlock' || /^(`{3,99}|~{3,99}).*\n(?:[\s\S]*\n)?\1$/.test(source)
    skipTo(from)
    parsed.blocks.push({ node, source: isQuotable && standsAlone ? source : null, gap: '' })
    behind = to
  })
  skipTo(text.length)
  return parsed
}

/** Parses the inline content of a block. */
export const parseInline = (source: string): DocumentNode[] =>
  toInline(md.parseInline(source, {}).flatMap(({ children }) => children ?? []))

/** Whether a token is a node of the document or its content; a head, a body or a definition is not. */
const isShown = (token: Token): boolean => token.type === 'inline' || nameOf(token) in blockTypes

/** The nodes up to the end of the open block. */
function nodesOf(tokens: Iterator<Token>): DocumentNode[] {
  const nodes: DocumentNode[] = []
  for (let next = tokens.next(); !next.done && next.value.nesting >= 0; next = tokens.next()) {
    const token = next.value
    if (token.type === 'inline') nodes.push(...toInline(token.children ?? []))
    else nodes.push(toBlock(token, token.nesting > 0 ? nodesOf(tokens) : []))
  }
  return nodes
}

function toBlock(token: Token, inside: DocumentNode[]): DocumentNode {
  const type = blockTypes[nameOf(token)] ?? ''
  const content = inside.length > 0 ? { content: inside } : {}
  const paragraph: DocumentNode = { type: 'paragraph' }
  switch (type) {
    case 'heading':
      return { type, attrs: { level: Number(token.tag.slice(1)) }, ...content }
    case 'codeBlock': {
      const text = token.content.replace(/\n$/, '')
      const attrs = { language: unescapeAll(token.info).trim() || null }
      return { type, attrs, ...(text !== '' && { content: [{ type: 'text', text }] }) }
    }
    case 'blockquote':
      return { type, content: inside.length > 0 ? inside : [paragraph] }
    case 'orderedList':
      return { type, attrs: { start: Number(token.attrGet('start') ?? 1) }, ...content }
    case 'listItem': {
      const attrs = { checked: token.meta?.checked ?? null }
      return { type, attrs, content: inside[0]?.type === 'paragraph' ? inside : [paragraph, ...inside] }
    }
    case 'tableHeader':
    case 'tableCell': {
      const [, align = null] = /text-align:(\w+)/.exec(String(token.attrGet('style'))) ?? []
      return { type, attrs: { align }, content: [{ ...paragraph, ...content }] }
    }
    default:
      return { type, ...content }
  }
}

/** Inline nodes; `outer` are the marks around them. */
function toInline(tokens: readonly Token[], outer: readonly DocumentMark[] = []): DocumentNode[] {
  const open: (DocumentMark | undefined)[] = [...outer]
  const nodes = tokens.flatMap((token): DocumentNode[] => {
    const all = open.filter((mark) => mark !== undefined)
    const marks = all.filter(({ type }, at) => all.findIndex((mark) => mark.type === type) === at)
    const marked = (node: DocumentNode, own: DocumentMark[] = marks) => [
      own.length > 0 ? { ...node, marks: own } : node,
    ]
    const target = String(token.attrGet('src') ?? '')
    switch (token.type) {
      case 'text':
        return marked({ type: 'text', text: token.content })
      case 'softbreak':
        return marked({ type: 'text', text: ' ' })
      case 'hardbreak':
        return marked({ type: 'hardBreak' })
      case 'code_inline':
        return marked({ type: 'text', text: token.content }, [...marks, { type: 'code' }])
      case 'image': {
        const inside = token.children ?? []
        const becomes = imageBecomes(target)
        if (becomes === 'link') return toInline(inside, [...marks, linkTo(target, token)])
        if (becomes === 'text') return toInline(inside, marks)
        const alt = md.renderer.renderInlineAsText(inside, md.options, {})
        return marked({ type: 'image', attrs: { src: target, alt, title: token.attrGet('title') || null } })
      }
    }
    const type = markTypes[nameOf(token)]
    if (!type) throw new Error(`a ${token.type} is not inline content`)
    if (token.nesting < 0) open.pop()
    else open.push(type === 'link' ? allowedLink(token) : { type })
    return []
  })
  return joinTexts(nodes)
}

function allowedLink(token: Token): DocumentMark | undefined {
  const target = String(token.attrGet('href') ?? '')
  return isAllowedTarget(target) ? linkTo(target, token) : undefined
}

const linkTo = (href: string, token: Token): DocumentMark => ({
  type: 'link',
  attrs: { href, title: token.attrGet('title') || null },
})

const nameOf = ({ type }: Token) => type.replace(/_(?:open|close)$/, '')
