import MarkdownIt, { type StateInline, type Token } from 'markdown-it'
import { bareAddress, type Dialect, isDivider } from './dialect.ts'
import { cellsOf, linesOf, mapBlock, mapCell, type PositionMap, type Row, type TextRange } from './source-positions.ts'

/** What of a text matters to whether it may be shown, and where it stands. */
export type Construct = TextRange &
  (
    | { kind: 'codeBlock' | 'codeSpan' }
    | { kind: 'link'; target: string; label: TextRange }
    | { kind: 'image' | 'autolink' | 'definition'; target: string }
  )

export type Parsed = {
  /** In their order; what holds another comes before it. */
  constructs: Construct[]
  /** Whether anything of it can be seen. */
  isVisible: boolean
}

/** Containers or brackets within each other. Behind them the parser looks at nothing any more, and so neither do we. */
const maxNesting = 100

type InlineRule = (state: StateInline, silent: boolean) => boolean
/** A construct by its place in the text of its block. */
type FoundInline = TextRange & { kind: 'codeSpan' | 'link' | 'image' | 'autolink'; target: string; labelEnd: number }
type ParseNotes = { found: FoundInline[]; withinImage: number; tooDeep: boolean; bareAddresses: boolean }
type Env = { notes: ParseNotes; references?: Record<string, { href: string; title: string }> }

/** The token with which each rule begins what it has found, and its attribute that says where that leads. */
const recorded = [
  { name: 'backticks', kind: 'codeSpan', type: 'code_inline', attribute: '' },
  { name: 'link', kind: 'link', type: 'link_open', attribute: 'href' },
  { name: 'image', kind: 'image', type: 'image', attribute: 'src' },
  { name: 'autolink', kind: 'autolink', type: 'link_open', attribute: 'href' },
] as const

const withTables = createParser()
const withoutTables = createParser()
withoutTables.block.ruler.disable('table')

/** Finds the constructs of a Markdown text in one dialect; undefined where it nests deeper than the parser follows. */
export function parse(source: string, dialect: Dialect): Parsed | undefined {
  const md = dialect.tables === 'github' ? withTables : withoutTables
  const notes: ParseNotes = { found: [], withinImage: 0, tooDeep: false, bareAddresses: dialect.bareAddresses }
  const env: Env = { notes }
  const lines = linesOf(source)
  const constructs: Construct[] = []
  let isVisible = false
  let row: Row | undefined

  /** Reads the inside of a block; says whether it shows anything. */
  function readInside(content: string, place: PositionMap | undefined): boolean {
    const tokens: Token[] = []
    notes.found = []
    md.inline.parse(content, md, env, tokens)
    if (notes.found.length > 0 && !place) throw new Error('a block of Markdown is not found in its own lines')
    if (place) constructs.push(...notes.found.map((each) => toConstruct(each, place)))
    return tokens.some(({ type, content: text }) => type === 'image' || text.trim() !== '')
  }

  for (const { type, map, level, content, meta } of md.parse(source, env)) {
    if (level >= maxNesting - 1) return undefined
    const own = map ? lines.slice(...map) : []
    const stretch = { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 }
    if (type === 'hr') isVisible = true
    if (type === 'tr_open') row = { ...stretch, behind: stretch.from }
    if (type === 'fence' || type === 'code_block') {
      constructs.push({ kind: 'codeBlock', ...stretch })
      if (content.trim() !== '') isVisible = true
    }
    if (type === 'reference_definition') {
      const target = env.references?.[String(meta?.label)]?.href ?? ''
      const from = source.indexOf('[', stretch.from) // no mark of a container before it is one
      constructs.push({ kind: 'definition', from, to: stretch.to, target })
    }
    if (type !== 'inline') continue
    if (dialect.tables === 'cells' && own.some(({ from, to }) => isDivider(source.slice(from, to)))) {
      for (const { from, to } of cellsOf(source, own)) {
        if (readInside(source.slice(from, to), (position) => from + position)) isVisible = true
      }
    } else {
      const place = map ? mapBlock(source, own, content) : row && mapCell(source, row, content)
      if (readInside(content, place)) isVisible = true
    }
    if (notes.tooDeep) return undefined
  }
  constructs.sort((a, b) => a.from - b.from || b.to - a.to)
  return { constructs, isVisible }
}

function toConstruct({ kind, from, to, target, labelEnd }: FoundInline, place: PositionMap): Construct {
  const stretch = { from: place(from), to: place(to - 1) + 1 }
  if (kind === 'codeSpan') return { kind, ...stretch }
  if (kind !== 'link') return { kind, target, ...stretch }
  return { kind, target, ...stretch, label: { from: stretch.from + 1, to: place(labelEnd) } }
}

/** A parser that stops before the insides of blocks, takes every target as it stands, and notes what it finds inside. */
function createParser() {
  const md = new MarkdownIt({ html: true, maxNesting: maxNesting })
  md.validateLink = () => true
  md.normalizeLink = (target) => target
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

/** What may begin something, as the parser's own rule has it, and addresses. */
const special = /[\n!#$%&*+\-:<=>@[\\\]^_`{}~]|(?<![a-z])(?:https?:\/\/|www\.)/gi

/** Text as far as nothing begins; where bare addresses are links, those too, except within another link. */
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

/** The rule as the parser brings it, which also notes what it has found. */
function recording({ name, kind, type, attribute }: (typeof recorded)[number]): InlineRule {
  const { ruler } = new MarkdownIt().inline
  ruler.enableOnly(name)
  const [rule] = ruler.getRules('')
  if (!rule) throw new Error(`the parser has no rule ${name}`)
  return (state, silent) => {
    if (silent) return rule(state, silent)
    const [from, before, notes] = [state.pos, state.tokens.length, notesOf(state)]
    if (kind === 'image') notes.withinImage += 1 // its text is parsed for itself, by places of its own
    const isFound = rule(state, silent)
    if (kind === 'image') notes.withinImage -= 1
    if (!isFound || notes.withinImage > 0) return isFound
    const token = state.tokens[before]?.type === type ? state.tokens[before] : state.tokens[before + 1] // behind pending text
    if (token?.type !== type) return isFound
    const labelEnd = kind === 'link' ? state.md.helpers.parseLinkLabel(state, from, true) : 0
    notes.found.push({ kind, from, to: state.pos, target: String(token.attrGet(attribute) ?? ''), labelEnd })
    return isFound
  }
}
