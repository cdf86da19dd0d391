import type { TSchema } from 'typebox'
import { gatewayOperations } from '../gateway/operations.ts'
import { LiveReload, LiveScreen, LiveText } from '../member/screens.ts'
import { componentSchemas, type Json, type JsonObject, reference } from '../openapi/component-schemas.ts'
import { exampleOf } from '../openapi/example.ts'
import { ExpectedPlates, GateDecision } from '../recognition/gates.ts'
import { HeartbeatMessage, LiveEvent, LiveGap, ReadMessage } from '../recognition/messages.ts'
import { liveClose, liveProtocol, liveTokenPrefix } from '../recognition/values.ts'
import { NotStored, Ping, Pong, Stored } from './messages.ts'

export type AsyncApiDocument = JsonObject

/** Builds the AsyncAPI 3.0 document of recognizers and of the live WebSocket from the messages of the contract. */
export function toAsyncApi({ version }: { version: string }): AsyncApiDocument {
  const messages = messageComponents()
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'KingCar recognizers and live recognition',
      version,
      description: introduction,
      license: { name: 'Proprietary' },
      contact: { name: 'The operator of this installation' },
      tags: [
        { name: 'recognizers', description: 'Reads and heartbeats over NATS and MQTT' },
        { name: 'live', description: 'Visits over a WebSocket' },
      ],
    },
    defaultContentType: 'application/json',
    servers,
    channels: {
      readNats: deviceChannel('recognition.ingest.{storeId}.{deviceId}', 'nats', 'read'),
      heartbeatNats: deviceChannel('recognition.heartbeat.{storeId}.{deviceId}', 'nats', 'heartbeat'),
      readMqtt: deviceChannel('recognition/read/{storeId}/{deviceId}', 'mqtt', 'read'),
      ingestMqtt: deviceChannel('recognition/ingest/{storeId}/{deviceId}/{readId}', 'mqtt', 'read', fromDevice, readId),
      storedMqtt: {
        ...deviceChannel('recognition/stored/{storeId}/{deviceId}/{readId}', 'mqtt', 'stored', toDevice, readId),
        messages: messageRefs('stored', 'notStored'),
      },
      heartbeatMqtt: deviceChannel('recognition/heartbeat/{storeId}/{deviceId}', 'mqtt', 'heartbeat'),
      decisionNats: deviceChannel('recognition.decision.{storeId}.{deviceId}', 'nats', 'decision', toDevice),
      decisionMqtt: deviceChannel('recognition/decision/{storeId}/{deviceId}', 'mqtt', 'decision', toDevice),
      expectedNats: deviceChannel('recognition.expected.{storeId}.{deviceId}', 'nats', 'expectedPlates', toDevice),
      expectedMqtt: deviceChannel('recognition/expected/{storeId}/{deviceId}', 'mqtt', 'expectedPlates', toDevice),
      acknowledgement: {
        address: null,
        description: 'The reply subject of a NATS request (`_INBOX.…`); NATS clients create it automatically.',
        servers: serverRefs('nats'),
        messages: messageRefs('stored', 'notStored'),
      },
      live: liveChannel(),
    },
    operations,
    components: {
      securitySchemes: {
        device: { type: 'userPassword', description: "User: the recognizer's id (`deviceId`). Password: its secret." },
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

const introduction = `Give each read a unique \`readId\`, and send it again with the same bytes until it is acknowledged. It counts once within
13 months, however often it is sent. The same \`readId\` with other content is an error.

- **Acknowledged**: a reply with \`seq\` means that the read is stored; reads that are stored together share it. Over MQTT the reply is
  a message on \`recognition/stored/…\`, for a read that was sent to \`recognition/ingest/…\`. A PUBACK only means that the read is
  received: after one for \`recognition/read/…\` delete the read when the connection has stayed up for two more seconds.
- **Not acknowledged**: a reply with \`error\`, no reply within 5 seconds, or a lost connection. Keep the read on disk and
  retry without limit, with a backoff from 0.5 to 15 seconds and jitter. Also retry after a rejected sign-in.
- **Clock**: UTC by NTP. A read more than 5 minutes in the future or more than 13 months old is rejected. One more than 10
  minutes old is shown as late and uses no product.
- **Size and rate**: 16 KiB per message, a larger one becomes a dead letter or ends the connection; 20 messages per second with bursts of 1,000, heartbeats included. A recognizer that
  sends more is blocked for ten seconds.`

const host = { default: 'localhost', description: 'Host of the installation' }
const port = (number: string) => ({ default: number })
const device: Json = [{ $ref: '#/components/securitySchemes/device' }]
const mqtt = { mqtt: { cleanSession: true, keepAlive: 60, bindingVersion: '0.2.0' } }
const clientId =
  "The client id must be empty or begin with the recognizer's id. Two clients with the same id disconnect each other."

const server = (protocol: string, number: string, description: string, more: JsonObject): JsonObject => ({
  host: '{host}:{port}',
  protocol,
  description,
  variables: { host, port: port(number) },
  ...more,
})
const servers: JsonObject = {
  nats: server('nats', '4222', 'NATS without TLS, for one machine or a private network.', { security: device }),
  natsTls: server('nats', '4222', 'NATS with TLS (`tls://`), if the server is configured for it.', {
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
  live: server('wss', '443', 'The live WebSocket; `ws` on the same machine.', {
    security: [{ $ref: '#/components/securitySchemes/session' }],
  }),
}

const transports = { nats: ['nats', 'natsTls'], mqtt: ['mqtt', 'mqtts'], live: ['live'] }
type Transport = keyof typeof transports

const serverRefs = (transport: Transport): Json => transports[transport].map((name) => ({ $ref: `#/servers/${name}` }))
const messageRefs = (...names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }]))

const fromDevice = 'A recognizer may publish with its own ids only.'
const toDevice =
  'A recognizer may subscribe with its own ids only. The messages are not stored: it misses those sent while it is not connected.'

const readId: JsonObject = { readId: { description: 'The `readId` of the read' } }

function deviceChannel(
  address: string,
  transport: Transport,
  message: string,
  description = fromDevice,
  more: JsonObject = {},
): JsonObject {
  return {
    address,
    description,
    servers: serverRefs(transport),
    parameters: {
      storeId: { description: "Id of the recognizer's store, from the administrator" },
      deviceId: { description: "The recognizer's id" },
      ...more,
    },
    messages: messageRefs(message),
  }
}

const { sessionEnded, rightsChanged, tooSlow, flood, restarting, replaced } = liveClose

const liveChannel = (): JsonObject => ({
  address: '/admin/api/live',
  description: `Live visits for administrators and wall screens. A changed visit is sent again with the same \`visitId\` and a larger
\`sequence\`; an event may arrive twice. After a lost connection pass the largest received sequence as \`after\` to receive the
events missed in the last 24 hours. Close codes: ${sessionEnded} the session has ended; ${rightsChanged} the
administrator's role or stores have changed, the role now needs a second factor, or the API key was replaced, open a new connection; ${tooSlow} the client reads too slowly; ${flood} the client
sent more than 100 frames in a minute; ${restarting} the gateway is stopping, open a new connection; ${replaced} a newer connection of the session
or its account replaced it.`,
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
const replyOn = (channel: string): JsonObject => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: ['stored', 'notStored'].map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
})
const atMostOnce = { mqtt: { qos: 0, retain: false, bindingVersion: '0.2.0' } }
const atLeastOnce = { mqtt: { qos: 1, retain: false, bindingVersion: '0.2.0' } }
// Actions are those of the client program: it sends reads, receives decisions, and receives the messages of the live WebSocket.
const operations: JsonObject = {
  sendRead: operation('send', 'readNats', ['read'], {
    summary: 'Send a read as a request and wait 5 seconds for the reply',
    description:
      'Keep the read until the reply has `seq`; otherwise send the same bytes again. Without a responder send it to `recognition.read.{storeId}.{deviceId}`, which clients of earlier versions use: the reply is the same, and the read is stored alone.',
    reply: replyOn('acknowledgement'),
  }),
  sendHeartbeat: operation('send', 'heartbeatNats', ['heartbeat'], {
    summary: 'Send a heartbeat every 60 seconds; a recognizer is offline after three missing ones',
    description: 'Heartbeats have no reply and are not repeated. Reads count as heartbeats too.',
  }),
  sendReadByMqtt: operation('send', 'ingestMqtt', ['read'], {
    summary: 'Send a read and wait 5 seconds for the reply',
    description:
      'First subscribe to `recognition/stored/{storeId}/{deviceId}/+`. Keep the read until the reply has `seq`; otherwise send the same bytes again.',
    bindings: atMostOnce,
    reply: replyOn('storedMqtt'),
  }),
  sendReadForPuback: operation('send', 'readMqtt', ['read'], {
    summary: 'Send a read with QoS 1 and wait for its PUBACK, without a reply',
    description: 'Delete the read only after the connection has stayed up for two more seconds.',
    bindings: atLeastOnce,
  }),
  sendHeartbeatByMqtt: operation('send', 'heartbeatMqtt', ['heartbeat'], {
    summary: 'Send a heartbeat every 60 seconds',
    description: 'The same as over NATS. Clients can ignore the PUBACK.',
    bindings: atLeastOnce,
  }),
  openGate: operation('receive', 'decisionNats', ['decision'], {
    summary: 'Receive a decision about each car, if the recognizer has a gate (`gateOutput`)',
    description: `Open the gate if \`open\` is true, before \`expiresAt\`. A message may arrive twice: ignore a \`version\` that is not
larger than the last one of the same \`visitId\`.`,
  }),
  openGateByMqtt: operation('receive', 'decisionMqtt', ['decision'], {
    summary: 'Receive a decision about each car, if the recognizer has a gate',
    description: 'The same as over NATS. Subscribe with QoS 0, because all of these messages are sent with QoS 0.',
    bindings: atMostOnce,
  }),
  keepExpectedPlates: operation('receive', 'expectedNats', ['expectedPlates'], {
    summary:
      'Receive the expected plates every ten minutes and after a change of a list, and keep the last message on the disk',
    description: `Use them while KingCar cannot be reached or no decision arrives within 2 seconds. Check the signature, the ids and
\`expiresAt\` before each use.`,
  }),
  keepExpectedPlatesByMqtt: operation('receive', 'expectedMqtt', ['expectedPlates'], {
    summary: 'Receive the expected plates every ten minutes and after a change of a list',
    description: 'The same as over NATS. Subscribe with QoS 0.',
    bindings: atMostOnce,
  }),
  watchVisits: operation('receive', 'live', ['event', 'gap', 'screen', 'message', 'reload', 'pong'], {
    summary: 'Receive live visits',
    description: 'An event may arrive twice; a changed visit has the same `visitId` and a larger `sequence`.',
  }),
  ping: operation('send', 'live', ['ping'], {
    summary: 'Check that the connection is alive; the reply is `pong`',
    description: 'Send it every 25 seconds, and open a new connection if nothing arrives for 60 seconds.',
  }),
}

const messageId: JsonObject = {
  type: 'object',
  properties: { 'Nats-Msg-Id': { type: 'string', description: 'Over NATS: the `readId`' } },
}

/** The example with its required fields only: an optional field in an example looks required. */
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
  read: message('A read of a number plate', ReadMessage, {
    headers: messageId,
    description:
      'At most 16 KiB of JSON. Other fields are ignored. Serialise it once and keep the bytes until it is acknowledged.',
  }),
  heartbeat: message('A heartbeat', HeartbeatMessage),
  decision: message('Whether the gate opens for a car', GateDecision),
  expectedPlates: message('The plates that are expected today', ExpectedPlates),
  stored: message('The read is stored', Stored),
  notStored: message('The read is not stored: send it again', NotStored),
  event: message('A visit', LiveEvent),
  gap: message('Events between these sequences, both included, were lost', LiveGap),
  screen: message('To a wall screen: its id, name and store', LiveScreen),
  message: message("To a wall screen: an administrator's text", LiveText),
  reload: message('To a wall screen: reload the page', LiveReload),
  ping: message('The text `ping`', Ping, { contentType: 'text/plain' }),
  pong: message('The text `pong`', Pong, { contentType: 'text/plain' }),
})

/** The named schemas that messages refer to, directly or through other schemas. */
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
