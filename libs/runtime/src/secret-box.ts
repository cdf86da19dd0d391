import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts values that tables must not hold in clear, such as a provider's refresh token. */
export type SecretBox = {
  encrypt(text: string): string
  /** @throws Error for anything that was not encrypted under one of the keys */
  decrypt(encrypted: string): string
  /** The same text under the first key; undefined if it is under the first key already. @throws Error as `decrypt` */
  reencrypt(encrypted: string): string | undefined
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random nonce, under a key that HKDF derives from each secret. The first encrypts, all decrypt.
 * @param purpose HKDF's info: with another text nothing encrypted before can be read
 */
export function createSecretBox(secrets: readonly [Buffer, ...Buffer[]], purpose: string): SecretBox {
  const [first, ...others] = secrets.map((secret) => boxOf(secret, purpose)) as [OneKeyBox, ...OneKeyBox[]]
  const decryptWithOthers = (encrypted: string, error: unknown) => {
    for (const { decrypt } of others) {
      try {
        return decrypt(encrypted)
      } catch {} // it was encrypted under another key
    }
    throw error
  }
  return {
    encrypt: first.encrypt,
    decrypt(encrypted) {
      try {
        return first.decrypt(encrypted)
      } catch (error) {
        return decryptWithOthers(encrypted, error)
      }
    },
    reencrypt(encrypted) {
      try {
        first.decrypt(encrypted)
        return undefined
      } catch (error) {
        return first.encrypt(decryptWithOthers(encrypted, error))
      }
    },
  }
}

type OneKeyBox = Pick<SecretBox, 'encrypt' | 'decrypt'>

function boxOf(secret: Buffer, purpose: string): OneKeyBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    encrypt(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce)
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString()
    },
  }
}
