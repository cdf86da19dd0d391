import type { BatchHandlers } from '@kingcar/bus'
import { alertOfRefunds } from '../alert/alert-of-refunds.ts'
import type { Ctx } from '../context.ts'
import { eraseWebhookEvents } from '../webhook/erase-events.ts'
import { storeWebhookEvents } from '../webhook/store-events.ts'
import {
  factsOfDeviceStates,
  factsOfEndedVisits,
  factsOfGates,
  factsOfLeave,
  factsOfMember,
  factsOfOrder,
  factsOfUserProduct,
  factsOfUses,
} from '../webhook/webhook.ts'

const consumed = [
  'member.changed',
  'member.left',
  'orders.orderChanged',
  'orders.userProductChanged',
  'orders.usesChanged',
  'recognition.visitsEnded',
  'recognition.deviceStatesChanged',
  'recognition.gatesDecided',
] as const

/** Stores webhook deliveries for events, and alerts administrators about some of them. */
export const webhookEventHandlers = (
  ctx: Pick<Ctx, 'alerts' | 'channels' | 'db' | 'now' | 'sendsMail' | 'tasks' | 'webhooks'>,
): Required<BatchHandlers<(typeof consumed)[number]>> => ({
  'member.changed': (payloads) => storeWebhookEvents(ctx, payloads.flatMap(factsOfMember)),
  async 'member.left'(payloads) {
    await storeWebhookEvents(ctx, payloads.flatMap(factsOfLeave))
    for (const { memberId } of payloads) await eraseWebhookEvents(ctx.db, memberId)
  },
  async 'orders.orderChanged'(payloads) {
    await storeWebhookEvents(ctx, payloads.flatMap(factsOfOrder))
    await alertOfRefunds(ctx, payloads)
  },
  'orders.userProductChanged': (payloads) => storeWebhookEvents(ctx, payloads.flatMap(factsOfUserProduct)),
  'orders.usesChanged': (payloads) => storeWebhookEvents(ctx, payloads.flatMap(factsOfUses)),
  'recognition.visitsEnded': (payloads) => storeWebhookEvents(ctx, payloads.flatMap(factsOfEndedVisits)),
  async 'recognition.deviceStatesChanged'(payloads) {
    await storeWebhookEvents(ctx, payloads.flatMap(factsOfDeviceStates))
    ctx.alerts.kick()
  },
  'recognition.gatesDecided': (payloads) => storeWebhookEvents(ctx, payloads.flatMap(factsOfGates)),
})
