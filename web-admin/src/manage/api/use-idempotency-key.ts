import { useRef } from 'react'

/** One key for the same fields, another for others: the server refuses a key that comes with another body. */
export function useIdempotencyKey(): (fields: object) => string {
  const last = useRef({ body: '', key: '' })
  return (fields) => {
    const body = JSON.stringify(fields)
    if (last.current.body !== body) last.current = { body, key: randomKey() }
    return last.current.key
  }
}

/** A key of its own. `crypto.randomUUID` exists on secure origins alone, and consoles run on plain addresses of a shop, too. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
