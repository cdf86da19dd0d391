import { callProvider } from '@kingcar/runtime'
import { SignJWT } from 'jose'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { type Channel, RecipientGoneError, RecipientUnavailableError } from '../channel/channel.ts'
import { formRequest } from '../social/provider-request.ts'
import { NonRetryableError } from '../task/task.ts'
import type { ServiceAccount } from './service-account.ts'

/*
 * FCM's HTTP v1 API (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages). Access tokens are those of the OAuth 2.0
 * flow for service accounts (RFC 7523). FCM has no idempotency key: a notification with the same tag or collapse id replaces the
 * first one on the device instead.
 */

const scope = 'https://www.googleapis.com/auth/firebase.messaging'
/**
 * Seconds for which an assertion is valid (at most an hour is allowed), and by which a token is replaced before its
 * end.
 */
const assertionLife = 300
const renewBefore = 60
/*
 * Error codes of FCM (firebase.google.com/docs/cloud-messaging/error-codes). The code for a token of another project
 * also appears if the configured account is the wrong one: such a token is kept. It does not pause the other tokens,
 * because an app can register any token.
 */
const goneCode = 'UNREGISTERED'
const otherProjectCode = 'SENDER_ID_MISMATCH'

const Granted = Type.Object({ access_token: Type.String({ minLength: 1 }), expires_in: Type.Number() })
const Refused = Type.Object({
  error: Type.Object({
    status: Type.Optional(Type.String()),
    details: Type.Optional(Type.Array(Type.Object({ errorCode: Type.Optional(Type.String()) }))),
  }),
})

type Token = { value: string; until: number }

/** Sends notifications through FCM. @param deadlineMs for each of the at most two calls of a send */
export function createFcm(url: string, account: ServiceAccount, deadlineMs = 8_000): Channel {
  const sendUrl = `${url.replace(/\/$/, '')}/v1/projects/${account.projectId}/messages:send`
  let token: Promise<Token> | undefined

  /** One request at a time; a failed one is not cached. */
  async function accessToken(): Promise<string> {
    const known = await token?.catch(() => undefined)
    if (known && known.until > Date.now()) return known.value
    token = requestToken(account, deadlineMs)
    return (await token).value
  }

  return {
    async send({ to, subject: title, text, id = '', data = {} }) {
      const message = {
        token: to,
        notification: { title, body: text },
        data,
        android: { collapse_key: id, notification: { tag: id } },
        apns: { headers: { 'apns-collapse-id': id } }, // at most 64 bytes
        webpush: { notification: { tag: id } },
      }
      const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ message })
      const response = await callProvider(sendUrl, { method: 'POST', headers, body }, deadlineMs)
      if (response.status === 200) return
      if (response.status === 401) token = undefined
      throw failureOf(response.status, response.body)
    },
  }
}

async function requestToken({ email, tokenUrl, key }: ServiceAccount, deadlineMs: number): Promise<Token> {
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime(`${assertionLife}s`)
    .sign(key)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  const { status, body } = await callProvider(tokenUrl, formRequest(grant), deadlineMs)
  if (status !== 200 || !Value.Check(Granted, body)) throw new Error(`no access token for FCM: ${status}`)
  return { value: body.access_token, until: Date.now() + 1_000 * (body.expires_in - renewBefore) }
}

function failureOf(status: number, body: unknown): Error {
  const { details = [], status: name } = Value.Check(Refused, body) ? body.error : {}
  const code = safeCode(details.find(({ errorCode }) => errorCode !== undefined)?.errorCode ?? name)
  const text = `FCM rejected the notification: ${status} ${code}`
  if (code === goneCode) return new RecipientGoneError(text)
  if (code === otherProjectCode) return new RecipientUnavailableError(text)
  // other statuses, such as 403, concern the account
  return status === 400 ? new NonRetryableError(text) : new Error(text)
}

/** A code in FCM's format; any other text may repeat parts of the message. */
const safeCode = (code = '') => (/^[A-Z_]{1,40}$/.test(code) ? code : 'no code')
