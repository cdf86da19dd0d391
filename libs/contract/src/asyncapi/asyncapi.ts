import type { TSchema } from 'typebox'
import { gatewayOperations } from '../gateway/operations.ts'
import { LiveReload, LiveScreen, LiveText } from '../member/screens.ts'
import { componentSchemas, type Json, type JsonObject, reference } from '../openapi/component-schemas.ts'
import { exampleOf } from '../openapi/example.ts'
import { HeartbeatMessage, LiveEvent, LiveGap, ReadMessage } from '../recognition/messages.ts'
import { liveClose, liveProtocol, liveTokenPrefix } from '../recognition/values.ts'
import { NotStored, Ping, Pong, Stored } from './messages.ts'

export type AsyncApiDocument = JsonObject

/** The AsyncAPI 3.0 document of recognizers and of the live socket, its messages taken from the contract. */
export function toAsyncApi({ version }: { version: string }): AsyncApiDocument {
  const messages = messageComponents()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'KingCar recognizers and live recognition',
      version,
      description: introduction,
      license: { name: 'Proprietary' },
      externalDocs: { description: 'OpenAPI 3.1 document of the HTTP calls', url: '/openapi.json' },
    },
    defaultContentType: 'application/json',
    servers,
    channels: {
      readNats: deviceChannel('recognition.read.{storeId}.{deviceId}', 'nats', 'read'),
      heartbeatNats: deviceChannel('recognition.heartbeat.{storeId}.{deviceId}', 'nats', 'heartbeat'),
      readMqtt: deviceChannel('recognition/read/{storeId}/{deviceId}', 'mqtt', 'read'),
      heartbeatMqtt: deviceChannel('recognition/heartbeat/{storeId}/{deviceId}', 'mqtt', 'heartbeat'),
      acknowledgement: {
        address: null,
        description: 'The reply subject of a request over NATS (`_INBOX.…`), which NATS clients make by themselves.',
        servers: serverRefs('nats'),
        messages: messageRefs('stored', 'notStored'),
      },
      live: liveChannel(),
    },
    operations,
    components: {
      securitySchemes: {
        device: { type: 'userPassword', description: "User: the device's id. Password: its secret." },
        session: {
          type: 'httpApiKey',
          in: 'header',
          name: 'Sec-WebSocket-Protocol',
          description: `Offer two subprotocols: \`${liveProtocol}\` and \`${liveTokenPrefix}<accessToken>\`.`,
        },
      },
      messages,
      schemas: namedIn(messages),
    },
  }
}

const introduction = `Send each read with a \`readId\` of its own, and send it again with the same bytes until it is acknowledged: however
often it comes, it counts once for 13 months. The same \`readId\` with other content is an error.

- **Acknowledged** means stored over NATS (a reply with \`seq\`), and taken but not yet stored over MQTT (PUBACK): there,
  forget a read only when the connection has lived on for two seconds more.
- **Not acknowledged** is a reply with \`error\`, no reply within 5 seconds, or a lost connection: keep the read on the disk,
  wait from half a second up to 15, with chance in it, and never give up; nor after a refused sign-in.
- **Clock**: UTC by NTP. A read over 5 minutes in the future or over 13 months old is refused; one over 10 minutes old is
  shown as late and uses up no product.
- **Size and rate**: 16 KiB a message; 20 messages a second with bursts of 1,000, heartbeats included. A device that sends
  more is kept out for ten seconds.`

const host = { default: 'localhost', description: 'Where the product is reached' }
const port = (number: string) => ({ default: number })
const device: Json = [{ $ref: '#/components/securitySchemes/device' }]
const mqtt = { mqtt: { cleanSession: true, keepAlive: 60, bindingVersion: '0.2.0' } }
const clientId = "The client id is empty or begins with the device's id; two clients of one id end each other."

const server = (protocol: string, number: string, description: string, more: JsonObject): JsonObject => ({
  host: '{host}:{port}',
  protocol,
  description,
  variables: { host, port: port(number) },
  ...more,
})
const servers: JsonObject = {
  nats: server('nats', '4222', 'NATS within one machine or a network of your own.', { security: device }),
  natsTls: server('nats', '4222', 'NATS with TLS (`tls://`), which a server that is set up for it asks for.', {
    security: device,
    tags: [{ name: 'tls' }],
  }),
  mqtt: server('mqtt', '1883', `MQTT 3.1.1, not 5; QoS 0 or 1. ${clientId}`, {
    protocolVersion: '3.1.1',
    security: device,
    bindings: mqtt,
  }),
  mqtts: server('secure-mqtt', '8883', `MQTT 3.1.1 with TLS (\`mqtts://\`). ${clientId}`, {
    protocolVersion: '3.1.1',
    security: device,
    bindings: mqtt,
  }),
  live: server('wss', '443', 'The live socket; `ws` within one machine.', {
    security: [{ $ref: '#/components/securitySchemes/session' }],
  }),
}

const transports = { nats: ['nats', 'natsTls'], mqtt: ['mqtt', 'mqtts'], live: ['live'] }
type Transport = keyof typeof transports

