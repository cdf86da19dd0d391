import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './signature.ts'

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_c2Vjb25kc2VjcmV0c2Vjb25kc2VjcmV0']
const at = 1_614_265_330
/** The example of the Standard Webhooks specification. */
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: String(at),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  body: '{"test": 2432232314}',
}
const signedBy = (key: string, body: string, timestamp = String(at)) => ({
  ...{ id: 'a', timestamp, body },
  signature: `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`a.${timestamp}.${body}`)
    .digest('base64')}`,
})

test("the specification's example is accepted within five minutes, by either secret, among other signatures", () => {
  expect(isSigned(secrets, example, at * 1_000)).toBe(true)
  expect(isSigned(secrets.toReversed(), example, (at + 300) * 1_000)).toBe(true)
  const several = { ...example, signature: `v1a,x v1,${'A'.repeat(43)}= ${example.signature}` }
  expect(isSigned(secrets, several, (at - 300) * 1_000)).toBe(true)
  expect(isSigned(secrets, signedBy(secrets[1] ?? '', '{}'), at * 1_000)).toBe(true)
})

test.each([
  ['another body', { ...example, body: '{"test": 2432232315}' }, at],
  ['another id', { ...example, id: 'msg_2' }, at],
  ['another time', { ...example, timestamp: String(at + 1) }, at],
  ['no signature', { ...example, signature: '' }, at],
  ['no id', { ...example, id: '' }, at],
  ['no time', { ...example, timestamp: 'now' }, at],
  ['another secret', signedBy('whsec_b3RoZXI=', '{}'), at],
  ['an old one', example, at + 301],
  ['an early one', example, at - 301],
  ['nothing', undefined, at],
] as const)('%s is refused', (_name, signed, now) => expect(isSigned(secrets, signed, now * 1_000)).toBe(false))
