import { type Construct, constructsOf, type Parsed } from './constructs.ts'
import { dialectsOf } from './dialect.ts'
import { isAllowedTarget, ownImageId } from './grammar.ts'
import type { TextRange } from './source-positions.ts'

export type Sanitised = { text: string; imageIds: string[] }
/** Why a text is rejected. */
export type Rejection = 'nested' | 'empty'

type Edit = TextRange & { by: string }

/**
 * Each round unwraps one level of links within link texts. Real texts have at most two levels, and a round costs a
 * parse.
 */
const maxRounds = 6

/**
 * Restricts a Markdown text to what the product allows: CommonMark and GitHub's tables, strikethrough and task lists,
 * links with an `isAllowedTarget`, and uploaded images. Allowed parts stay byte for byte. Edits of everything else:
 * - A tag becomes visible text: its `<` is replaced by `&lt;`. The same goes for every `<` outside of code that some parser
 *   could read as a tag, and in a code span with a line break, where some parsers start a block. The first bracket of a
 *   footnote is escaped with a backslash.
 * - A link with a forbidden target becomes its text; its definition is deleted.
 * - Any other image becomes a link with its description as text, which is then treated as a link.
 *
 * Idempotent: edits are repeated until a parse finds nothing to edit. CPU time for 50,000 characters: 30 ms for a usual text,
 * two seconds for the worst known input (a table of 8,000 rows, which takes half a second to parse, with five nested
 * links, which take one round each).
 */
export function sanitise(source: string): Sanitised | Rejection {
  let text = source
  for (let round = 0; round < maxRounds; round += 1) {
    text = text.replace(/^\ufeff+/, '') // some parsers strip the byte order mark, which changes the first line
    const parsed = parseAll(text)
    if (typeof parsed === 'string') return parsed
    if (parsed.edits.length === 0) return { text, imageIds: [...new Set(parsed.imageIds)] }
    text = applyEdits(text, parsed.edits)
  }
  return 'nested'
}

/** Parses a text in each dialect until one of them finds an edit. */
function parseAll(text: string): { edits: Edit[]; imageIds: string[] } | Rejection {
  const imageIds: string[] = []
  for (const dialect of dialectsOf(text)) {
    const parsed = constructsOf(text, dialect)
    if (!parsed) return 'nested'
    const edits = editsOf(text, parsed)
    if (edits.length > 0) return { edits, imageIds }
    if (!parsed.isVisible) return 'empty'
    imageIds.push(...idsOf(parsed))
  }
  return { edits: [], imageIds }
}

const idsOf = ({ constructs }: Parsed) =>
  constructs.flatMap((each) => (each.kind === 'image' ? (ownImageId(each.target) ?? []) : []))

function editsOf(text: string, { constructs }: Parsed): Edit[] {
  const blocks = constructs.filter(({ kind }) => kind === 'codeBlock')
  const literals = constructs.filter(
    ({ kind, from, to }) =>
      kind === 'codeBlock' || kind === 'autolink' || (kind === 'codeSpan' && !/[\r\n]/.test(text.slice(from, to))),
  )
  // Footnotes first: some parsers end the previous block there, others read a link definition.
  const footnotes = positionsOf(footnoteBeginning, text, blocks).map((from) => ({ from, to: from, by: '\\' }))
  if (footnotes.length > 0) return footnotes
  return [
    ...constructs.flatMap((each) => editOf(text, each) ?? []),
    ...positionsOf(tagBeginning, text, literals).map((from) => ({ from, to: from + 1, by: '&lt;' })),
  ].sort((a, b) => a.from - b.from || b.to - a.to)
}

function editOf(text: string, each: Construct): Edit | undefined {
  const { from, to } = each
  switch (each.kind) {
    case 'image':
      return ownImageId(each.target) === undefined ? { from, to: from + 1, by: '' } : undefined // without the `!` the rest is a link
    case 'link':
      return isAllowedTarget(each.target) ? undefined : { from, to, by: text.slice(each.label.from, each.label.to) }
    case 'autolink':
      return isAllowedTarget(each.target) ? undefined : { from, to, by: text.slice(from + 1, to - 1) }
    case 'definition':
      return isAllowedTarget(each.target) ? undefined : { from, to, by: '' }
    default:
      return undefined
  }
}

/** A `<` that could start a tag, and is not a target in angle brackets. */
const tagBeginning = /<(?=[a-z/!?])(?!(?:https?|mailto|tel):|\/[\w-]*[/?#%.](?!>))/gi
/** The start of a footnote definition at the beginning of a line. */
const footnoteBeginning = /\[(?<=^[ \t>*+\-\d.)]{0,999}\[)(?=\^.{1,999}?\]:)/gm

/** Positions of unescaped matches outside of `literals`, which are in order. */
function positionsOf(pattern: RegExp, text: string, literals: readonly TextRange[]): number[] {
  let next = 0
  const found = [...text.matchAll(pattern)].map(({ index }) => index)
  return found.filter((at) => {
    while ((literals[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return (literals[next]?.from ?? Number.POSITIVE_INFINITY) > at && !isEscaped(text, at)
  })
}

/** True after an odd number of backslashes, unless these end a bare URL, as GitHub's Markdown reads it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  if ((at - before) % 2 === 0) return false
  let word = before
  while (word > 0 && !/[\s<]/.test(text.charAt(word - 1))) word -= 1
  return !/https?:\/\/|www\./i.test(text.slice(word, before))
}

/** Skips edits inside of another edit; the next round finds them again. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let [done, at] = ['', 0]
  for (const { from, to, by } of edits) {
    if (from < at) continue
    done += text.slice(at, from) + by
    at = to
  }
  return done + text.slice(at)
}
