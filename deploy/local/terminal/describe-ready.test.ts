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
}
const describe = (over: Partial<typeof ready> | { email: null; password: null; recognizer: null; joinCode?: string }) =>
  describeReady({ ...ready, ...over }, '.data', 'recognizer.json')

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
  expect(text).toContain('Sign-in      create the first administrator')
  expect(text).not.toContain('npm run recognizer')
})

test('a start without demo data says the join code of the first administrator', () => {
  const text = describe({ email: null, password: null, recognizer: null, joinCode: 'kingcar-join' })
  expect(text).toContain('first administrator as deploy/README.md describes, with the join code kingcar-join\n')
})
