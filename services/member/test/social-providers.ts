import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { contract, type SocialProvider } from '@kingcar/contract'
import { OAuth2Server } from 'oauth2-mock-server'
import type { Options } from '../src/service.ts'
import type { Member, Pair } from './start-member.ts'

/** A request to a provider's server. */
type Received = { call: string; authorization: string | undefined; fields: Record<string, string> }
type Answer = { status?: number; json?: unknown; text?: string } | 'nothing'
type Reply = (request: Received) => Answer | Promise<Answer>

export type Providers = AsyncDisposable & {
  /** Signs the ID tokens of Google, Apple and Kakao. */
  openId: OAuth2Server
  /** The id of its key; a test may add keys. */
  kid: string
  /** Responses of Kakao, Naver and Apple by method and path; others are 500. */
  replies: Map<string, Reply>
  received: Received[]
  options: Partial<Options>
}

export const clientIds = { GOOGLE: 'google-web', APPLE: 'test.kingcar.app', KAKAO: 'kakao-native' }
export const appId = '991122'
export const adminKey = 'an admin key of Kakao'

/** An OpenID server, and a server that imitates Kakao, Naver and Apple. */
export async function startProviders(): Promise<Providers> {
  await using opened = new AsyncDisposableStack()
  const openId = new OAuth2Server()
  const { kid } = await openId.issuer.keys.generate('RS256')
  await openId.start(0, '127.0.0.1')
  opened.defer(async () => void (openId.listening && (await openId.stop())))
  const replies: Providers['replies'] = new Map()
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const call = `${request.method} ${request.url}`
    const fields = Object.fromEntries(new URLSearchParams(body))
    const one = { call, authorization: request.headers.authorization, fields }
    received.push(one)
    const reply = (await replies.get(call)?.(one)) ?? { status: 500 }
    if (reply === 'nothing') return
    response.setHeader('location', '/elsewhere').writeHead(reply.status ?? 200)
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => server.close().closeAllConnections())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const issuer = { issuer: openId.issuer.url ?? '', keys: `http://127.0.0.1:${openId.address().port}/jwks` }
  const options: Partial<Options> = {
    GOOGLE_ISSUER: `accounts.google.com, ${issuer.issuer}`,
    GOOGLE_JWKS_URL: issuer.keys,
    GOOGLE_CLIENT_IDS: `${clientIds.GOOGLE}, google-ios`,
    APPLE_ISSUER: issuer.issuer,
    APPLE_JWKS_URL: issuer.keys,
    APPLE_CLIENT_IDS: clientIds.APPLE,
    KAKAO_ISSUER: issuer.issuer,
    KAKAO_JWKS_URL: issuer.keys,
    KAKAO_CLIENT_IDS: clientIds.KAKAO,
    KAKAO_APP_IDS: appId,
    KAKAO_API_URL: url,
    KAKAO_ADMIN_KEY: adminKey,
    NAVER_API_URL: url,
    NAVER_AUTH_URL: url,
    NAVER_CLIENT_ID: 'naver-client',
    NAVER_CLIENT_SECRET: 'naver-secret',
    APPLE_URL: url,
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  }
  const held = opened.move()
  return { openId, kid, replies, received, options, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

/** An ID token with added or replaced claims; an undefined claim is removed. */
export const idToken = (
  { openId, kid }: Pick<Providers, 'openId' | 'kid'>,
  claims: Record<string, unknown>,
): Promise<string> =>
  openId.issuer.buildToken({ kid, scopesOrTransform: (_header, payload) => void Object.assign(payload, claims) })

export const loginSocial = (
  member: Member,
  provider: SocialProvider,
  socialToken: string,
  more: { nonce?: string; authorizationCode?: string } = {},
  address = '203.0.113.1',
): Promise<Pair> =>
  member.bus.call(contract.member.loginSocial, { provider, socialToken, ...more }, member.from(address))

/** Inserts a member of a provider, with a session. */
export async function addSocialMember(member: Member, provider: SocialProvider, subject: string) {
  const added = await member.addMember()
  await member.backend.sql`update member.members set provider = ${provider}, social_subject = ${subject}
    where id = ${added.id}`
  return added
}
