import { checksumOf } from './checksum.ts'

/** A read of a spool. */
export type Entry = { number: number; text: string }

const form = /^(\d{1,16}) ([0-9a-f]{8}) (.*)$/s

/** How a read stands in a file: its number, a checksum over both, its text. */
export const lineOf = ({ number, text }: Entry) => `${number} ${checksumOf(`${number} ${text}`)} ${text}\n`

/** The read of a line without its end; none where it is not as it was written, or no read. */
export function entryOf(line: string): Entry | undefined {
  const [, number, checksum, text = ''] = form.exec(line) ?? []
  if (checksum !== checksumOf(`${number} ${text}`) || !isRead(text)) return undefined
  return { number: Number(number), text }
}

function isRead(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'readId' in value && typeof value.readId === 'string'
  } catch {
    return false // counted by who reads the line
  }
}
