import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets of others, such as a provider's refresh token, unreadable in tables. */
export type Sealer = {
  seal(text: string): string
  /** @throws Error for anything that was not sealed under one of the keys */
  open(sealed: string): string
  /** The same under the first key; undefined for what is so already. @throws Error as `open` */
  renew(sealed: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a random nonce, under a key of its own that is derived from each of the server's; the first seals. */
export function createSealer(secrets: readonly [Buffer, ...Buffer[]]): Sealer {
  const [first, ...others] = secrets.map(sealerOf) as [OneKey, ...OneKey[]]
  const openOld = (sealed: string, error: unknown) => {
    for (const { open } of others) {
      try {
        return open(sealed)
      } catch {} // of another key
    }
    throw error
  }
  return {
    seal: first.seal,
    open(sealed) {
      try {
        return first.open(sealed)
      } catch (error) {
        return openOld(sealed, error)
      }
    },
    renew(sealed) {
      try {
        first.open(sealed)
        return undefined
      } catch (error) {
        return first.seal(openOld(sealed, error))
      }
    },
  }
}

type OneKey = Pick<Sealer, 'seal' | 'open'>

function sealerOf(secret: Buffer): OneKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealer', 32))
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString()
    },
  }
}
