/**
 * Parses the JSON of a device's message. A field with `null` counts as missing, because many encoders write fields
 * without a value like that.
 * @throws SyntaxError
 */
export function parseDeviceMessage(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}
