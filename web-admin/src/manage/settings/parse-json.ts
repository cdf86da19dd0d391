/** Parses JSON. The value is wrapped in an object, because null is valid JSON; returns null for invalid JSON. */
export function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null // the caller shows the fault at the field
  }
}
