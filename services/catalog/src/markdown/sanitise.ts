import { dialectsOf } from './dialect.ts'
import { isAllowedTarget, ownImageId } from './link-targets.ts'
import { type Construct, type Parsed, parse } from './parse.ts'
import type { TextRange } from './source-positions.ts'

export type Sanitised = { text: string; imageIds: string[] }
/** Why a text cannot be kept at all. */
export type Rejection = 'nested' | 'empty'

type Edit = TextRange & { by: string }

/** Links within the text of links come to light one by one. Nobody writes more than two, and each round costs a parse. */
const maxRounds = 6

/**
 * Makes a Markdown text show nothing but what the product allows: CommonMark and GitHub's tables, strikethrough and task lists,
 * links by `mayLinkTo`, and images that are pictures of ours. What is allowed stays as it was written, byte for byte. Else:
 * - a tag shows as the text that was typed: its `<` is written `&lt;`. So is every `<` outside of code that could begin one
 *   for some reader, and in code within a line that goes on in the next, where some see a block begin; and a footnote's first
 *   bracket gets its backslash
 * - a link that may lead nowhere becomes its text, and its definition goes
 * - another image becomes a link with its description as text, and then what links become
 *
 * It is idempotent: the text is edited until a parse finds nothing to edit. 50,000 characters as people write them took 30 ms
 * of a processor; of everything that could be thought of against it, at worst two seconds: a table of 8,000 rows, of which a
 * parse takes up to half a second, and five links within each other, which ask for a round each.
 */
export function sanitise(source: string): Sanitised | Rejection {
  let text = source
  for (let round = 0; round < maxRounds; round += 1) {
    text = text.replace(/^\ufeff+/, '') // some readers take it away, and then the first line is another one
    const read = readAll(text)
    if (typeof read === 'string') return read
    if (read.edits.length === 0) return { text, imageIds: [...new Set(read.imageIds)] }
    text = applyEdits(text, read.edits)
  }
  return 'nested'
}

/** Reads a text in each dialect, until one of them finds something to edit. */
function readAll(text: string): { edits: Edit[]; imageIds: string[] } | Rejection {
  const imageIds: string[] = []
  for (const dialect of dialectsOf(text)) {
    const parsed = parse(text, dialect)
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
  const asTyped = constructs.filter(
    ({ kind, from, to }) =>
      kind === 'codeBlock' || kind === 'autolink' || (kind === 'codeSpan' && !/[\r\n]/.test(text.slice(from, to))),
  )
  // First: it ends the block before it for some readers, and to others it may be the definition of a link.
  const footnotes = positionsOf(footnoteBeginning, text, blocks).map((from) => ({ from, to: from, by: '\\' }))
  if (footnotes.length > 0) return footnotes
  return [
    ...constructs.flatMap((each) => editOf(text, each) ?? []),
    ...positionsOf(tagBeginning, text, asTyped).map((from) => ({ from, to: from + 1, by: '&lt;' })),
  ].sort((a, b) => a.from - b.from || b.to - a.to)
}

function editOf(text: string, each: Construct): Edit | undefined {
  const { from, to } = each
  switch (each.kind) {
    case 'image':
      return ownImageId(each.target) === undefined ? { from, to: from + 1, by: '' } : undefined // without its `!` a link
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

/** What could begin a tag, and no target in angle brackets. */
const tagBeginning = /<(?=[a-z/!?])(?!(?:https?|mailto|tel):|\/[\w-]*[/?#%.](?!>))/gi
/** What begins the text of a footnote, where a line begins. */
const footnoteBeginning = /\[(?<=^[ \t>*+\-\d.)]{0,999}\[)(?=\^.{1,999}?\]:)/gm

/** Where the text matches, outside of `asTyped`, which is in order, and without a backslash before it. */
function positionsOf(pattern: RegExp, text: string, asTyped: readonly TextRange[]): number[] {
  let next = 0
  const found = [...text.matchAll(pattern)].map(({ index }) => index)
  return found.filter((at) => {
    while ((asTyped[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1
    return (asTyped[next]?.from ?? Number.POSITIVE_INFINITY) > at && !isEscaped(text, at)
  })
}

/** By an odd number of backslashes before it, unless a bare address ends in them, as GitHub's Markdown reads it. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  if ((at - before) % 2 === 0) return false
  let word = before
  while (word > 0 && !/[\s<]/.test(text.charAt(word - 1))) word -= 1
  return !/https?:\/\/|www\./i.test(text.slice(word, before))
}

/** Edits that lie within another one wait for the next round. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let [done, at] = ['', 0]
  for (const { from, to, by } of edits) {
    if (from < at) continue
    done += text.slice(at, from) + by
    at = to
  }
  return done + text.slice(at)
}
