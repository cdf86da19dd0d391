import type { WebhookData } from './generated/types/webhooks.ts'

export type { WebhookData } from './generated/types/webhooks.ts'

type Data = WebhookData & {
  /** Sent when an administrator tests an endpoint in the console. */
  'webhook.test': { endpointId: string }
}

/** An event that a partner receives: its `type` decides which `data` it has. A later version of KingCar can send further types. */
export type WebhookEvent = {
  [T in keyof Data]: {
    /** Id of the event, the same for each try: a repetition has the id of an event that was received before. */
    id: string
    type: T
    /** When the event happened. */
    timestamp: string
    data: Data[T]
  }
}[keyof Data]

/**
 * Why a request is not from KingCar: it has no signature headers, its time is too old or in the future, or its
 * signature is wrong.
 */
export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly reason: 'headers' | 'timestamp' | 'signature'
  constructor(reason: WebhookError['reason']) {
    super(`webhook refused: ${reason}`)
    this.reason = reason
  }
}

/**
 * Seconds by which the clocks may differ, as the Standard Webhooks specification recommends: a request that was copied
 * stops working after that.
 */
const tolerance = 300
/** More signatures than KingCar sends: one for each of at most two secrets. */
const mostSignatures = 4

type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

const utf8 = new TextEncoder()
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/**
 * Checks that a request of a webhook comes from KingCar, and returns its event. Signatures are compared in constant time.
 * @param secrets that of the endpoint, or those before and after a rotation
 * @param rawBody the body as it was received, before any parser
 * @throws WebhookError for any other request, and TypeError for a text that is not a secret
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(keyOf))
  const named = (name: string) => headerOf(headers, `webhook-${name}`)
  const [id, at, signature] = [named('id'), named('timestamp'), named('signature')]
  if (!id || !signature || !/^\d{1,12}$/.test(at)) throw new WebhookError('headers')
  if (Math.abs(Date.now() / 1_000 - Number(at)) > tolerance) throw new WebhookError('timestamp')
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody)
  const content = utf8.encode(`${id}.${at}.${body}`)
  for (const each of signature.split(' ', mostSignatures)) {
    const [, base64] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each) ?? []
    if (base64 === undefined) continue
    for (const key of keys)
      if (await crypto.subtle.verify('HMAC', key, bytesOf(base64), content)) return { ...JSON.parse(body), id }
  }
  throw new WebhookError('signature')
}

/** @throws TypeError for a text that is not a secret, for example because a setting is missing */
function keyOf(secret: string) {
  const [, base64] = /^whsec_([A-Za-z0-9+/]{43}=)$/.exec(secret) ?? []
  if (base64 === undefined) throw new TypeError('the secret of a webhook is whsec_ and 32 bytes in base64')
  return crypto.subtle.importKey('raw', bytesOf(base64), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  return String(Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '')
}
