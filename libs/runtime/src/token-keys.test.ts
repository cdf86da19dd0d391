import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keysFor, readTokenKeys } from './token-keys.ts'

const pair = (kind: 'ed25519' | 'x25519' = 'ed25519') =>
  generateKeyPairSync(kind as 'ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
const tokenOf = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.x`

test('the key id is the thumbprint of RFC 8037 A.3, for private and public keys', () => {
  const x = Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), x]).toString('base64')
  const [key] = readTokenKeys(`-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----`, 'KEY')
  expect(key.kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  const { publicKey, privateKey } = pair()
  expect(readTokenKeys(privateKey, 'KEY')[0].kid).toBe(readTokenKeys(publicKey, 'KEY')[0].kid)
})

test('several PEM blocks are read in order; another kind of key is rejected', () => {
  const [one, two] = [pair(), pair()]
  const keys = readTokenKeys(`${one.publicKey}\n${two.publicKey}`, 'KEY')
  expect(keys.map(({ publicPem }) => publicPem)).toEqual([one.publicKey, two.publicKey])
  expect(() => readTokenKeys(`${one.publicKey}${pair('x25519').publicKey}`, 'KEY')).toThrow('KEY is not an Ed25519 key')
  expect(() => readTokenKeys('nothing', 'KEY')).toThrow()
})

test('a token is verified with the key that it names, or with all if it names no known key', () => {
  const keys = readTokenKeys(pair().publicKey + pair().publicKey, 'KEY')
  expect(keysFor(tokenOf({ kid: keys[1]?.kid }), keys)).toEqual([keys[1]])
  for (const token of [tokenOf({}), tokenOf({ kid: 'other' }), tokenOf({ kid: null }), '', 'x.y', 'no dots'])
    expect(keysFor(token, keys)).toEqual(keys)
})
