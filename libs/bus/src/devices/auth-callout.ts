import { randomUUID, sign } from 'node:crypto'
import { isUuid } from '@kingcar/contract'
import type { Msg } from 'nats'
import type { Link } from '../connection/link.ts'
import { watchFillLevel } from '../streams/fill-level.ts'
import { heartbeatSubject, readSubject } from '../topology/subjects.ts'
import type { Devices } from '../types.ts'
import { accountKeyFromSeed } from './account-signer.ts'
import { devicesAccount } from './device-connections.ts'
import { isPaused } from './devices.ts'

/*
 * nats-server asks about whoever is no user of its configuration: "auth callout". The question is a JWT of its own on a
 * subject that only the server can publish to; the answer is one of ours, signed by the key that the configuration
 * names, and holds a second one with the account and the permissions, or a reason. The process may ask a queue group.
 */
const questions = '$SYS.REQ.USER.AUTH'
const queue = 'sign-ins'

const payloadLimit = 16 * 1024
const unlimited = -1

type Question = {
  user_nkey: string
  server_id: { id: string }
  client_info: { mqtt_id?: string; type: string }
  connect_opts: { user?: string; pass?: string }
}

type Signer = (claims: Record<string, unknown>) => string

/** Signs claims as the account key of this seed (`SA…`). */
function createSigner(seed: string): Signer {
  const { key, name: iss } = accountKeyFromSeed(seed)
  const head = encode({ typ: 'JWT', alg: 'ed25519-nkey' })
  return (claims) => {
    const text = `${head}.${encode({ ...claims, iss, iat: Math.floor(Date.now() / 1_000), jti: randomUUID() })}`
    return `${text}.${sign(undefined, Buffer.from(text), key).toString('base64url')}`
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Share of what READS may hold from which on nobody is let in: what a device keeps is safer than what we refuse. */
const full = 0.95

/** Answers for nats-server who may connect as a device and what it may do; gives a function that ends it. */
export async function answerAuthCallouts(
  link: Link,
  seed: string,
  devices: Devices,
  onFilling: (share: number) => void = () => undefined,
): Promise<() => void> {
  const signer = createSigner(seed)
  const filling = await watchFillLevel(link, 'READS', onFilling)
  const hasRoom = () => filling.share() < full

  async function answer(message: Msg): Promise<void> {
    const { user_nkey, server_id, ...question } = read(message)
    const judged = await judge(devices, hasRoom, question)
    const verdict =
      'refused' in judged
        ? { error: judged.refused }
        : { jwt: signer({ sub: user_nkey, aud: devicesAccount, name: judged.name, nats: judged.permissions }) }
    const nats = { ...verdict, type: 'authorization_response', version: 2 }
    message.respond(signer({ sub: user_nkey, aud: server_id.id, nats }))
  }

  const subscription = link.connection.subscribe(questions, {
    queue,
    callback(error, message) {
      if (error) return
      answer(message).catch((err) => link.log.error({ err }, 'sign-in not answered'))
    },
  })
  await link.flush() // until nats-server has heard of us, who signs in waits in vain
  return () => {
    filling.stop()
    if (!link.connection.isClosed()) subscription.unsubscribe()
  }
}

function read(message: Msg): Question {
  const [, claims = ''] = message.string().split('.')
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { nats: Question }).nats
}

type Judged = { refused: string } | { name: string; permissions: object }

/** What nats-server calls an MQTT client that gave itself no id. */
const generated = /^[0-9A-Za-z]{22}$/

async function judge(
  devices: Devices,
  hasRoom: () => boolean,
  { client_info, connect_opts }: Pick<Question, 'client_info' | 'connect_opts'>,
): Promise<Judged> {
  const deviceId = connect_opts.user?.toLowerCase() ?? ''
  const device = isUuid(deviceId) ? await devices.authenticate(deviceId, connect_opts.pass ?? '') : undefined
  if (!device) return { refused: 'unknown device or wrong secret' }
  if (isPaused(device)) return { refused: 'the device sends too much' }
  const client = client_info.mqtt_id
  if (client && !client.toLowerCase().startsWith(deviceId) && !generated.test(client))
    return { refused: 'the MQTT client id must be empty or begin with the id of the device' }
  if (!hasRoom()) return { refused: 'READS is nearly full' }
  const { storeId, version } = device
  const permissions = {
    pub: { allow: [readSubject(storeId, deviceId), heartbeatSubject(storeId, deviceId)] },
    sub: { allow: ['_INBOX.>'] },
    // The account's limits in nats.conf are those that count today; a server that heeds these takes a missing one for none at all.
    payload: payloadLimit,
    subs: unlimited,
    data: unlimited,
    type: 'user',
    version: 2,
  }
  // What the server calls the connection tells which secret let it in: see device-connections.ts.
  return { name: `${deviceId}.${version}`, permissions }
}
