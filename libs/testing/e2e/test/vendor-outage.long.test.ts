import { setTimeout as pause } from 'node:timers/promises'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { signIn } from '../src/http.ts'
import { openLive } from '../src/live-socket.ts'
import { startProduct } from '../src/product.ts'
import { createDevice } from '../src/recognizer.ts'

const product = startedBeforeAll(startProduct)

const alert = (plate: string) => `<EventNotificationAlert><eventType>ANPR</eventType>
<dateTime>${new Date().toISOString()}</dateTime><UUID>${plate}</UUID>
<ANPR><licensePlate>${plate}</licensePlate><confidenceLevel>96</confidenceLevel></ANPR></EventNotificationAlert>`

test('while the recognition service is killed, stopped and started, no event of ten a second is refused or lost', async () => {
  const { http, email, password, stores } = product.ready
  const { id, secret } = await createDevice(product.ready, stores[0]?.id as string)
  using live = await openLive(http, (await signIn(http, email, password)).accessToken)
  const send = async (plate: string) => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/xml' }
    const url = `${http}/api/recognition/adapters/hikvision/${id}`
    return (await fetch(url, { method: 'POST', headers, body: alert(plate) })).status
  }
  const plates = Array.from({ length: 80 }, (_, at) => `45가${4_000 + at}`)
  const statuses: Promise<number>[] = []
  for (const [at, plate] of plates.entries()) {
    statuses.push(send(plate))
    if (at === 10) await product.kill('recognition', 'SIGKILL')
    if (at === 30) await product.kill('recognition', 'SIGTERM')
    if (at === 50) await product.kill('recognition', 'SIGSTOP')
    if (at === 70) await product.kill('recognition', 'SIGCONT')
    await pause(100) // the pace of the events
  }
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  const visitsOf = (plate: string) => live.events.filter(({ carNumber }) => carNumber === plate)
  await expect.poll(() => plates.filter((plate) => visitsOf(plate).length === 0)).toEqual([])
  expect(plates.filter((plate) => new Set(visitsOf(plate).map(({ visitId }) => visitId)).size !== 1)).toEqual([])
})
