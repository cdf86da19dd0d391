import * as Type from 'typebox'
import { AdminName } from '../member/admins.ts'
import { mostOverlapHours } from '../member/api-keys.ts'
import { Id, Instant, Nothing, Nullable, Strict, Subset, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { webhookEventTypes } from './events.ts'

/** Endpoints that can exist: a page of the console shows them all. */
export const mostWebhookEndpoints = 50

const EventTypes = Type.Array(Type.Enum([...webhookEventTypes]), {
  description: 'The events that are sent to it',
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
const EndpointName = Type.String({ description: 'The system of the partner', examples: ['포스 연동'] })

/** Why an endpoint gets no events: an administrator disabled it, or every try of three days has failed. */
export const disabledReasons = ['admin', 'failing'] as const

/** Where a delivery is: it waits for its next try, was accepted by the partner, or was given up. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** Why a try failed. */
export const webhookErrors = ['status', 'redirect', 'timeout', 'name', 'address', 'connection'] as const
export type WebhookError = (typeof webhookErrors)[number]

export const WebhookEndpoint = Type.Object({
  id: Id,
  name: EndpointName,
  url: Url,
  eventTypes: EventTypes,
  enabled: Type.Boolean({ examples: [true] }),
  disabledAt: Nullable(Instant),
  disabledReason: Nullable(
    Type.Enum([...disabledReasons], {
      description: 'admin: by an administrator; failing: every try of three days has failed',
    }),
  ),
  failingSince: Nullable(
    Type.String({ format: 'date-time', description: 'The first failed try since the last success' }),
  ),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that are not done', examples: [0] }),
  createdBy: Type.String({ description: 'Name of the administrator', examples: ['박관리'] }),
  createdAt: Instant,
  rotatedAt: Nullable(Instant),
  /** Until when requests are signed with the secret before the last rotation too. */
  overlapUntil: Nullable(Instant),
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
    description: `Events are sent as POST requests by the Standard Webhooks specification, with the headers \`webhook-id\`,
      \`webhook-timestamp\` and \`webhook-signature\`: at least once, and those of one visit, use, order, subscription or
      member in their order. Only the first response has the secret, and a repetition with the same \`Idempotency-Key\` returns
      null. Any response but 2xx within ten seconds is a failure, redirects too; a failed delivery is retried for three days,
      and after three days without a success the endpoint is disabled.`,
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
    description: `A disabled endpoint gets no requests, and events that happen in the meantime are not sent later, unless
      \`POST /admin/api/webhookEndpoints/{id}/replay\` asks for them. Enabling it continues the deliveries that were waiting.`,
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
  deleteWebhookEndpoint: {
    http: 'DELETE /admin/api/webhookEndpoints/{id}',
    resource: 'webhookEndpoint',
    audits: 'Webhook 주소 삭제',
    access: 'admin',
    permission: 'webhooks.manage',
    scope: 'headOffice',
    summary: 'Delete an endpoint for webhooks',
    description:
      'Its deliveries are deleted too, also those that are waiting. A request that is on its way may still arrive.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: { WEBHOOK_ENDPOINT_NOT_FOUND: notFound },
  },
} as const satisfies Record<string, Spec>
