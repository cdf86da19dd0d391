import { AppError, type DeviceCredential, isUuid } from '@kingcar/contract'
import type { Msg } from 'nats'
import type { Link } from '../connection/link.ts'
import { watchFillLevel } from '../streams/fill-level.ts'
import {
  decisionSubject,
  devicesAccount,
  expectedSubject,
  heartbeatSubject,
  ingestSubject,
  readSubject,
  storedSubject,
} from '../topology/subjects.ts'
import type { Devices } from '../types.ts'
import { createAccountSigner } from './account-signer.ts'
import { isPaused } from './devices.ts'

/*
 * Auth callout: nats-server asks a service about each client that is not a user in its configuration. The request is a JWT
 * of the server on a subject that only the server can publish to. The response is a JWT signed by the account key that the
 * configuration names; it contains a user JWT with the account and the permissions, or the reason of a rejection. All
 * processes that reply form a queue group.
 */
const requestSubject = '$SYS.REQ.USER.AUTH'
const queue = 'sign-ins'

/**
 * As in nats.conf: larger than the largest valid message, so that a message that is too large becomes a dead letter
 * that administrators see.
 */
const payloadLimit = 64 * 1024
const unlimited = -1

type AuthRequest = {
  user_nkey: string
  server_id: { id: string }
  client_info: { mqtt_id?: string; type: string }
  connect_opts: { user?: string; pass?: string }
}

/**
 * Fill level of READS from which on no device is accepted: its reads are safer in its own queue than in a full stream.
 */
const fullLevel = 0.95

/** Authenticates devices for nats-server and gives them their permissions; returns a function that ends it. */
export async function answerAuthCallouts(
  link: Link,
  seed: string,
  devices: Devices,
  onFillLevel: (level: number) => void = () => undefined,
): Promise<() => void> {
  const signer = createAccountSigner(seed)
  const fillLevel = await watchFillLevel(link, 'READS', onFillLevel)
  const hasRoom = () => fillLevel.level() < fullLevel

  async function answer(message: Msg): Promise<void> {
    const { user_nkey, server_id, ...request } = parse(message)
    const decision = await authorize(devices, hasRoom, request)
    const verdict =
      'refused' in decision
        ? { error: decision.refused }
        : { jwt: signer({ sub: user_nkey, aud: devicesAccount, name: decision.name, nats: decision.permissions }) }
    const nats = { ...verdict, type: 'authorization_response', version: 2 }
    message.respond(signer({ sub: user_nkey, aud: server_id.id, nats }))
  }

  const subscription = link.connection.subscribe(requestSubject, {
    queue,
    callback(error, message) {
      if (error) return
      answer(message).catch((err) => link.log.error({ err }, 'auth callout failed'))
    },
  })
  await link.flush() // until the subscription has arrived, the server cannot authenticate any device
  return () => {
    fillLevel.stop()
    if (!link.connection.isClosed()) subscription.unsubscribe()
  }
}

function parse(message: Msg): AuthRequest {
  const [, claims = ''] = message.string().split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nats: AuthRequest }).nats
}

type Decision = { refused: string } | { name: string; permissions: object }

/** The client id that nats-server generates for an MQTT client without one. */
const generated = /^[0-9A-Za-z]{22}$/

async function authorize(
  devices: Devices,
  hasRoom: () => boolean,
  { client_info, connect_opts }: Pick<AuthRequest, 'client_info' | 'connect_opts'>,
): Promise<Decision> {
  const deviceId = connect_opts.user?.toLowerCase() ?? ''
  let device: DeviceCredential | undefined
  try {
    device = isUuid(deviceId) ? await devices.authenticate(deviceId, connect_opts.pass ?? '') : undefined
  } catch (err) {
    if (AppError.from(err).code !== 'UNAVAILABLE') throw err
    return { refused: 'the latest changes of devices are not known yet' }
  }
  if (!device) return { refused: 'unknown device or wrong secret' }
  if (isPaused(device)) return { refused: 'device is paused for misbehaviour' }
  const client = client_info.mqtt_id
  if (client && !client.toLowerCase().startsWith(deviceId) && !generated.test(client))
    return { refused: 'the MQTT client id must be empty or start with the device id' }
  if (!hasRoom()) return { refused: 'READS is nearly full' }
  const { storeId, version } = device
  const permissions = {
    pub: {
      allow: [
        readSubject(storeId, deviceId),
        heartbeatSubject(storeId, deviceId),
        ingestSubject(storeId, deviceId),
        `${ingestSubject(storeId, deviceId)}.*`,
      ],
    },
    sub: {
      allow: [
        '_INBOX.>',
        decisionSubject(storeId, deviceId),
        expectedSubject(storeId, deviceId),
        `${storedSubject(storeId, deviceId)}.*`,
      ],
    },
    // nats-server applies the account's limits of nats.conf today. A server that applies these limits reads a missing
    // one as 0.
    payload: payloadLimit,
    subs: unlimited,
    data: unlimited,
    type: 'user',
    version: 2,
  }
  // The connection's name records the secret's version: see device-connections.ts.
  return { name: `${deviceId}.${version}`, permissions }
}
