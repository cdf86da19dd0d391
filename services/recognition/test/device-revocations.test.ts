import { contract, type DeviceWithSecret } from '@kingcar/contract'
import { waitFor, withFullStream, withRefusingStream } from '@kingcar/testing'
import { connect, type NatsConnection } from 'nats'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { startCrashingProcess } from './crashing-process.ts'
import { startBeforeAll } from './recognition.ts'

const { createDevice, deleteDevice, listDevices, rotateDeviceSecret, updateDevice } = contract.recognition
const recognition = startBeforeAll()
const administrator = administratorBeforeAll(recognition)

const signIn = ({ id, secret = '' }: DeviceWithSecret): Promise<NatsConnection> =>
  connect({ servers: recognition.backend.nats.url, user: id, pass: secret, maxReconnectAttempts: 0, timeout: 5_000 })
const create = (name: string) => administrator.call(createDevice, { storeId: recognition.storeId, name })
const isRefused = async (device: DeviceWithSecret) => {
  await expect(signIn(device)).rejects.toMatchObject({ code: 'AUTHORIZATION_VIOLATION' })
}

const revocations = {
  deleted: ({ id }: DeviceWithSecret) => administrator.call(deleteDevice, { id }),
  rotated: ({ id }: DeviceWithSecret) => administrator.call(rotateDeviceSecret, { id }),
}

for (const [kind, revoke] of Object.entries(revocations)) {
  test(`while it cannot be stored that a device was ${kind}, that is refused and has not happened`, async () => {
    const device = await create(`${kind} 1`)
    await withRefusingStream(recognition.backend.nats, 'DEVICES', async () => {
      await expect(revoke(device)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    })
    const connection = await signIn(device)
    await revoke(device)
    await connection.closed()
    await isRefused(device)
  })

  test.each(['EVENTS', 'DEVICES'] as const)(
    `a device that was ${kind} is rejected, though %s is full`,
    async (stream) => {
      const device = await create(`${kind} 2`)
      await withFullStream(recognition.backend.nats, stream, async () => {
        const connection = await signIn(device)
        await revoke(device)
        await isRefused(device)
        await connection.closed()
      })
    },
  )
}

test('killed after the publication of a new secret: the old one works again within seconds, and a repetition rotates it', async () => {
  const device = await create('죽음')
  await recognition.stopService()
  const doomed = await startCrashingProcess(recognition, 'transaction.published')
  await doomed.ready()
  await expect(administrator.call(rotateDeviceSecret, { id: device.id })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  await recognition.startService()
  const connection = await waitFor(() => signIn(device))
  const renewed = await administrator.call(rotateDeviceSecret, { id: device.id })
  await connection.closed()
  await isRefused(device)
  await signIn(renewed).then((open) => open.close())
})

test('a move to another store is stored before its response, too', async () => {
  const device = await create('이사')
  const { storeId } = await recognition.addStore()
  await withRefusingStream(recognition.backend.nats, 'DEVICES', async () => {
    await expect(administrator.call(updateDevice, { id: device.id, storeId })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
  const storeOf = async () => {
    const { content } = await administrator.call(listDevices, { size: 100 })
    return content.find(({ id }) => id === device.id)?.storeId
  }
  expect(await storeOf()).toBe(recognition.storeId)
  await administrator.call(updateDevice, { id: device.id, storeId })
  expect(await storeOf()).toBe(storeId)
})
