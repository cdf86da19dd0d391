import type { Database } from '@kingcar/db'
import { fault, type Logger, type SecretBox } from '@kingcar/runtime'
import { type Lanes, startLanes } from '../task/lanes.ts'
import type { AddressPolicy } from './address.ts'
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  findNextDelivery,
  listDueLanes,
  storeOutcome,
} from './deliveries.ts'
import { type ResolveName, sendWebhook, type WebhookRequest } from './send.ts'

/** Largest number of concurrent requests to one endpoint, without those that have a deadline. */
const mostOfEndpoint = 8

/** Suffix of the lane that has an endpoint's deliveries with a deadline; the other lane is named by the endpoint's id alone. */
const urgentLane = ' urgent'

export type WebhookDeps = {
  db: Pick<Database, 'onCommit' | 'transaction' | 'read'>
  secretBox: Pick<SecretBox, 'decrypt'>
  webhookAddresses: AddressPolicy
  resolveName?: ResolveName | undefined
}

type Work = { endpoint: Claim['endpoint']; delivery: ClaimedDelivery }

/**
 * Sends due deliveries until it is disposed. Endpoints do not wait for each other, and deliveries with a deadline do
 * not wait for the others.
 */
export function startWebhookWorker(deps: WebhookDeps, log: Logger): Lanes {
  const { db } = deps

  const listDue = async () =>
    (await listDueLanes(db.read)).map(({ endpointId, isUrgent }) =>
      isUrgent ? `${endpointId}${urgentLane}` : endpointId,
    )

  async function claim(name: string, running: number, most: number): Promise<Work[]> {
    const lane = { endpointId: name.replace(urgentLane, ''), isUrgent: name.endsWith(urgentLane) }
    const claimed = await claimDeliveries(db, lane, running, most)
    return claimed?.deliveries.map((delivery) => ({ endpoint: claimed.endpoint, delivery })) ?? []
  }

  async function deliver({ endpoint, delivery }: Work): Promise<void> {
    const outcome = await sendWebhook(requestOf(deps, endpoint, delivery), deps.webhookAddresses, deps.resolveName)
    await fault('member.webhook.afterSend')
    const isDisabled = await storeOutcome(db, endpoint.id, delivery, outcome)
    const { error, status } = outcome
    const { eventId, type, attempts } = delivery
    if (error !== null)
      log.warn({ endpointId: endpoint.id, eventId, type, attempts, error, status }, 'webhook try failed')
    if (isDisabled) log.error({ endpointId: endpoint.id }, 'webhook endpoint disabled after three days of failures')
  }

  return startLanes(
    {
      ...{ name: 'webhook-poll', most: mostOfEndpoint, listDue, claim, run: deliver },
      findNext: () => findNextDelivery(db.read),
      onFailure: (err, lane) =>
        log.warn({ err, endpointId: lane.replace(urgentLane, '') }, 'webhook outcome not stored'),
    },
    db,
    log,
  )
}

/** The request of an event to an endpoint, with the secrets that are in force. */
export function requestOf(
  { secretBox }: Pick<WebhookDeps, 'secretBox'>,
  { url, sealedSecret, sealedPrevious, overlapUntil }: Claim['endpoint'],
  { eventId: id, body, expiresAt }: Pick<ClaimedDelivery, 'eventId' | 'body' | 'expiresAt'>,
): WebhookRequest {
  const isInOverlap = overlapUntil !== null && overlapUntil.getTime() > Date.now()
  const sealed = [sealedSecret, ...(isInOverlap && sealedPrevious !== null ? [sealedPrevious] : [])]
  return { url, id, body, expiresAt, secrets: sealed.map(secretBox.decrypt) }
}
