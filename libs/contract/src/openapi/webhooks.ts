import { type WebhookEventType, webhookEvents } from '../webhooks/events.ts'
import { type JsonObject, reference } from './component-schemas.ts'

const header = (name: string, description: string): JsonObject => ({
  ...{ name, in: 'header', required: true, description },
  schema: { type: 'string' },
})

/** Headers of the Standard Webhooks specification. */
const headers = [
  header('webhook-id', 'Id of the event, the same in each try; a partner detects repetitions by it'),
  header(
    'webhook-timestamp',
    'Time of the try in Unix seconds; a partner rejects a request that is older than five minutes',
  ),
  header(
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 over id, time and body; two of them during a rotation of the secret',
  ),
]

/** The section `webhooks` of the document: the requests that KingCar sends to partners. */
export const webhooksSection = (): JsonObject =>
  Object.fromEntries(
    (Object.keys(webhookEvents) as WebhookEventType[]).map((type) => [type, { post: requestOf(type) }]),
  )

function requestOf(type: WebhookEventType): JsonObject {
  const { summary, data } = webhookEvents[type]
  const properties = {
    type: { type: 'string', const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'Time of the event' },
    data: reference(data),
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return {
    ...{ operationId: `webhook.${type}`, summary, parameters: headers, security: [] },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': {
        description:
          'The partner has received the event. Any other response is a failure, and the event is sent again.',
      },
    },
  }
}
