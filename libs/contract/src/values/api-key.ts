/** The beginning of every API key, by which scanners for leaked secrets find it. */
export const apiKeyPrefix = 'kc_'

/** A key as its program sends it: the id, by which the gateway finds the key, and the secret. */
export const apiKeyOf = (id: string, secret: string): string => `${apiKeyPrefix}${id.replaceAll('-', '')}_${secret}`

/** The parts of a key; null for any other text. */
export function parseApiKey(key: string): { id: string; secret: string } | null {
  const [, hex, secret] = /^kc_([0-9a-f]{32})_([\w-]{43})$/.exec(key) ?? []
  if (hex === undefined || secret === undefined) return null
  return { id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), secret }
}
