import { checksumOf } from './checksum.ts'

/** A numbered read of a spool. */
export type Entry = { number: number; text: string }

const format = /^(\d{1,16}) ([0-9a-f]{8}) (.*)$/s

/** Formats a read for a file: its number, a checksum of number and text, its text. */
export const formatLine = ({ number, text }: Entry) => `${number} ${checksumOf(`${number} ${text}`)} ${text}\n`

/** Parses a line without its line feed; undefined if it is damaged or not a read. */
export function parseLine(line: string): Entry | undefined {
  const [, number, checksum, text = ''] = format.exec(line) ?? []
  if (checksum !== checksumOf(`${number} ${text}`) || !isRead(text)) return undefined
  return { number: Number(number), text }
}

function isRead(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'readId' in value && typeof value.readId === 'string'
  } catch {
    return false // the caller counts damaged lines
  }
}
