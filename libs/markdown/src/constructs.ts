import MarkdownIt, { type StateInline, type Token } from 'markdown-it'
import { bareAddress, type Dialect, isDivider } from './dialect.ts'
import { createParser, maxNesting } from './grammar.ts'
import { cellsOf, linesOf, mapBlock, mapCell, type PositionMap, type Row, type TextRange } from './source-positions.ts'

/** A part of the text that the sanitiser has to check, with its range in the source. */
export type Construct = TextRange &
  (
    | { kind: 'codeBlock' | 'codeSpan' }
    | { kind: 'link'; target: string; label: TextRange }
    | { kind: 'image' | 'autolink' | 'definition'; target: string }
  )

export type Parsed = {
  /** In order of the source; an outer construct before its inner ones. */
  constructs: Construct[]
  /** Whether the text shows anything at all. */
  isVisible: boolean
}

type InlineRule = (state: StateInline, silent: boolean) => boolean
/** An inline construct; its range is relative to the text of its block. */
type FoundInline = TextRange & { kind: 'codeSpan' | 'link' | 'image' | 'autolink'; target: string; labelEnd: number }
type ParseNotes = { found: FoundInline[]; withinImage: number; tooDeep: boolean; bareAddresses: boolean }
type Env = { notes: ParseNotes; references?: Record<string, { href: string; title: string }> }

/** The first token that each rule emits, and the token's attribute with the target. */
const recorded = [
  { name: 'backticks', kind: 'codeSpan', type: 'code_inline', attribute: '' },
  { name: 'link', kind: 'link', type: 'link_open', attribute: 'href' },
  { name: 'image', kind: 'image', type: 'image', attribute: 'src' },
  { name: 'autolink', kind: 'autolink', type: 'link_open', attribute: 'href' },
] as const

const withTables = createRecorder()
const withoutTables = createRecorder()
withoutTables.block.ruler.disable('table')

/** Finds the constructs of a Markdown text in one dialect; undefined if it is nested too deeply. */
export function constructsOf(source: string, dialect: Dialect): Parsed | undefined {
  const md = dialect.tables === 'github' ? withTables : withoutTables
  const notes: ParseNotes = { found: [], withinImage: 0, tooDeep: false, bareAddresses: dialect.bareAddresses }
  const env: Env = { notes }
  const lines = linesOf(source)
  const constructs: Construct[] = []
  let isVisible = false
  let row: Row | undefined

  /** Parses the inline content of a block; returns whether it shows anything. */
  function parseInline(content: string, place: PositionMap | undefined): boolean {
    const tokens: Token[] = []
    notes.found = []
    md.inline.parse(content, md, env, tokens)
    if (notes.found.length > 0 && !place) throw new Error('a text of a Markdown block is not in the lines of the block')
    if (place) constructs.push(...notes.found.map((each) => toConstruct(each, place)))
    return tokens.some(({ type, content: text }) => type === 'image' || text.trim() !== '')
  }

  for (const { type, map, level, content, meta } of md.parse(source, env)) {
    if (level >= maxNesting - 1) return undefined
    const own = map ? lines.slice(...map) : []
    const range = { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 }
    if (type === 'hr') isVisible = true
    if (type === 'tr_open') row = { ...range, behind: range.from }
    if (type === 'fence' || type === 'code_block') {
      constructs.push({ kind: 'codeBlock', ...range })
      if (content.trim() !== '') isVisible = true
    }
    if (type === 'reference_definition') {
      const target = env.references?.[String(meta?.label)]?.href ?? ''
      const from = source.indexOf('[', range.from) // the container markers before the definition contain no `[`
      constructs.push({ kind: 'definition', from, to: range.to, target })
    }
    if (type !== 'inline') continue
    if (dialect.tables === 'cells' && own.some(({ from, to }) => isDivider(source.slice(from, to)))) {
      for (const { from, to } of cellsOf(source, own)) {
        if (parseInline(source.slice(from, to), (position) => from + position)) isVisible = true
      }
    } else {
      const position = map ? mapBlock(source, own, content) : row && mapCell(source, row, content)
      if (parseInline(content, position)) isVisible = true
    }
    if (notes.tooDeep) return undefined
  }
  constructs.sort((a, b) => a.from - b.from || b.to - a.to)
  return { constructs, isVisible }
}

function toConstruct({ kind, from, to, target, labelEnd }: FoundInline, place: PositionMap): Construct {
  const range = { from: place(from), to: place(to - 1) + 1 }
  if (kind === 'codeSpan') return { kind, ...range }
  if (kind !== 'link') return { kind, target, ...range }
  return { kind, target, ...range, label: { from: range.from + 1, to: place(labelEnd) } }
}

/** A parser that splits blocks only, and records inline constructs in `env.notes`. */
function createRecorder() {
  const md = createParser(true)
  md.core.ruler.enableOnly(['normalize', 'block'])
  const skip = md.inline.skipToken.bind(md.inline)
  md.inline.skipToken = (state) => {
    if (state.level >= maxNesting) notesOf(state).tooDeep = true
    skip(state)
  }
  md.inline.ruler.at('text', readText)
  for (const each of recorded) md.inline.ruler.at(each.name, recording(each))
  return md
}

const notesOf = ({ env }: StateInline) => env.notes as ParseNotes

/** Characters that can start a construct (as in markdown-it's own rule), and bare URLs. */
const special = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|(?<![a-z])(?:https?:\/\/|www\.)/gi

/**
 * Consumes plain text up to the next possible construct. If bare URLs are links, a URL counts as text, except in a
 * link.
 */
function readText(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state
  let to = pos
  if (!silent && state.linkLevel === 0 && notesOf(state).bareAddresses) {
    bareAddress.lastIndex = pos
    to += bareAddress.exec(src)?.[0].length ?? 0
  }
  if (to === pos) {
    special.lastIndex = pos
    to = special.exec(src)?.index ?? posMax
    if (to === pos && /[hw]/i.test(src.charAt(pos))) to += 1
  }
  to = Math.min(to, posMax)
  if (to === pos) return false
  if (!silent) state.pending += src.slice(pos, to)
  state.pos = to
  return true
}

/** Wraps a rule of markdown-it so that it also records what it finds. */
function recording({ name, kind, type, attribute }: (typeof recorded)[number]): InlineRule {
  const { ruler } = new MarkdownIt().inline
  ruler.enableOnly(name)
  const [rule] = ruler.getRules('')
  if (!rule) throw new Error(`the parser has no rule ${name}`)
  return (state, silent) => {
    if (silent) return rule(state, silent)
    const [from, before, notes] = [state.pos, state.tokens.length, notesOf(state)]
    if (kind === 'image') notes.withinImage += 1 // the description is parsed separately, with its own positions
    const isFound = rule(state, silent)
    if (kind === 'image') notes.withinImage -= 1
    if (!isFound || notes.withinImage > 0) return isFound
    const token = state.tokens[before]?.type === type ? state.tokens[before] : state.tokens[before + 1] // after pending text
    if (token?.type !== type) return isFound
    const labelEnd = kind === 'link' ? state.md.helpers.parseLinkLabel(state, from, true) : 0
    notes.found.push({ kind, from, to: state.pos, target: String(token.attrGet(attribute) ?? ''), labelEnd })
    return isFound
  }
}
