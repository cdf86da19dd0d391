import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { createSecretBox } from '@kingcar/runtime'
import { testProcess } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { phones } from './phone-steps.ts'
import { addSocialMember, clientIds, idToken, loginSocial, startProviders } from './social-providers.ts'
import { type Pair, startMember, startTestMember } from './start-member.ts'

const next = {
  TOKEN_SECRET: randomBytes(32).toString('hex'),
  JWT_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const providers = startedBeforeAll(startProviders)
const member = startedBeforeAll(() => startTestMember(providers.options))

// ASVS 11.2.2
test('both keys are changed without an effect on clients; tokens of the old keys end with them', async () => {
  const phone = phones(member)
  const account = { email: 'kept@kingcar.test', password: 'quarter to nine' }
  await member.join(account.email, account.password)
  const kept: Pair = await member.login(account)
  const left: Pair = await member.login(account)
  const { number, address } = phone.fresh()
  await phone.send(number, address)
  const code = await phone.code(number)
  const sub = randomUUID()
  const { id } = await addSocialMember(member, 'GOOGLE', sub)
  const token = await idToken(providers, { sub, aud: clientIds.GOOGLE, jti: randomUUID() })
  await loginSocial(member, 'GOOGLE', token)
  const key = (hex: string) => createSecretBox([Buffer.from(hex, 'hex')], 'sealer')
  const sealed = key(member.options.TOKEN_SECRET).encrypt('grant')
  await member.backend.sql`update member.members set social_grant = ${sealed} where id = ${id}`
  await member.stop()

  const both = Object.assign({}, member.options, {
    TOKEN_SECRET: `${next.TOKEN_SECRET},${member.options.TOKEN_SECRET}`,
    JWT_PRIVATE_KEY: next.JWT_PRIVATE_KEY + member.options.JWT_PRIVATE_KEY,
  })
  let renewed: Pair
  {
    await using _changing = await startMember(both, testProcess())
    await phone.check(number, code)
    await expect(loginSocial(member, 'GOOGLE', token)).rejects.toMatchObject({ code: 'SOCIAL_TOKEN_INVALID' })
    await expect
      .poll(async () => {
        const [row] = await member.backend.sql`select social_grant as grant from member.members where id = ${id}`
        return row?.grant
      })
      .not.toBe(sealed)
    const [row] = await member.backend.sql`select social_grant as grant from member.members where id = ${id}`
    expect(key(next.TOKEN_SECRET).decrypt(row?.grant)).toBe('grant')
    renewed = await member.reissue(kept)
  }

  await using _changed = await startMember(Object.assign({}, member.options, next), testProcess())
  await member.reissue(renewed)
  await expect(member.reissue(left)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
})
