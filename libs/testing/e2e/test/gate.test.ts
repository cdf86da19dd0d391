import { randomInt } from 'node:crypto'
import type { GateDecision } from '@kingcar/contract'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { resultOf, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { sharedProduct } from '../src/product.ts'
import { createDevice, readMessage } from '../src/recognizer.ts'

test('a member who gets a product at the gate is let in: read and decisions over MQTT', async () => {
  const { ready } = await sharedProduct()
  const { accessToken: token } = await signIn(ready.http, ready.email, ready.password)
  const manage = <T>(method: string, path: string, body: object) =>
    resultOf<T>(ready.http, method, path, { token, body })
  const { id, storeId, secret } = await createDevice(ready, String(ready.stores[0]?.id))
  await manage('PATCH', `/admin/api/devices/${id}`, { role: 'entry', gateOutput: true, gateShowsMember: true })
  const member = await joinMember(ready.http)
  const [brand] = await resultOf<{ id: string }[]>(ready.http, 'GET', '/api/carBrands')
  const carNumber = `${randomInt(100, 700)}나${randomInt(1_000, 10_000)}`
  await resultOf(ready.http, 'POST', '/api/cars', {
    token: member.accessToken,
    body: { carNumber, carBrandId: brand?.id, model: '그랜저' },
  })
  const product = await manage<{ id: string }>('POST', '/admin/api/products', {
    ...{ name: '기본 세차 10회', type: 'onetime', price: 100_000, useLimit: 10, onSale: false },
  })

  const eventTypes = ['gate.decision']
  const endpoint = { name: '차단기 연동', url: 'https://partner.invalid/', eventTypes }
  const { id: endpointId } = await manage<{ id: string }>('POST', '/admin/api/webhookEndpoints', endpoint)
  const client = await connectAsync(ready.mqtt, { protocolVersion: 4, username: id, password: secret, clientId: id })
  const received: GateDecision[] = []
  client.on('message', (_topic, message) => received.push(JSON.parse(String(message))))
  await client.subscribeAsync(`recognition/decision/${storeId}/${id}`, { qos: 0 })
  await client.publishAsync(`recognition/read/${storeId}/${id}`, readMessage(carNumber), { qos: 1 })
  await expect.poll(() => received).toMatchObject([{ carNumber, open: false, version: 1 }])
  await manage('POST', '/admin/api/userProducts', { memberId: member.id, productId: product.id, reason: '현장 지급' })
  await expect
    .poll(() => received.at(-1))
    .toMatchObject({
      ...{ visitId: received[0]?.visitId, carNumber, open: true, reason: 'used' },
      ...{ productName: '기본 세차 10회', remainingUses: 9 },
    })
  expect(Date.parse(received.at(-1)?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  const list = `/admin/api/webhookEndpoints/${endpointId}/deliveries`
  const deliveries = () => resultOf<{ content: { type: string; key: string }[] }>(ready.http, 'GET', list, { token })
  const key = `${received[0]?.visitId} ${id}`
  await expect
    .poll(async () => (await deliveries()).content)
    .toMatchObject([
      { type: 'gate.decision', key },
      { type: 'gate.decision', key },
    ])
  await resultOf(ready.http, 'DELETE', `/admin/api/webhookEndpoints/${endpointId}`, { token })
  await client.endAsync(true)
})
