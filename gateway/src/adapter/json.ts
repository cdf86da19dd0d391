/** Maximum nesting of objects; cameras use three levels. */
const maxDepth = 8

/**
 * Texts and numbers of a JSON object by path, such as `ANPR/line`, as `textsOf` of XML returns them; undefined if it is
 * invalid. Null is an empty text. Lists are skipped.
 */
export function textsOfJson(json: string): Map<string, string> | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  const texts = new Map<string, string>()
  collect(value, '', 0, texts)
  return texts.size > 0 ? texts : undefined
}

function collect(value: unknown, path: string, depth: number, texts: Map<string, string>): void {
  if (typeof value === 'string' || typeof value === 'number') texts.set(path, String(value).trim())
  if (value === null) texts.set(path, '')
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === maxDepth) return
  for (const [name, field] of Object.entries(value)) collect(field, path ? `${path}/${name}` : name, depth + 1, texts)
}
