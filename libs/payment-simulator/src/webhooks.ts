import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { Payment } from './portone-objects.ts'
import { noticeOf, signatureHeaders, type V2Notice } from './v2/webhook.ts'

/** How webhooks are sent. */
export type DeliverySettings = {
  /** Number of webhooks that are lost, beginning with the next; null for all. */
  lose: number | null
  /** How often each webhook is sent. */
  copies: number
  /** Milliseconds before a webhook is sent. */
  delay: number
  /** Whether webhooks are held until `release`. */
  hold: boolean
  /** Form bodies instead of JSON; the provider's console has this setting. */
  form: boolean
}

const usual: DeliverySettings = { lose: 0, copies: 1, delay: 0, hold: false, form: false }

export type Notice = { imp_uid: string; merchant_uid: string; status: string; cancellation_id?: string }

/** A webhook and its result; a number is the receiver's HTTP status. */
export type SentNotice = {
  url: string
  body: Notice | V2Notice
  outcome: 'lost' | 'held' | 'under way' | 'failed' | number
}

export type Webhooks = AsyncDisposable & {
  /** Sends a changed payment to the merchant: once, in the background. */
  send(payment: Payment, notices: readonly string[], cancellationId?: string): void
  /** Oldest first. */
  readonly sent: readonly SentNotice[]
  /** Changes the given settings. */
  deliver(changes: Partial<DeliverySettings>): DeliverySettings
  /** Sends held webhooks one after the other, by default the newest first. */
  release(order?: 'newest' | 'oldest'): void
  /** Resolves when none is in flight. */
  settled(): Promise<void>
}

/** Milliseconds: as documented, 10 s to connect and 30 s for a response. */
const patience = 40_000

/** Webhooks kept in `sent`. */
const most = 10_000

/** The default address of webhooks of V2, and the secret that signs them. */
export type V2Delivery = { url: string | undefined; storeId: string; secret: string }

/** @param url the merchant's default; a payment may name others */
export function openWebhooks(url: string | undefined, v2: V2Delivery): Webhooks {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  const sent: SentNotice[] = []
  const held: { entry: SentNotice; form: boolean }[] = []
  let delivery = usual

  const post = async (entry: SentNotice, form: boolean, delay: number) => {
    entry.outcome = 'under way'
    try {
      if (delay > 0) await wait(delay, undefined, { signal: stopping.signal })
      entry.outcome = await deliver(entry, form, v2.secret, stopping.signal)
    } catch {
      entry.outcome = 'failed' // the provider does not retry
    }
  }
  const track = (sending: Promise<void>) => {
    const work = sending.finally(() => underWay.delete(work))
    underWay.add(work)
  }
  const dispatch = (entry: SentNotice) => {
    const { lose, copies, delay, hold, form } = delivery
    if (lose === null || lose > 0) {
      if (lose !== null) delivery = Object.assign({}, delivery, { lose: lose - 1 })
      entry.outcome = 'lost'
      sent.push(entry)
      return
    }
    for (let copy = 0; copy < copies; copy++) {
      const own: SentNotice = Object.assign({}, entry)
      sent.push(own)
      if (hold) held.push({ entry: own, form })
      else track(post(own, form, delay))
    }
    sent.splice(0, sent.length - most)
  }
  return {
    sent,
    send(payment, notices, cancellationId) {
      const usual = payment.v2 ? v2.url : url
      const to = notices.length > 0 ? notices : usual === undefined ? [] : [usual]
      const body = payment.v2 ? noticeOf(payment, v2.storeId, cancellationId) : v1NoticeOf(payment, cancellationId)
      for (const each of to) dispatch({ url: each, body, outcome: 'held' })
    },
    deliver(changes) {
      delivery = Object.assign({}, delivery, changes)
      return delivery
    },
    release(order = 'newest') {
      const waiting = order === 'newest' ? held.splice(0).reverse() : held.splice(0)
      const inOrder = async () => {
        for (const { entry, form } of waiting) await post(entry, form, 0)
      }
      track(inOrder())
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

function v1NoticeOf({ imp_uid, merchant_uid, status }: Payment, cancellationId: string | undefined): Notice {
  const body: Notice = { imp_uid, merchant_uid, status }
  if (cancellationId !== undefined) body.cancellation_id = cancellationId
  return body
}

const isLoopback = (host: string) => /^(localhost|127\..*|\[::1\])$/.test(host)

/** @returns the status of the response */
async function deliver(
  { url: to, body }: SentNotice,
  asForm: boolean,
  secret: string,
  stopping: AbortSignal,
): Promise<number> {
  const url = new URL(to)
  const isV2 = 'type' in body
  const form = asForm && !isV2 // V2 sends JSON only
  const text = form ? new URLSearchParams(body as Notice).toString() : JSON.stringify(body)
  const request = (url.protocol === 'https:' ? tlsRequest : plainRequest)(url, {
    method: 'POST',
    agent: false,
    rejectUnauthorized: !isLoopback(url.hostname), // a local certificate need not name the loopback address
    signal: AbortSignal.any([stopping, AbortSignal.timeout(patience)]),
    headers: {
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': Buffer.byteLength(text),
      ...(isV2 && signatureHeaders(secret, text)),
    },
  })
  request.end(text)
  const [response] = await once(request, 'response')
  response.resume()
  return response.statusCode
}
