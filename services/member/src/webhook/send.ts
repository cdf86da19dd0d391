import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookError } from '@kingcar/contract'
import { Webhook } from 'standardwebhooks'
import type { AddressPolicy } from './address.ts'
import { hostOf } from './endpoint-url.ts'

/** A signed request to an endpoint. */
export type WebhookRequest = {
  url: string
  /** One secret, or two during a rotation: the request is signed with each. */
  secrets: readonly string[]
  /** Id of the message, the same for all tries. */
  id: string
  /** JSON, the same for all tries. */
  body: string
  /** The request is not sent after this time, Unix milliseconds; null without a deadline. */
  expiresAt: number | null
}

/** The outcome of one try. `error` is null after a status 2xx. */
export type WebhookTry = {
  status: number | null
  error: WebhookError | null
  /** The first bytes of the response. */
  response: string | null
  milliseconds: number
}

/** All addresses of a name. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>

/** Milliseconds that a try may take, from the lookup of the name to the status of the response. */
export const tryTimeout = 10_000
/** Milliseconds to wait for the first bytes of the body after the status, which alone decides about success. */
const bodyTimeout = 1_000
const mostResponseBytes = 1_024

class RefusedError extends Error {
  readonly reason: WebhookError
  constructor(reason: WebhookError) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Sends a request once, without following redirects. The name is resolved once, and the connection goes to an address that the
 * policy permits, whatever the name resolves to afterwards. Never rejects.
 */
export async function sendWebhook(
  request: WebhookRequest,
  addresses: AddressPolicy,
  resolveName: ResolveName = resolveByDns,
): Promise<WebhookTry> {
  const began = performance.now()
  const timeLeft = (request.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()
  if (timeLeft <= 0) return { status: null, error: 'expired', response: null, milliseconds: 0 }
  const signal = AbortSignal.timeout(Math.min(tryTimeout, timeLeft))
  let isSent = false
  const ended = (outcome: Omit<WebhookTry, 'milliseconds'>) => ({
    ...outcome,
    milliseconds: Math.round(performance.now() - began),
  })
  try {
    const url = new URL(request.url)
    const permitted = await permittedAddresses(url, addresses, resolveName, signal)
    const response = await post(url, request, permitted, signal, () => {
      isSent = true
    })
    const { statusCode: status = 0 } = response
    const isRedirect = status >= 300 && status < 400
    const error = status >= 200 && status < 300 ? null : isRedirect ? 'redirect' : 'status'
    return ended({ status, error, response: await firstBytes(response) })
  } catch (err) {
    const error = signal.aborted
      ? timeLeft < tryTimeout && !isSent
        ? 'expired'
        : 'timeout'
      : err instanceof RefusedError
        ? err.reason
        : 'connection'
    return ended({ status: null, error, response: null })
  }
}

/** @throws RefusedError if the name has no address, or one that is not permitted */
async function permittedAddresses(
  url: URL,
  policy: AddressPolicy,
  resolveName: ResolveName,
  signal: AbortSignal,
): Promise<string[]> {
  const host = hostOf(url)
  const found = isIP(host) === 0 ? await resolveName(host, signal) : [host]
  if (found.length === 0) throw new RefusedError('name')
  if (!found.every((address) => policy.permits(address, url.protocol))) throw new RefusedError('address')
  return found
}

/**
 * Resolves by DNS alone: `getaddrinfo` would occupy threads of the process, and one slow name could block those of all
 * others.
 */
async function resolveByDns(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Resolves with the head of the response. Rejects if the connection closes without one, as after a `101 Switching Protocols`. */
function post(
  url: URL,
  { id, body, secrets }: WebhookRequest,
  addresses: readonly string[],
  signal: AbortSignal,
  onSent: () => void,
): Promise<IncomingMessage> {
  const at = new Date()
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'KingCar-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(at.getTime() / 1_000),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
  const lookup = lookupOf(addresses)
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, lookup, signal, agent: false })
      .on('finish', onSent)
      .on('response', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('closed without a response')))
      .end(body)
  })
}

/** Answers with the addresses that were checked, instead of resolving the name again. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, options, callback) => {
    const [first] = all
    if (options.all === true) callback(null, all)
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** Reads the start of the response and closes the connection, however much more there is. */
async function firstBytes(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => response.destroy(), bodyTimeout)
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostResponseBytes) break
    }
  } catch {} // the rest does not arrive; the status alone decides
  clearTimeout(timer)
  response.destroy()
  return Buffer.concat(chunks).subarray(0, mostResponseBytes).toString().replaceAll('\0', '\uFFFD')
}
