import { createHmac, timingSafeEqual } from 'node:crypto'

export type Hmac = (purpose: string, text: string) => Buffer

/** HMAC-SHA256 under a server key; `purpose` keeps the uses of one key apart. */
export const hmacWith =
  (secret: Buffer): Hmac =>
  (purpose, text) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** Compares two texts in a time that depends on neither. */
export const equalInConstantTime = (hash: Hmac, a: string, b: string) =>
  timingSafeEqual(hash('compare', a), hash('compare', b))
