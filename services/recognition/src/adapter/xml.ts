/** Elements inside of each other; cameras write four. */
const maxDepth = 16
/** Characters of a tag with its attributes. */
const maxTagLength = 2_048
const tagForm = /^(\/?)([A-Za-z_][\w.:-]{0,63})(?:\s[^<]*)?$/

type Tag = { kind: 'opening' | 'closing' | 'empty' | 'passed'; name: string; end: number }

/**
 * Texts of an XML document by the path of their elements, such as `Alert/ANPR/line`; the first of equal paths counts.
 * Takes what cameras write: elements with text. Attributes and comments are passed over, entities stay as they are
 * written; a document type and CDATA are refused, so that nothing is ever expanded. Undefined where it is no such
 * document. One walk over the text, which ends at the first fault.
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

/** What begins at a `<`. */
function tagAt(xml: string, at: number): Tag | undefined {
  if (xml.startsWith('<!--', at)) return passedUntil(xml, at + 4, '-->')
  if (xml.startsWith('<?', at)) return passedUntil(xml, at + 2, '?>')
  const close = xml.indexOf('>', at)
  if (close < 0 || close - at > maxTagLength) return undefined
  const empty = xml[close - 1] === '/'
  const [, slash, name] = tagForm.exec(xml.slice(at + 1, empty ? close - 1 : close)) ?? []
  if (name === undefined) return undefined
  return { kind: slash ? 'closing' : empty ? 'empty' : 'opening', name, end: close + 1 }
}

function passedUntil(xml: string, from: number, mark: string): Tag | undefined {
  const found = xml.indexOf(mark, from)
  return found < 0 ? undefined : { kind: 'passed', name: '', end: found + mark.length }
}
