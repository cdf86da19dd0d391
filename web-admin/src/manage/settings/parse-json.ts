/** A JSON text's value in a box, since null is one, too; null for what is no JSON. */
export function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null // the caller says so at the field
  }
}
