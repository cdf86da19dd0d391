import { createHash, createPublicKey } from 'node:crypto'

/** A key of access tokens: its PEM as configured, and its key id in token headers. */
export type TokenKey = { pem: string; publicPem: string; kid: string }

/**
 * Reads the Ed25519 keys of a text with one or more PEM blocks, private or public, in order.
 * @param variable name of the variable, for the error message
 * @throws Error for a text without a PEM block, or with another kind of key
 */
export function readTokenKeys(text: string, variable: string): [TokenKey, ...TokenKey[]] {
  const blocks = text.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? [text]
  return blocks.map((pem) => {
    const key = createPublicKey(pem)
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${variable} is not an Ed25519 key`)
    const { x = '' } = key.export({ format: 'jwk' })
    return { pem, publicPem: key.export({ type: 'spki', format: 'pem' }).toString(), kid: thumbprint(x) }
  }) as [TokenKey, ...TokenKey[]]
}

/** JWK thumbprint of RFC 7638, with the members of RFC 8037 §2. */
const thumbprint = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')

/**
 * The keys to verify a token with: the one that its `kid` names, or all of them if the token names no known key, as
 * tokens of earlier versions do. The `kid` only saves work; it proves nothing.
 */
export function keysFor(token: string, keys: readonly TokenKey[]): readonly TokenKey[] {
  if (keys.length === 1) return keys
  const kid = kidOf(token)
  const named = keys.filter((key) => key.kid === kid)
  return named.length > 0 ? named : keys
}

function kidOf(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()).kid
  } catch {
    return undefined // verification reports what is wrong
  }
}
