import { createHash, createPublicKey } from 'node:crypto'

/** A key of access tokens: its PEM as it was given, and the name that headers of tokens have for it. */
export type TokenKey = { pem: string; publicPem: string; kid: string }

/**
 * The Ed25519 keys of a text with one or more PEM blocks, private or public, in their order.
 * @param variable for the message
 * @throws Error for a text without a block, or with a key of another kind
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

/** RFC 7638, with the members of RFC 8037 §2. */
const thumbprint = (x: string) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')

/**
 * The keys to check a token by: the one that its header names, or all of them where it names none of ours, as tokens of
 * earlier versions do. The name saves work and proves nothing.
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
    return undefined // the check will say what is wrong with it
  }
}
