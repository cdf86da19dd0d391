import { type WebhookEventType, webhookEvents } from '../webhooks/events.ts'
import { type JsonObject, reference } from './component-schemas.ts'

const header = (name: string, description: string): JsonObject => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

/** By the Standard Webhooks specification. */
const headers = [
  header('webhook-id', 'The same for each try of an event, by which a partner detects repetitions'),
  header('webhook-timestamp', 'Unix seconds of the try; a partner refuses one that is older than five minutes'),
  header(
    'webhook-signature',
    'HMAC-SHA256 over id, time and body, `v1,` and base64; two during a rotation of the secret',
  ),
]

/** The section `webhooks`: the requests that partners get. */
export const webhooksSection = (): JsonObject =>
  Object.fromEntries(
    (Object.keys(webhookEvents) as WebhookEventType[]).map((type) => [type, { post: requestOf(type) }]),
  )

function requestOf(type: WebhookEventType): JsonObject {
  const { summary, data } = webhookEvents[type]
  const properties = {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
    data: reference(data),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return {
    ...{ operationId: `webhook.${type}`, summary, parameters: headers, security: [] },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'The event was received. Anything else is a failure, and the event is sent again.' },
    },
  }
}
