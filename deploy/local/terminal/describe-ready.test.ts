import { expect, test } from 'vitest'
import { describeReady } from './describe-ready.ts'

const ready = {
  http: 'http://127.0.0.1:8080',
  nats: 'nats://127.0.0.1:4222',
  mqtt: 'mqtt://127.0.0.1:1883',
  email: 'admin@kingcar.test',
  password: 'kingcar-demo-1234',
  recognizer: { storeId: 'store', deviceId: 'device' },
  stores: [],
  joinCode: null,
  setupCode: null,
}
const describe = (
  over: Partial<typeof ready> | { email: null; password: null; recognizer: null; setupCode?: string },
) => describeReady({ ...ready, ...over }, '.data', 'recognizer.json')

test('a person reads where to sign in, what to do next and how to stop, and no secret of a device', () => {
  const text = describe({})
  expect(text).toContain('Sign-in      admin@kingcar.test, password kingcar-demo-1234\n')
  expect(text).toContain('  npm run recognizer -- --devices .data/recognizer.json\n')
  expect(text).toContain('Ctrl-C stops everything.')
  expect(text).not.toContain('a secret')
})

test('the recognizer gets the address if it is not the usual one', () => {
  expect(describe({ nats: 'nats://127.0.0.1:5000' })).toContain('recognizer.json --server nats://127.0.0.1:5000\n')
})

test('without a demo it says how to sign in, and offers no recognizer', () => {
  const text = describe({ email: null, password: null, recognizer: null })
  expect(text).toContain('Sign-in      with the account of an administrator\n')
  expect(text).not.toContain('npm run recognizer')
})

test('a start without an administrator says the address and the code of the setup', () => {
  const text = describe({ email: null, password: null, recognizer: null, setupCode: 'k123' })
  expect(text).toContain('first administrator at http://127.0.0.1:8080/setup, with the setup code k123\n')
})
