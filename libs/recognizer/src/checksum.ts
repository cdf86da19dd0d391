import { crc32 } from 'node:zlib'

/** The CRC-32 of a text's UTF-8, as eight hex digits: no single damage of up to four bytes leaves it the same. */
export const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0')