const serverRefs = (transport: Transport): Json => transports[transport].map((name) => ({ $ref: `#/servers/${name}` }))
const messageRefs = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]))

function deviceChannel(address: string, transport: Transport, message: string): JsonObject {
  return {
    address,
    description: "A device may publish here with its own ids and do nothing else. Another's are refused.",
    servers: serverRefs(transport),
    parameters: {
      storeId: { description: "The store's id, as the administrator handed it out" },
      deviceId: { description: "The device's id" },
    },
    messages: messageRefs(message),
  }
}

const { sessionEnded, tooSlow, flood, restarting } = liveClose

const liveChannel = (): JsonObject => ({
  address: '/admin/api/live',
  description: `Visits as they happen, for administrators and wall screens. The same \`visitId\` comes again with a larger \`sequence\` when
something about the visit changed, and an event may come twice. After a lost connection \`after\`, the largest sequence that
was seen, brings what was missed for 24 hours. It closes with ${sessionEnded} when the session has ended, ${tooSlow} when the reader
is too slow, ${flood} beyond a hundred frames a minute, ${restarting} when the gateway stops: open another.`,
  servers: serverRefs('live'),
  messages: messageRefs('event', 'gap', 'screen', 'message', 'reload', 'ping', 'pong'),
  bindings: {
    ws: { method: 'GET', query: reference(gatewayOperations.openLive.input), bindingVersion: '0.1.0' },
  },
})

const operation = (action: 'send' | 'receive', channel: string, names: string[], more: JsonObject): JsonObject => ({
  action,
  channel: { $ref: `#/channels/${channel}` },
  messages: names.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  ...more,
})
const atLeastOnce = { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } }
// Actions are those of the maker's program: it sends reads, and receives what the live socket says.
const operations: JsonObject = {
  sendRead: operation('send', 'readNats', ['read'], {
    summary: 'Send a read as a request and wait 5 seconds for the reply',
    reply: {
      channel: { $ref: '#/channels/acknowledgement' },
      messages: ['stored', 'notStored'].map((name) => ({ $ref: `#/channels/acknowledgement/messages/${name}` })),
    },
  }),
  sendHeartbeat: operation('send', 'heartbeatNats', ['heartbeat'], {
    summary: 'Send a heartbeat every 60 seconds; after three that are missing the device counts as offline',
  }),
  sendReadByMqtt: operation('send', 'readMqtt', ['read'], {
    summary: 'Send a read with QoS 1 and wait for its PUBACK',
    bindings: atLeastOnce,
  }),
  sendHeartbeatByMqtt: operation('send', 'heartbeatMqtt', ['heartbeat'], {
    summary: 'Send a heartbeat every 60 seconds',
    bindings: atLeastOnce,
  }),
  watchVisits: operation('receive', 'live', ['event', 'gap', 'screen', 'message', 'reload', 'pong'], {
    summary: 'Watch visits as they happen',
  }),
  ping: operation('send', 'live', ['ping'], { summary: 'Ask whether the socket still lives; the answer is `pong`' }),
}

const messageId: JsonObject = {
  type: 'object',
  properties: { 'Nats-Msg-Id': { type: 'string', description: 'Over NATS: the `readId`' } },
}

/** What is plain and possible, and no more: an optional field in an example looks as if it were needed. */
function requiredExample(schema: TSchema): Json {
  const { required } = schema as { required?: string[] }
  const whole = exampleOf(schema) as Json
  if (!required || typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole
  return Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name)))
}

function message(title: string, schema: TSchema, more: JsonObject = {}): JsonObject {
  return { title, payload: reference(schema), examples: [{ payload: requiredExample(schema) }], ...more }
}

const messageComponents = (): Record<string, JsonObject> => ({
  read: message('A number plate that was read', ReadMessage, {
    headers: messageId,
    description:
      'At most 16 KiB of JSON. Other fields are ignored. Make it once and keep its bytes until acknowledged.',
  }),
  heartbeat: message('A sign of life', HeartbeatMessage),
  stored: message('The read is stored, for good', Stored),
  notStored: message('The read is not stored: send it again', NotStored),
  event: message('A visit', LiveEvent),
  gap: message('Events between these sequences, both included, were lost', LiveGap),
  screen: message('To a wall screen: which one it is', LiveScreen),
  message: message("To a wall screen: an administrator's text", LiveText),
  reload: message('To a wall screen: load the page anew', LiveReload),
  ping: message('The text `ping`', Ping, { contentType: 'text/plain' }),
  pong: message('The text `pong`', Pong, { contentType: 'text/plain' }),
})

/** The named schemas that messages refer to, and those that these refer to. */
function namedIn(messages: JsonObject): JsonObject {
  const all = componentSchemas()
  const found: JsonObject = {}
  const visit = (json: Json) => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all[name]
      if (name in found || schema === undefined) continue
      found[name] = schema
      visit(schema)
    }
  }
  visit(messages)
  return found
}
