import { useRef } from 'react'
import { currentAdminId } from './current-admin-id.ts'

/**
 * Returns the same idempotency key for the same fields sent by the same administrator, and a new key for others: the server
 * rejects a key with another body, and another administrator's request is not the repetition of this one.
 */
export function useIdempotencyKey(): (fields: object) => string {
  const last = useRef({ body: '', key: '' })
  return (fields) => {
    const body = JSON.stringify([currentAdminId(), fields])
    if (last.current.body !== body) last.current = { body, key: randomKey() }
    return last.current.key
  }
}

/**
 * A random key. It does not use `crypto.randomUUID`, which exists on secure origins only: consoles also run on plain
 * HTTP addresses in a shop.
 */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
