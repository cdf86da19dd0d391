import { crc32 } from 'node:zlib'

/** The CRC-32 of a text's UTF-8, as eight hex digits: bytes that changed within four in a row never leave it the same. */
export const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, '0')
