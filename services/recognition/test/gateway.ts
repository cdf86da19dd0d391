import { Writable } from 'node:stream'
import type { DeviceWithSecret } from '@kingcar/contract'
import { loadProgram, testCalloutSeed, testProcess } from '@kingcar/testing'
import { createKeys } from '@kingcar/testing/tokens'
import type { Recognition } from './recognition.ts'

const { readGatewayConfig, startGateway } = await loadProgram('gateway')

const discarded = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Starts a gateway on the bus of a test, for the webhooks of vendors. */
export function startTestGateway({ backend }: Recognition): ReturnType<typeof startGateway> {
  const { user, password } = backend.nats.user('gateway')
  const environment = {
    NATS_URL: backend.nats.url,
    NATS_USER: user,
    NATS_PASSWORD: password,
    NATS_CALLOUT_SEED: testCalloutSeed,
    JWT_PUBLIC_KEY: createKeys().pem,
    PORT: '0',
    RATE_LIMIT: '0',
    DRAIN_MILLISECONDS: '0',
  }
  return startGateway(readGatewayConfig(environment), testProcess(), '1.2.3', discarded())
}

/** Sends a vendor's event as a camera does; returns the response. */
export async function sendEvent(url: string, { id, secret = '' }: DeviceWithSecret, vendor: string, fields: object) {
  const reply = await fetch(`${url}/api/recognition/adapters/${vendor}/${id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify(fields),
  })
  return { status: reply.status, body: await reply.json() }
}
