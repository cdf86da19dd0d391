import { crc32 } from 'node:zlib'

/** CRC-32 of a text's UTF-8 as eight hex digits; it detects every change within four consecutive bytes. */
export const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0')
