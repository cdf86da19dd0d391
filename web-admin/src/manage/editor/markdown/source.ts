import type { DocumentNode } from './document.ts'
import type { Block, ParsedText } from './parse.ts'
import { blockMarkdown } from './write.ts'

type Known = Block & { index: number }
type Written = { type: string; source: string; known: Known | undefined; isQuoted: boolean }

/**
 * Writes an edited document so that of the text that it came from only those blocks differ that were touched: the others
 * are quoted. Whoever compares two versions of a text sees what somebody changed, and nothing else.
 */
export class Source<N extends object> {
  readonly #text: string
  readonly #parsed: ParsedText
  readonly #known = new Map<N, Known>()
  /** What was written of a block before, so that each key pressed costs the block that it changes. */
  readonly #written = new WeakMap<N, { type: string; key: string; source: string }>()
  /** The same by what they hold: what was changed back is another object. */
  readonly #alike = new Map<string, Known[]>()
  readonly #toJson: (node: N) => DocumentNode

  /** @param nodes the document's blocks, one for each that was parsed; a touched one is another object */
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

  /** The block of the text that a node is, or is like; the one that should come next where there are several. */
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

/** Whether a block stands behind the one that was before it from the beginning, both as they were. */
const isNext = (before: Written, { known, isQuoted }: Written): boolean =>
  before.isQuoted && isQuoted && known !== undefined && before.known?.index === known.index - 1

/** Whether it means the same behind any other block: indented it could belong to that, with the same mark its list go on. */
const standsAnywhere = ({ source }: Written, list: Written | undefined): boolean =>
  !source.startsWith(' ') && (list === undefined || listMark(list.source) !== listMark(source))

/** `-`, `*` or `+` of a list, or what stands behind its numbers. */
const listMark = (source: string): string => /^ *(?:\d+)?([-+*.)])/.exec(source)?.[1] ?? ''
