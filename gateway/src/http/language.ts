export type Language = 'ko' | 'en'

/** Only the first entries of the header count; a browser sends a handful. */
const maxEntries = 20

/** English if `Accept-Language` prefers it to Korean, otherwise Korean. The first of two equal weights wins. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined) return 'ko'
  let best: Language = 'ko'
  let quality = 0
  for (const entry of header.split(',', maxEntries)) {
    const match = /^(ko|en)(?:-[a-z0-9-]*)?(?:\s*;\s*q=(\d(?:\.\d{0,3})?))?$/i.exec(entry.trim())
    const q = match ? Number(match[2] ?? 1) : 0
    if (q <= quality) continue
    quality = q
    best = match?.[1]?.toLowerCase() === 'en' ? 'en' : 'ko'
  }
  return best
}
