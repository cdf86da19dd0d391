import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets of others, such as a provider's refresh token, unreadable in tables. */
export type SecretBox = {
  encrypt(text: string): string
  /** @throws Error for anything that was not sealed under one of the keys */
  decrypt(sealed: string): string
  /** The same under the first key; undefined for what is so already. @throws Error as `open` */
  reencrypt(sealed: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a random nonce, under a key of its own that is derived from each of the server's; the first seals. */
export function createSecretBox(secrets: readonly [Buffer, ...Buffer[]]): SecretBox {
  const [first, ...others] = secrets.map(boxOf) as [OneKey, ...OneKey[]]
  const openOld = (sealed: string, error: unknown) => {
    for (const { decrypt } of others) {
      try {
        return decrypt(sealed)
      } catch {} // of another key
    }
    throw error
  }
  return {
    encrypt: first.encrypt,
    decrypt(sealed) {
      try {
        return first.decrypt(sealed)
      } catch (error) {
        return openOld(sealed, error)
      }
    },
    reencrypt(sealed) {
      try {
        first.decrypt(sealed)
        return undefined
      } catch (error) {
        return first.encrypt(openOld(sealed, error))
      }
    },
  }
}

type OneKey = Pick<SecretBox, 'encrypt' | 'decrypt'>

function boxOf(secret: Buffer): OneKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sealer', 32))
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    decrypt(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString()
    },
  }
}
