/**
 * A deterministic UUIDv7: equal arguments give an equal id.
 * @param at Unix milliseconds
 * @param fingerprint at least 19 hex digits, used in place of the random bits
 */
export function deriveId(at: number, fingerprint: string): string {
  const time = at.toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(fingerprint.charAt(3), 16) & 3)).toString(16)
  const random = [`7${fingerprint.slice(0, 3)}`, `${variant}${fingerprint.slice(4, 7)}`, fingerprint.slice(7, 19)]
  return [time.slice(0, 8), time.slice(8), ...random].join('-')
}
