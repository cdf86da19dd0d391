import type { DocumentNode } from './document.ts'
import type { Block, ParsedText } from './parse.ts'
import { blockMarkdown } from './write.ts'

type Known = Block & { index: number }
type Written = { type: string; source: string; known: Known | undefined; isQuoted: boolean }

/**
 * Writes an edited document so that only the edited blocks differ from the original text; the others are copied verbatim. A
 * comparison of two versions then shows only the actual changes.
 */
export class Source<N extends object> {
  readonly #text: string
  readonly #parsed: ParsedText
  readonly #known = new Map<N, Known>()
  /** Cache of the written blocks, so that each key press rewrites only the changed block. */
  readonly #written = new WeakMap<N, { type: string; key: string; source: string }>()
  /** The original blocks by content, because a block that was changed back is a new object. */
  readonly #alike = new Map<string, Known[]>()
  readonly #toJson: (node: N) => DocumentNode

  /** @param nodes the document's blocks, one per parsed block; an edited block becomes a new object */
  constructor(text: string, parsed: ParsedText, nodes: readonly N[], toJson: (node: N) => DocumentNode) {
    this.#text = text
    this.#parsed = parsed
    this.#toJson = toJson
    parsed.blocks.forEach((block, index) => {
      const node = nodes[index]
      if (node === undefined) return
      const known = { ...block, index }
      this.#known.set(node, known)
      const key = JSON.stringify(toJson(node))
      this.#alike.set(key, [...(this.#alike.get(key) ?? []), known])
    })
  }

  /** The original block of a node, by identity or content; among several equal ones, preferably the one at `next`. */
  #knownAs(node: N, next: number): Known | undefined {
    const same = this.#known.get(node)
    if (same !== undefined) return same
    const alike = this.#alike.get(this.#writtenOf(node).key) ?? []
    return alike.find(({ index }) => index === next) ?? alike[0]
  }

  write(nodes: readonly N[]): string {
    const { blocks, lead } = this.#parsed
    const isWhole = nodes.length === blocks.length && nodes.every((node, at) => this.#knownAs(node, at)?.index === at)
    if (isWhole) return this.#text
    let text = ''
    let before: Written | undefined
    for (const node of nodes) {
      const written = this.#block(node, before)
      if (written.source === '') continue
      if (before !== undefined) text += isNext(before, written) ? before.known?.gap : '\n\n'
      else if (written.isQuoted && written.known?.index === 0) text += lead
      text += written.source
      before = written
    }
    return before?.isQuoted && before.known?.index === blocks.length - 1 ? text + before.known.gap : text
  }

  #block(node: N, before: Written | undefined): Written {
    const known = this.#knownAs(node, (before?.known?.index ?? -1) + 1)
    const own = known === undefined || known.source === null ? this.#writtenOf(node) : undefined
    const type = known?.node.type ?? own?.type ?? ''
    const joins = before !== undefined && before.type === type && type.endsWith('List')
    const quote = { type, source: known?.source ?? '', known, isQuoted: true }
    const fits = before === undefined || isNext(before, quote) || standsAnywhere(quote, joins ? before : undefined)
    if (known?.source && fits) return quote
    const isSecond = joins && /[-.]/.test(listMark(before.source))
    const source = isSecond ? blockMarkdown(this.#toJson(node), true) : (own ?? this.#writtenOf(node)).source
    return { type, source, known, isQuoted: false }
  }

  #writtenOf(node: N) {
    const found = this.#written.get(node)
    if (found !== undefined) return found
    const json = this.#toJson(node)
    const written = { type: json.type, key: JSON.stringify(json), source: blockMarkdown(json) }
    this.#written.set(node, written)
    return written
  }
}

/** Whether two copied blocks were adjacent in the original text. */
const isNext = (before: Written, { known, isQuoted }: Written): boolean =>
  before.isQuoted && isQuoted && known !== undefined && before.known?.index === known.index - 1

/**
 * Whether a block means the same after any block. An indented block could belong to the previous one; a list with an
 * equal marker could continue the previous list.
 */
const standsAnywhere = ({ source }: Written, list: Written | undefined): boolean =>
  !source.startsWith(' ') && (list === undefined || listMark(list.source) !== listMark(source))

/** Marker of a list: `-`, `*`, `+`, or the character after its numbers. */
const listMark = (source: string): string => /^ *(?:\d+)?([-+*.)])/.exec(source)?.[1] ?? ''
