import { randomBytes } from 'node:crypto'
import { createLogger } from '@kingcar/runtime'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { hmacWith } from '../src/crypto/hmac.ts'
import { createSocialProviders, type SocialProviders } from '../src/social/providers.ts'
import { appId, clientIds, idToken, startProviders } from './social-providers.ts'
import { readMemberConfig } from './start-member.ts'

const email = 'hong@kingcar.test'
const now = new Date()
let social: SocialProviders
const providers = startedBeforeAll(startProviders)
beforeAll(async () => {
  const secret = randomBytes(32)
  const needed = { NATS_URL: 'x', NATS_PASSWORD: 'x', DATABASE_URL: 'x', JWT_PRIVATE_KEY: 'x' }
  const secrets = { TOKEN_SECRET: secret.toString('hex'), IDEMPOTENCY_SECRET: secret.toString('hex') }
  const config = Object.assign(readMemberConfig({ ...needed, ...secrets }), providers.options)
  social = createSocialProviders({
    config,
    now: () => now,
    hmac: hmacWith(secret),
    log: createLogger('test', 'silent'),
  })
})

test.each([
  [true, email],
  ['true', email],
  [false, null],
  ['false', null],
  [1, null],
  [undefined, null],
])('an ID token whose email_verified is %j gives %j', async (email_verified, email) => {
  const token = await idToken(providers, { sub: 'x', aud: clientIds.APPLE, email, email_verified })
  expect(await social.identify({ provider: 'APPLE', socialToken: token })).toMatchObject({ subject: 'x', email })
})

test.each([
  [{ email, is_email_valid: true, is_email_verified: true }, email],
  [{ email, is_email_valid: false, is_email_verified: true }, null],
  [{ email, is_email_valid: true, is_email_verified: false }, null],
  [{ email: 'no email', is_email_valid: true, is_email_verified: true }, null],
  [undefined, null],
])('an account of Kakao with %j has %j', async (kakao_account, email) => {
  providers.replies.set('GET /v1/user/access_token_info', () => ({ json: { id: 7, app_id: Number(appId) } }))
  providers.replies.set('GET /v2/user/me', () => ({ json: { id: 7, kakao_account } }))
  const identity = await social.identify({ provider: 'KAKAO', socialToken: 'token' })
  expect(identity).toEqual({ provider: 'KAKAO', subject: '7', email, provenAt: now })
})
