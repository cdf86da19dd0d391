import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@kingcar/db'
import { fault, type Logger, type SecretBox, startBackgroundJob } from '@kingcar/runtime'
import type { AddressPolicy } from './address.ts'
import { type Claim, type ClaimedDelivery, claimDeliveries, listDueEndpoints, storeOutcome } from './deliveries.ts'
import { type ResolveName, sendWebhook, type WebhookRequest } from './send.ts'

/*
 * Sends deliveries. Each endpoint has requests of its own, so that one that is slow or fails delays no other. After the commit of
 * a transaction that stores deliveries the first process that claims them sends them, under a lease; if that process dies, they
 * become due again when the lease ends. So a delivery arrives at least once, and seldom twice.
 */

/** Milliseconds between two polls; the process that stored deliveries polls immediately. */
const pollEvery = 1_000
/** Requests of one endpoint at the same time. */
const mostOfEndpoint = 8
/** Milliseconds that a stop waits for requests; the others are sent again after their lease. */
const stopTimeout = 3_000

export type WebhookWorker = AsyncDisposable & {
  /** Polls now. Call it after the commit of a transaction that stored deliveries. */
  kick(): void
}

export type WebhookDeps = {
  db: Pick<Database, 'transaction' | 'read'>
  secretBox: Pick<SecretBox, 'decrypt'>
  webhookAddresses: AddressPolicy
  resolveName?: ResolveName | undefined
}

/** Sends due deliveries until it is disposed. */
export function startWebhookWorker(deps: WebhookDeps, log: Logger): WebhookWorker {
  const { db } = deps
  const running = new Map<string, number>()
  const claiming = new Set<string>()
  const sending = new Set<Promise<void>>()
  let stopped = false

  const poll = async () => {
    for (const id of await listDueEndpoints(db.read)) await claim(id)
  }

  async function claim(id: string): Promise<void> {
    if (stopped || claiming.has(id) || (running.get(id) ?? 0) >= mostOfEndpoint) return
    claiming.add(id)
    try {
      const claimed = await claimDeliveries(db, id, running.get(id) ?? 0, mostOfEndpoint)
      for (const delivery of claimed?.deliveries ?? []) begin(claimed as Claim, delivery)
    } finally {
      claiming.delete(id)
    }
  }

  /** Several at a time: a claim costs as much as a request. */
  const claimMore = async (id: string) => {
    if ((running.get(id) ?? 0) <= mostOfEndpoint / 2) await claim(id)
  }

  function begin({ endpoint }: Claim, delivery: ClaimedDelivery): void {
    const { id } = endpoint
    running.set(id, (running.get(id) ?? 0) + 1)
    const done = deliver(endpoint, delivery)
      .finally(() => running.set(id, (running.get(id) ?? 1) - 1))
      .then(() => claimMore(id))
      .catch((err: unknown) => log.warn({ err, endpointId: id }, 'webhook outcome not stored'))
    sending.add(done)
    void done.finally(() => sending.delete(done))
  }

  async function deliver(endpoint: Claim['endpoint'], delivery: ClaimedDelivery): Promise<void> {
    const outcome = await sendWebhook(requestOf(deps, endpoint, delivery), deps.webhookAddresses, deps.resolveName)
    await fault('member.webhook.afterSend')
    const isDisabled = await storeOutcome(db, endpoint.id, delivery, outcome)
    const { error, status } = outcome
    const { eventId, type, attempts } = delivery
    if (error !== null)
      log.warn({ endpointId: endpoint.id, eventId, type, attempts, error, status }, 'webhook try failed')
    if (isDisabled) log.error({ endpointId: endpoint.id }, 'webhook endpoint disabled after three days of failures')
  }

  const polling = startBackgroundJob({ name: 'webhook-poll', everyMs: pollEvery, work: poll }, log)
  return {
    kick: polling.kick,
    async [Symbol.asyncDispose]() {
      stopped = true
      await polling[Symbol.asyncDispose]()
      await Promise.race([Promise.all(sending), wait(stopTimeout, undefined, { ref: false })])
    },
  }
}

/** The request of an event to an endpoint, with the secrets that are in force. */
export function requestOf(
  { secretBox }: Pick<WebhookDeps, 'secretBox'>,
  { url, sealedSecret, sealedPrevious, overlapUntil }: Claim['endpoint'],
  { eventId: id, body }: Pick<ClaimedDelivery, 'eventId' | 'body'>,
): WebhookRequest {
  const isInOverlap = overlapUntil !== null && overlapUntil.getTime() > Date.now()
  const sealed = [sealedSecret, ...(isInOverlap && sealedPrevious !== null ? [sealedPrevious] : [])]
  return { url, id, body, secrets: sealed.map(secretBox.decrypt) }
}
