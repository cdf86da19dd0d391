import * as Type from 'typebox'
import { AdminName } from '../member/admins.ts'
import { mostOverlapHours } from '../member/api-keys.ts'
import { From, Id, Instant, Nothing, Nullable, Strict, Subset, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { webhookEventTypes } from './events.ts'

/** The largest number of endpoints: one page of the console shows them all. */
export const mostWebhookEndpoints = 50

const EventTypes = Type.Array(Type.Enum([...webhookEventTypes]), {
  description: 'Types of the events that are sent to the endpoint',
  minItems: 1,
  uniqueItems: true,
  examples: [['visit.created', 'product.used']],
})
const Url = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'An `https` address that is reachable from the Internet, with port 443 or one above 1023',
  examples: ['https://pos.example.com/kingcar'],
})
const EndpointName = Type.String({ description: "Name of the partner's system", examples: ['포스 연동'] })

/** Why an endpoint gets no events: an administrator disabled it, or every try in three days has failed. */
export const disabledReasons = ['admin', 'failing'] as const

/** State of a delivery: it waits for its next try, was accepted by the partner, or has failed for good. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why a try failed. */
export const webhookErrors = ['status', 'redirect', 'timeout', 'name', 'address', 'connection', 'expired'] as const
export type WebhookError = (typeof webhookErrors)[number]

/** The largest number of events that one replay sends again. */
export const mostReplayed = 10_000

const tried = {
  status: Nullable(Type.Integer({ description: 'HTTP status; null without a response', examples: [200] })),
  error: Nullable(
    Type.Enum([...webhookErrors], {
      description: `Why it failed: status: not 2xx; redirect: a redirect, which is not followed; timeout: no response
        within ten seconds or before the deadline of the event; name: the host name has no address; address: the host
        name has an address that is not public; connection: no connection, or no valid certificate; expired: it was not
        sent, because the deadline of the event had passed`,
    }),
  ),
  response: Nullable(Type.String({ description: 'The first bytes of the response', examples: ['ok'] })),
  milliseconds: Type.Integer({ minimum: 0, examples: [120] }),
}
export const WebhookTryResult = Type.Object(tried)
export type WebhookTryResult = Typed<typeof WebhookTryResult>

export const WebhookDelivery = Type.Object({
  eventId: Type.String({ format: 'uuid', description: 'The `webhook-id`' }),
  type: Type.String({ examples: ['visit.created'] }),
  key: Type.String({
    description: 'Deliveries with the same key are sent one after the other',
    examples: ['0199a0c5-3c80-7000-8000-000000000001'],
  }),
  state: Type.Enum([...deliveryStates], {
    description:
      'waiting: for its next try; delivered: a try got 2xx; failed: all tries in three days failed, or the deadline of the event has passed',
  }),
  createdAt: Instant,
  endedAt: Nullable(Instant),
  nextTryAt: Nullable(Instant),
  tries: Type.Array(Type.Object({ at: Instant, ...tried }), { description: 'The newest first' }),
})
export type WebhookDelivery = Typed<typeof WebhookDelivery>

export const ReplayedWebhooks = Type.Object({
  deliveries: Type.Integer({ minimum: 0, examples: [12] }),
  next: Nullable(
    Type.String({
      format: 'date-time',
      description: `The \`from\` of the next call, if there are more than ${mostReplayed} events`,
    }),
  ),
})
export type ReplayedWebhooks = Typed<typeof ReplayedWebhooks>

export const WebhookEndpoint = Type.Object({
  id: Id,
  name: EndpointName,
  url: Url,
  eventTypes: EventTypes,
  enabled: Type.Boolean({ examples: [true] }),
  disabledAt: Nullable(Instant),
  disabledReason: Nullable(
    Type.Enum([...disabledReasons], {
      description: 'admin: by an administrator; failing: every try in three days has failed',
    }),
  ),
  failingSince: Nullable(
    Type.String({ format: 'date-time', description: 'Time of the first failed try since the last success' }),
  ),
  waiting: Type.Integer({ minimum: 0, description: 'Number of deliveries that wait for a try', examples: [0] }),
  createdBy: Type.String({ description: 'Name of the administrator', examples: ['박관리'] }),
  createdAt: Instant,
  rotatedAt: Nullable(Instant),
  /** Until when requests are also signed with the secret from before the last rotation. */
  overlapUntil: Nullable(Instant),
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the endpoint; in quotes it is the value of `If-Match` for a change',
    examples: [1],
  }),
})
export type WebhookEndpoint = Typed<typeof WebhookEndpoint>

/** The id of an endpoint, and its secret. */
export const WebhookSecret = Type.Object({
  id: Id,
  secret: Nullable(
    Type.String({
      description: 'With which the partner verifies requests; null if it was returned before',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwZJ7K0Jx9uYk='],
    }),
  ),
})
export type WebhookSecret = Typed<typeof WebhookSecret>

const urlRefused = '`name` has no letter and no digit, or `url` is not a public `https` address without credentials.'
const notFound = 'No endpoint has this id, or it was deleted.'

