import type { LiveScope } from '../../live/live-sink.ts'

/*
 * Where a reloaded page resumes: the sequence of the event on its card, which the server then sends again. Nothing else is
 * stored, and only for this tab (sessionStorage).
 */

/** Storage key of a view of the stream: another store or masking is another card. */
export const scopeKey = ({ storeId = '', mask = false }: LiveScope): string => `live:${storeId}:${mask ? 'masked' : ''}`

export function recallSequence(key: string): number | null {
  const stored = sessionStorage.getItem(key)
  return stored !== null && /^[1-9]\d{0,15}$/.test(stored) ? Number(stored) : null
}

export function rememberSequence(key: string, sequence: number): void {
  sessionStorage.setItem(key, String(sequence))
}
