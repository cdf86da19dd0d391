/** Maximum nesting of elements; cameras use four levels. */
const maxDepth = 16
/** Maximum characters of a tag with its attributes. */
const maxTagLength = 2_048
const tagForm = /^(\/?)([A-Za-z_][\w.:-]{0,63})(?:\s[^<]*)?$/

type Tag = { kind: 'opening' | 'closing' | 'empty' | 'skipped'; name: string; end: number }

/**
 * Texts of an XML document by element path, such as `Alert/ANPR/line`; the first of equal paths counts. Supports what
 * cameras send: elements with text. Skips attributes, comments and namespace
 * prefixes, leaves entities undecoded, and rejects document
 * types and CDATA, so that nothing is ever expanded. Undefined if the document is invalid. A single pass that stops at
 * the first error.
 */
export function textsOf(xml: string): Map<string, string> | undefined {
  const texts = new Map<string, string>()
  const open: string[] = []
  let end = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', end)) {
    const tag = tagAt(xml, at)
    if (!tag) return undefined
    if (tag.kind === 'opening') open.push(tag.name)
    if (tag.kind === 'closing') {
      const path = open.join('/')
      if (open.pop() !== tag.name) return undefined
      if (!texts.has(path)) texts.set(path, xml.slice(end, at).trim())
    }
    if (open.length > maxDepth) return undefined
    end = tag.end
  }
  return open.length === 0 && texts.size > 0 ? texts : undefined
}

/** Parses the tag, comment or processing instruction that starts at a `<`. */
function tagAt(xml: string, at: number): Tag | undefined {
  if (xml.startsWith('<!--', at)) return skipUntil(xml, at + 4, '-->')
  if (xml.startsWith('<?', at)) return skipUntil(xml, at + 2, '?>')
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
