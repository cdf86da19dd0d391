import { nkeys } from 'nats'
import { expect, test } from 'vitest'
import { accountKeyFromSeed } from './account-signer.ts'

test('the name of an account key is that of the NATS packages', () => {
  for (let times = 0; times < 50; times++) {
    const pair = nkeys.createAccount()
    expect(accountKeyFromSeed(Buffer.from(pair.getSeed()).toString()).name).toBe(pair.getPublicKey())
  }
})

test('an invalid seed is rejected', () => {
  const seed = Buffer.from(nkeys.createAccount().getSeed()).toString()
  for (const wrong of ['', 'SA', `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`])
    expect(() => accountKeyFromSeed(wrong)).toThrow()
})
