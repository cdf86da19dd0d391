import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 under a server key. `purpose` separates the uses of one key. */
export type Hmac = (purpose: string, text: string) => Buffer

export const hmacWith =
  (secret: Buffer): Hmac =>
  (purpose, text) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

/** Compares two texts in constant time. */
export const equalInConstantTime = (hmac: Hmac, a: string, b: string) =>
  timingSafeEqual(hmac('compare', a), hmac('compare', b))
