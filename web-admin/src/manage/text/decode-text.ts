/** First bytes of Excel files: ZIP archive (xlsx) and compound file (xls). */
const spreadsheets = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * Decodes UTF-8, or what Korean Excel saves: `CSV` in CP949 (EUC-KR in the web's encoding names), `Unicode text` in UTF-16.
 * @returns why it is no text otherwise
 */
export function decodeText(bytes: Uint8Array): { source: string } | { not: 'spreadsheet' | 'text' } {
  if (spreadsheets.some((magic) => magic.every((byte, at) => bytes[at] === byte))) return { not: 'spreadsheet' }
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'euc-kr']
  for (const encoding of encodings) {
    try {
      return { source: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
    } catch {
      // not in this encoding
    }
  }
  return { not: 'text' }
}
