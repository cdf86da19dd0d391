import { expect, test } from 'vitest'
import { connectionExample, connections } from './connection-examples.ts'

const device = {
  id: '019aa000-0003-7000-8000-000000000001',
  storeId: '019aa000-0001-7000-8000-000000000001',
  secret: 's3-cr_t',
}
const webhooks = connections.filter((connection) => connection !== 'mqtt' && connection !== 'nats')

test.each(webhooks)('%s posts to the adapter of the device under the given address, with its credentials', (vendor) => {
  const example = connectionExample(vendor, 'https://kingcar.example:8443', device)
  const [address = ''] = /https:\/\/\S*?\/adapters\/[^\s';]+/.exec(example) ?? []
  const { host, pathname, username, password } = new URL(address)
  expect([host, pathname]).toEqual(['kingcar.example:8443', `/api/recognition/adapters/${vendor}/${device.id}`])
  const basic = /Basic ([\w+/=]+)/.exec(example)?.[1]
  expect(basic === undefined ? `${username}:${password}` : atob(basic)).toBe(`${device.id}:${device.secret}`)
  expect(example.includes('proxy_ssl_verify on')).toBe(vendor === 'hikvision')
})

test.each([
  ['mqtt', `-h kingcar.example -p 1883`, `recognition/read/${device.storeId}/${device.id}`],
  ['nats', `nats://kingcar.example:4222`, `recognition.read.${device.storeId}.${device.id}`],
] as const)('%s sends a read to the host of the address', (connection, server, subject) => {
  const example = connectionExample(connection, 'https://kingcar.example:8443', device)
  for (const part of [server, subject, device.id, device.secret]) expect(example).toContain(part)
})

test('without TLS nginx does not verify a certificate', () => {
  expect(connectionExample('hikvision', 'http://192.168.0.2:8080', device)).not.toContain('proxy_ssl')
})
