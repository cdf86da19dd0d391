import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { nkeys } from 'nats'

export type AccountKey = {
  /** Signs by Ed25519. */
  key: KeyObject
  /** What nats-server calls its public half (`A…`). */
  name: string
}

/** Before the 32 bytes of a private key of Ed25519 (RFC 8410 §7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The account key of a seed (`SA…`). node:crypto finds the public half and signs in 60 µs, where the NATS packages take
 * 20 ms of a start and 10 ms a signature, which a thousand devices that reconnect at once would feel.
 * @throws Error for what is no seed
 */
export function accountKeyFromSeed(seed: string): AccountKey {
  const pair = nkeys.fromSeed(Buffer.from(seed)) as unknown as { getRawSeed(): Uint8Array }
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, pair.getRawSeed()]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { key, name: nameOf(Buffer.from(x, 'base64url')) }
}

/** An nkey in text: a byte for its kind, which is 0 for accounts, the key and a CRC-16 of both, in base32. */
function nameOf(publicKey: Buffer): string {
  const text = Buffer.concat([Buffer.of(0), publicKey, Buffer.alloc(2)])
  text.writeUInt16LE(crc16(text.subarray(0, -2)), text.length - 2)
  const bits = [...text].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)] as string)
}

/** CRC-16/XMODEM. */
const crc16 = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => {
    let crc = sum ^ (byte << 8)
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
    return crc
  }, 0)
