import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a test changes in the response of an authenticator. */
type Over = { origin?: string; challenge?: string; type?: string; verified?: boolean; counter?: number; rpId?: string }
type NewOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type LoginOptions = { challenge: string; rpId: string }

export type TestPasskey = {
  credentialId: string
  /** Makes the passkey, as `navigator.credentials.create` does. */
  create(options: NewOptions, over?: Over): { credentialId: string; clientDataJSON: string; attestationObject: string }
  /** Signs a challenge, as `navigator.credentials.get` does; the counter goes up each time. */
  get(
    options: LoginOptions,
    over?: Over,
  ): {
    credentialId: string
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle: string
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text, 'hex')

/** A passkey of ES256 in software, for one origin, without the library of the product. */
export function createPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, over: Over) =>
    Buffer.from(
      JSON.stringify({
        type: over.type ?? type,
        challenge: over.challenge ?? challenge,
        origin: over.origin ?? origin,
      }),
    )

  /** Hash of the RP id, flags and counter, WebAuthn section 6.1. */
  function head(rpId: string, attested: number, over: Over): Buffer {
    counter += 1
    const flags = 0x01 | (over.verified === false ? 0 : 0x04) | attested
    const bytes = Buffer.alloc(5)
    bytes.writeUInt8(flags)
    bytes.writeUInt32BE(over.counter ?? counter, 1)
    return Buffer.concat([sha256(over.rpId ?? rpId), bytes])
  }

  return {
    credentialId,
    create({ challenge, rp, user }, over = {}) {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE_Key: EC2, ES256, P-256
      const key = [hex('a5010203262001215820'), Buffer.from(x, 'base64url'), hex('225820'), Buffer.from(y, 'base64url')]
      const attested = [Buffer.alloc(16), hex('0010'), id, ...key]
      const authData = Buffer.concat([head(rp.id, 0x40, over), ...attested])
      // CBOR: { fmt: 'none', attStmt: {}, authData }
      const start = hex('a363666d74646e6f6e656761747453746d74a068617574684461746158')
      const attestationObject = Buffer.concat([start, Buffer.from([authData.length]), authData])
      return {
        credentialId,
        clientDataJSON: clientData('webauthn.create', challenge, over).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
      }
    },
    get({ challenge, rpId }, over = {}) {
      const signed = clientData('webauthn.get', challenge, over)
      const authenticatorData = head(rpId, 0, over)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(signed)]), privateKey)
      return {
        credentialId,
        clientDataJSON: signed.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      }
    },
  }
}
