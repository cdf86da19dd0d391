/** Maximum nesting of elements; cameras use four levels. */
const maxDepth = 16
/** Maximum characters of a tag with its attributes. */
const maxTagLength = 2_048
const tagForm = /^(\/?)([A-Za-z_][\w.:-]{0,63})(?:\s[^<]*)?$/

type Tag = { kind: 'opening' | 'closing' | 'empty' | 'skipped' | 'literal'; name: string; end: number }

const literal = { start: '<![CDATA[', end: ']]>' } as const
const reference = /&(?:#(?<decimal>\d{1,7})|#[xX](?<hex>[\da-fA-F]{1,6})|(?<name>amp|lt|gt|quot|apos));/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Texts of an XML document by element path, such as `Alert/ANPR/line`; the first of equal paths counts. Supports what
 * cameras send: elements with text, references to characters and CDATA. Skips attributes, comments and namespace
 * prefixes, and rejects document types, so that no entity is ever expanded. Undefined if the document is invalid. A single
 * pass that stops at the first error.
 */
export function textsOf(xml: string): Map<string, string> | undefined {
  const texts = new Map<string, string>()
  const open: string[] = []
  let end = 0
  let text = ''
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
    const tag = tagAt(xml, at)
    if (!tag) return undefined
    text += decoded(xml.slice(end, at))
    if (tag.kind === 'literal') text += xml.slice(at + literal.start.length, tag.end - literal.end.length)
    if (tag.kind === 'opening') open.push(tag.name)
    if (tag.kind === 'empty') give(texts, [...open, tag.name], '')
    if (tag.kind === 'closing') {
      if (open.at(-1) !== tag.name) return undefined
      give(texts, open, text)
      open.pop()
    }
    if (tag.kind === 'opening' || tag.kind === 'closing') text = ''
    if (open.length > maxDepth) return undefined
    end = tag.end
  }
  return open.length === 0 && texts.size > 0 ? texts : undefined
}

function give(texts: Map<string, string>, elements: readonly string[], text: string): void {
  const path = elements.join('/')
  if (!texts.has(path)) texts.set(path, text.trim())
}

/** Parses the tag, comment or processing instruction that starts at a `<`. */
function tagAt(xml: string, at: number): Tag | undefined {
  if (xml.startsWith('<!--', at)) return skipUntil(xml, at + 4, '-->')
  if (xml.startsWith('<?', at)) return skipUntil(xml, at + 2, '?>')
  if (xml.startsWith(literal.start, at)) {
    const skipped = skipUntil(xml, at + literal.start.length, literal.end)
    return skipped && { ...skipped, kind: 'literal' }
  }
  const close = xml.indexOf('>', at)
  if (close < 0 || close - at > maxTagLength) return undefined
  const empty = xml[close - 1] === '/'
  const [, slash, name] = tagForm.exec(xml.slice(at + 1, empty ? close - 1 : close)) ?? []
  if (name === undefined) return undefined
  const local = name.slice(name.indexOf(':') + 1)
  return { kind: slash ? 'closing' : empty ? 'empty' : 'opening', name: local, end: close + 1 }
}

function skipUntil(xml: string, from: number, mark: string): Tag | undefined {
  const found = xml.indexOf(mark, from)
  return found < 0 ? undefined : { kind: 'skipped', name: '', end: found + mark.length }
}

/** The text with its character references decoded once; one that names no character stays as it is. */
const decoded = (text: string): string =>
  text.replace(reference, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? written
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : written
  })
