import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { assertNoCertificates } from './attestation.ts'

const certificate = Uint8Array.of(0x30, 0x00)
const signature = new Map<string, unknown>([
  ['alg', -7],
  ['sig', Uint8Array.of(1)],
])
const signatureWith = (name: string, value: unknown) => new Map([...signature, [name, value]])
const encoded = (format: string, statement: Map<string, unknown>) => {
  const fields = [
    ['fmt', format],
    ['attStmt', statement],
    ['authData', Uint8Array.of(1)],
  ] as const
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map<string, unknown>(fields) as never))
}

test.each([
  ['none', encoded('none', new Map())],
  ["an authenticator's own signature", encoded('packed', signature)],
])('%s is taken', async (_, attestation) => {
  await expect(assertNoCertificates(attestation)).resolves.toBeUndefined()
})

// ASVS 1.3.6
test.each([
  ['packed', encoded('packed', signatureWith('x5c', [certificate]))],
  ['android-key', encoded('android-key', signatureWith('x5c', [certificate]))],
  ['android-safetynet', encoded('android-safetynet', signatureWith('ver', '1'))],
  ['tpm', encoded('tpm', signatureWith('x5c', [certificate, certificate]))],
  ['apple', encoded('apple', signatureWith('x5c', [certificate]))],
  ['fido-u2f', encoded('fido-u2f', signatureWith('x5c', [certificate]))],
  ['no CBOR', 'AAAA'],
])('certificates are refused: %s', async (_, attestation) => {
  await expect(assertNoCertificates(attestation)).rejects.toThrow()
})