export const webhookOperations = {
  createWebhookEndpoint: {
    http: 'POST /admin/api/webhookEndpoints',
    audits: 'Webhook 주소 등록',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Register an endpoint of a partner for webhooks',
    description: `Events are sent as POST requests by the Standard Webhooks specification, with the headers
      \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`: at least once, and those of one visit, use,
      order, subscription or member in their order; a \`gate.decision\` does not wait for earlier events, and is not
      sent after its \`expiresAt\`. Only the first response has the secret, and a repetition with the same
      \`Idempotency-Key\` returns null. Any response but 2xx within ten seconds is a failure, redirects too; a failed
      delivery is retried for three days, and after three days without a success the endpoint is disabled.`,
    input: Strict({ name: AdminName, url: Url, eventTypes: EventTypes }),
    result: WebhookSecret,
    status: 201,
    idempotent: true,
    errors: {
      WEBHOOK_ENDPOINT_LIMIT: `There are ${mostWebhookEndpoints} endpoints.`,
      VALIDATION_FAILED: urlRefused,
    },
  },
  listWebhookEndpoints: {
    http: 'GET /admin/api/webhookEndpoints',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    summary: 'List endpoints for webhooks',
    description: 'Returns a page, newest first unless `sort` is given. Secrets are not part of it.',
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(WebhookEndpoint),
  },
  updateWebhookEndpoint: {
    http: 'PATCH /admin/api/webhookEndpoints/{id}',
    resource: 'webhookEndpoint',
    audits: 'Webhook 주소 수정',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Change, disable or enable an endpoint for webhooks',
    description: `A disabled endpoint gets no requests, and events that happen in the meantime are not sent later,
      unless \`POST /admin/api/webhookEndpoints/{id}/replay\` requests them. Enabling it continues the deliveries that
      were waiting.`,
    input: Strict({
      id: Id,
      ...Subset({ name: AdminName, url: Url, eventTypes: EventTypes, enabled: Type.Boolean() }),
    }),
    result: WebhookEndpoint,
    versioned: true,
    errors: { WEBHOOK_ENDPOINT_NOT_FOUND: notFound, VALIDATION_FAILED: urlRefused },
  },
  rotateWebhookSecret: {
    http: 'POST /admin/api/webhookEndpoints/{id}/rotate',
    resource: 'webhookEndpoint',
    audits: 'Webhook 비밀 키 교체',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Replace the secret of an endpoint for webhooks',
    description: `Requests are signed with both secrets for \`overlapHours\` more, so that the partner can change over without a
      gap; an earlier secret is not used any more. With 0 hours only the new one is used.`,
    input: Strict({
      id: Id,
      overlapHours: Type.Optional(
        Type.Integer({ description: 'Default 24', minimum: 0, maximum: mostOverlapHours, examples: [24] }),
      ),
    }),
    result: WebhookSecret,
    idempotent: true,
    errors: { WEBHOOK_ENDPOINT_NOT_FOUND: notFound },
  },
  testWebhookEndpoint: {
    http: 'POST /admin/api/webhookEndpoints/{id}/test',
    resource: 'webhookEndpoint',
    audits: 'Webhook 시험',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Send a test event to an endpoint for webhooks',
    description: `Sends an event of the type \`webhook.test\` once, also to a disabled endpoint, and returns the outcome. It is not
      in the list of deliveries, and has no effect on the state of the endpoint.`,
    input: Strict({ id: Id }),
    timeoutSeconds: 15,
    result: WebhookTryResult,
    errors: { WEBHOOK_ENDPOINT_NOT_FOUND: notFound },
  },
  listWebhookDeliveries: {
    http: 'GET /admin/api/webhookEndpoints/{id}/deliveries',
    resource: 'webhookEndpoint',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    summary: 'List the deliveries of an endpoint for webhooks, with their tries',
    description: 'Returns a page, newest first unless `sort` is given. Deliveries are kept for 30 days.',
    input: Strict({ id: Id, state: Type.Optional(Type.Enum([...deliveryStates])), ...pageable('createdAt') }),
    result: Page(WebhookDelivery),
    errors: {
      WEBHOOK_ENDPOINT_NOT_FOUND: notFound,
      SEARCH_TOO_WIDE: 'The endpoint has too many deliveries: choose a `state`.',
    },
  },
  replayWebhookDeliveries: {
    http: 'POST /admin/api/webhookEndpoints/{id}/replay',
    resource: 'webhookEndpoint',
    audits: 'Webhook 다시 보내기',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Send the events of a time range again to an endpoint for webhooks',
    description: `Events of the types that the endpoint has chosen are sent again with the same \`webhook-id\`, also
      those that happened while it was disabled; events that already wait are not sent twice. Events are kept for 30
      days, from the time at which any endpoint chose their type. One call replays ${mostReplayed} events, the oldest
      first, without those of the type \`gate.decision\`.`,
    input: Strict({ id: Id, from: From, to: To }),
    result: ReplayedWebhooks,
    idempotent: true,
    errors: {
      WEBHOOK_ENDPOINT_NOT_FOUND: notFound,
      VALIDATION_FAILED: '`to` is before `from`.',
    },
  },
  deleteWebhookEndpoint: {
    http: 'DELETE /admin/api/webhookEndpoints/{id}',
    resource: 'webhookEndpoint',
    audits: 'Webhook 주소 삭제',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    summary: 'Delete an endpoint for webhooks',
    description:
      'Its deliveries are deleted too, also those that are waiting. A request that has been sent may still arrive.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: { WEBHOOK_ENDPOINT_NOT_FOUND: notFound },
  },
} as const satisfies Record<string, Spec>
