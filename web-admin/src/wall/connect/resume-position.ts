import type { LiveScope } from '../../live/live-sink.ts'

/*
 * Where a page that is loaded anew goes on: the number of the event on its card, which the server sends again. Nothing
 * else is kept, and only in this tab.
 */

/** One for each view of the stream: another store or another form of the names is another card. */
export const scopeKey = ({ storeId = '', mask = false }: LiveScope): string => `live:${storeId}:${mask ? 'masked' : ''}`

export function recallSequence(key: string): number | null {
  const kept = sessionStorage.getItem(key)
  return kept !== null && /^[1-9]\d{0,15}$/.test(kept) ? Number(kept) : null
}

export function rememberSequence(key: string, sequence: number): void {
  sessionStorage.setItem(key, String(sequence))
}
