import { randomUUID } from 'node:crypto'
import { contract, type Device, type DeviceWithSecret } from '@kingcar/contract'
import { callerOf, outcome } from '@kingcar/testing'
import { connect } from 'nats'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { createDevice, deleteDevice, getScreenStore, listDevices, rotateDeviceSecret, testDevice, updateDevice } =
  contract.recognition

const recognition = startBeforeAll()
const administrator = administratorBeforeAll(recognition)

const create = (name: string, key?: string) =>
  administrator.call(createDevice, { storeId: recognition.storeId, name }, key ? { idempotencyKey: key } : {})
const listed = async (name: string): Promise<Device | undefined> =>
  (await administrator.call(listDevices, { size: 100 })).content.find((device) => device.name === name)
const signIn = ({ id, secret = '' }: DeviceWithSecret) =>
  connect({ servers: recognition.backend.nats.url, user: id, pass: secret, maxReconnectAttempts: 0 })
const subjectOf = ({ storeId, id }: DeviceWithSecret, what = 'read') => `recognition.${what}.${storeId}.${id}`

test('a device signs in with the secret of its registration, and its read becomes a visit', async () => {
  const device = await create('1번 출입구')
  expect(device).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    storeId: recognition.storeId,
    name: '1번 출입구',
    secret: expect.stringMatching(/^[\w-]{43}$/),
  })
  const connection = await signIn(device)
  await connection.request(subjectOf(device), JSON.stringify(readOf('12가3456')), { timeout: 10_000 })
  await connection.close()
  await expect.poll(() => recognition.visits('12가3456')).toMatchObject([{ deviceId: device.id, reads: 1 }])
})

test('the secret is returned once: it is not in a repetition, a list, the audit log or the table', async () => {
  const key = randomUUID()
  const first = await create('2번 출입구', key)
  const { secret, ...rest } = first
  expect(secret).toBeDefined()
  expect(await create('2번 출입구', key)).toEqual(rest)
  await expect.poll(() => administrator.audited(first.id)).toHaveLength(1)
  const { sql } = recognition.backend
  const seen = [
    await listed('2번 출입구'),
    administrator.audited(first.id),
    await sql`select * from recognition.devices`,
  ]
  expect(JSON.stringify(seen)).not.toContain(secret)
  expect(JSON.stringify(await sql`select answer from recognition.idempotency`)).not.toContain(secret)
})

test('a device has a name of one line, which is not empty', async () => {
  expect((await create(' 3번\n문 '.normalize('NFD'))).name).toBe('3번 문')
  await expect(create('   ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'name' }] })
})

test('a device needs an open store', async () => {
  const closed = randomUUID()
  await recognition.tell('catalog.storeChanged', { storeId: closed, name: '닫은 점', version: 1 })
  await recognition.tell('catalog.storeChanged', { storeId: closed, name: null, version: 2 })
  await expect
    .poll(() => recognition.backend.sql`select from recognition.stores where id = ${closed} and closed`)
    .toHaveLength(1)
  for (const storeId of [closed, randomUUID()])
    expect(await outcome(administrator.call(createDevice, { storeId, name: '문' }))).toBe('STORE_NOT_FOUND')
})

test('the devices of a store end when it is closed, also one whose registration is under way', async () => {
  const { storeId } = await recognition.addStore()
  const device = await administrator.call(createDevice, { storeId, name: '닫힐 문' })
  const [other, connection] = [await create('열린 문'), await signIn(device)]
  const namesOf = async (store: string) =>
    (await administrator.call(listDevices, { storeId: store, size: 100 })).content.map(({ name }) => name)
  expect(await namesOf(storeId)).toEqual(['닫힐 문', '출입구'])
  expect((await administrator.call(listDevices, { storeId })).totalElements).toBe(2)

  const { sql } = recognition.backend
  const closedBy = { actorId: randomUUID(), requestId: 'closing' }
  const created = Promise.withResolvers<void>()
  const closing = sql.begin(async (tx) => {
    await tx`lock table recognition.devices in exclusive mode` // after the check of the store, before the insert
    const registering = outcome(administrator.call(createDevice, { storeId, name: '늦은 문' }))
    await expect.poll(() => recognition.lockWaits('insert into "devices"')).toBe(1)
    await recognition.tell('catalog.storeChanged', { storeId, name: null, version: 9, closedBy })
    await expect.poll(() => recognition.lockWaits('"stores"')).toBe(1) // looks at connections of devices may wait too
    void registering.then(() => created.resolve())
  })
  await closing
  await created.promise
  await recognition.eventsHandled()
  await connection.closed()
  await expect(signIn(device)).rejects.toThrow()
  expect(await namesOf(storeId)).toEqual([])
  expect(await namesOf(other.storeId)).toContain('열린 문')
  const read = [{ secret_hash: null }, { secret_hash: null }, { secret_hash: null }]
  expect(await sql`select secret_hash from recognition.devices where store_id = ${storeId}`).toEqual(read)
  await expect
    .poll(() => administrator.audited(device.id).at(-1))
    .toMatchObject({ action: 'deleteDevice', ...closedBy, before: { storeId, name: '닫힐 문' }, after: null })
})

test('a store created just now accepts devices', async () => {
  const storeId = randomUUID()
  const asked = administrator.call(createDevice, { storeId, name: '새 문' })
  await recognition.tell('catalog.storeChanged', { storeId, name: '새 점', version: 1 })
  expect(await asked).toMatchObject({ storeId })
})

test('a new secret ends connections of the old one; a removed device is not found, and its reads stay', async () => {
  const device = await create('3번 출입구')
  const connection = await signIn(device)
  await connection.request(subjectOf(device), JSON.stringify(readOf('13나3456')), { timeout: 10_000 })
  const renewed = await administrator.call(rotateDeviceSecret, { id: device.id })
  expect(renewed).toEqual({ ...device, secret: expect.not.stringMatching(device.secret ?? '') })
  await connection.closed()
  const again = await signIn(renewed)
  expect(await outcome(administrator.call(deleteDevice, { id: device.id }, { ifMatch: '"1"' }))).toBe('CHANGED_SINCE')
  await administrator.call(deleteDevice, { id: device.id })
  await again.closed()
  await expect(signIn(renewed)).rejects.toThrow()
  expect(await listed('3번 출입구')).toBeUndefined()
  for (const op of [rotateDeviceSecret, deleteDevice, testDevice])
    await expect(administrator.call(op, { id: device.id })).rejects.toMatchObject({ code: 'DEVICE_NOT_FOUND' })
  expect(recognition.visits('13나3456')).toHaveLength(1)
  await expect
    .poll(() => administrator.audited(device.id).map(({ action }) => action))
    .toEqual(['createDevice', 'rotateDeviceSecret', 'deleteDevice'])
})

test('the list has the state of a device', async () => {
  const device = await create('4번 출입구')
  const silent = { online: false, lastSeenAt: null, clockSkewMs: null, readsToday: 0 }
  const faultless = { refusedToday: 0, lastError: null, lastErrorAt: null }
  const unreported = { queueDepth: null, cameraOk: null, firmware: null }
  const unset = {
    laneName: null,
    role: 'both',
    minimumConfidence: null,
    revisitSeconds: null,
    arrivalAngle: null,
    gateOutput: false,
    gateShowsMember: false,
  }
  const { id, storeId, name } = device
  expect(await listed('4번 출입구')).toEqual({
    id,
    storeId,
    name,
    timeSource: 'device',
    ...unset,
    ...silent,
    ...faultless,
    ...unreported,
  })
  const connection = await signIn(device)
  const heartbeat = { sentAt: ago(-90), queueDepth: 3, direction: null, cameraOk: false, firmware: '1.2', more: 1 }
  connection.publish(subjectOf(device, 'heartbeat'), JSON.stringify(heartbeat))
  const read = readOf('14다3456')
  for (const message of [read, read, readOf('14다3457', { confidence: 0.1 }), readOf('14다3458', { confidence: 7 })])
    await connection.request(subjectOf(device), JSON.stringify(message), { timeout: 10_000 })
  await recognition.settled()
  await expect
    .poll(() => listed('4번 출입구'))
    .toMatchObject({ online: true, readsToday: 2, refusedToday: 1, lastError: 'field:confidence' })
  expect(await listed('4번 출입구')).toMatchObject({ queueDepth: 3, cameraOk: false, firmware: '1.2' })
  const { clockSkewMs, lastSeenAt } = (await listed('4번 출입구')) as Device
  expect(Math.abs(Number(clockSkewMs) - 90_000)).toBeLessThan(2_000)
  expect(Math.abs(Date.now() - Date.parse(String(lastSeenAt)))).toBeLessThan(20_000)

  const odd = { sentAt: ago(-150), queueDepth: null, firmware: '1.3\u0000\ud800' } // must not affect other devices
  connection.publish(subjectOf(device, 'heartbeat'), JSON.stringify(odd))
  await expect.poll(async () => Number((await listed('4번 출입구'))?.clockSkewMs) > 140_000).toBe(true)
  expect(await listed('4번 출입구')).toMatchObject({ queueDepth: 3, cameraOk: false })
  const { clockSkewMs: skew } = (await listed('4번 출입구')) as Device
  connection.publish(subjectOf(device, 'heartbeat'), '{"sentAt":"now"}')
  await expect
    .poll(() => listed('4번 출입구'))
    .toMatchObject({ lastError: 'heartbeat', refusedToday: 2, clockSkewMs: skew })
  await connection.close()
  const { sql } = recognition.backend
  await sql`update recognition.devices set last_seen_at = now() - interval '181 seconds' where id = ${device.id}`
  expect(await listed('4번 출입구')).toMatchObject({ online: false })
})

test('a last will, sent for a dead device with the time of its connection, is not a sign of life', async () => {
  const device = await create('14번 출입구')
  const connection = await signIn(device)
  const beat = async (seconds: number, cameraOk: boolean) => {
    connection.publish(subjectOf(device, 'heartbeat'), JSON.stringify({ sentAt: ago(seconds), cameraOk }))
    await connection.flush()
  }
  const { sql } = recognition.backend
  const sentAt = async () =>
    (await sql<{ at: Date }[]>`select heartbeat_sent_at at from recognition.devices where id = ${device.id}`)[0]?.at
  await beat(60, true)
  await expect.poll(() => listed('14번 출입구')).toMatchObject({ online: true, cameraOk: true })
  const first = await sentAt()
  await sql`update recognition.devices set last_seen_at = now() - interval '181 seconds' where id = ${device.id}`
  await beat(120, false)
  await expect.poll(async () => (await listed('14번 출입구')) && Number(await sentAt()) < Number(first)).toBe(true)
  expect(await listed('14번 출입구')).toMatchObject({ online: false, cameraOk: true })
  await beat(110, false) // its clock was set back: the next heartbeat counts
  await expect.poll(() => listed('14번 출입구')).toMatchObject({ online: true, cameraOk: false })
  await connection.close()
})

test('a device without heartbeats is offline when it is silent for longer than it usually is', async () => {
  const device = await create('15번 출입구')
  const { sql } = recognition.backend
  const read = () => recognition.publish(readOf('24다2424'), subjectOf(device))
  const silentFor = (time: string) =>
    sql`update recognition.devices set last_seen_at = now() - ${time}::interval where id = ${device.id}`
  const isOnline = async () => (await listed('15번 출입구'))?.online
  const seenAgain = async () => {
    await read()
    await expect
      .poll(async () => Date.now() - Date.parse(String((await listed('15번 출입구'))?.lastSeenAt)) < 60_000)
      .toBe(true)
  }
  await seenAgain()
  await silentFor('23 hours')
  expect(await isOnline()).toBe(true) // its first week says nothing about its nights
  await silentFor('25 hours')
  expect(await isOnline()).toBe(false)
  await silentFor('2 hours')
  await seenAgain()
  await sql`update recognition.devices set silence_since = now() - interval '8 days' where id = ${device.id}`
  await silentFor('10 minutes')
  await seenAgain()
  await silentFor('179 minutes')
  expect(await isOnline()).toBe(true)
  await silentFor('181 minutes')
  expect(await isOnline()).toBe(false)
  await sql`update recognition.devices set silence_since = now() - interval '8 days' where id = ${device.id}`
  await silentFor('1 minute')
  await seenAgain()
  await silentFor('14 minutes')
  expect(await isOnline()).toBe(true)
  await silentFor('16 minutes')
  expect(await isOnline()).toBe(false)
})

test('the reads of a device are judged by its own minimum confidence and by what its camera sees', async () => {
  const device = await create('19번 출입구')
  const sent = async (carNumber: string, over: Parameters<typeof readOf>[1]) => {
    await recognition.publish(readOf(carNumber, over), subjectOf(device))
    await recognition.settled()
    return recognition.visits(carNumber).length
  }
  const update = (fields: object) => administrator.call(updateDevice, { id: device.id, ...fields })
  expect(await sent('31가1001', { confidence: 0.7 })).toBe(0)
  expect(await update({ name: ' 문\n하나', laneName: '2차로', minimumConfidence: 0.65 })).toEqual({
    ...{ id: device.id, storeId: device.storeId, name: '문 하나', laneName: '2차로' },
    ...{ role: 'both', minimumConfidence: 0.65, revisitSeconds: null, timeSource: 'device', arrivalAngle: null },
    gateOutput: false,
    gateShowsMember: false,
  })
  expect(await sent('31가1002', { confidence: 0.7 })).toBe(1)
  expect(await sent('31가1003', { confidence: 0.6 })).toBe(0)
  await update({ role: 'exit' })
  expect(await sent('31가1004', { confidence: 0.99, direction: 'in' })).toBe(0)
  const { sql } = recognition.backend
  expect(await sql`select rejected from recognition.reads where car_number = '31가1004'`).toEqual([
    { rejected: 'direction' },
  ])
  await update({ role: 'entry', minimumConfidence: null, laneName: null })
  expect(await sent('31가1005', { confidence: 0.7 })).toBe(0)
  expect(await sent('31가1005', { confidence: 0.9 })).toBe(1)
  expect(await listed('문 하나')).toMatchObject({ laneName: null, role: 'entry', minimumConfidence: null })
  await update({ role: 'entry' }) // changes nothing
  await expect
    .poll(() => administrator.audited(device.id).filter(({ action }) => action === 'updateDevice'))
    .toMatchObject([
      { before: { name: '19번 출입구', minimumConfidence: null }, after: { name: '문 하나', minimumConfidence: 0.65 } },
      { before: { role: 'both' }, after: { role: 'exit' } },
      { before: { role: 'exit' }, after: { role: 'entry' } },
    ])
  for (const wrong of [{ name: ' ' }, { laneName: ' ' }]) expect(await outcome(update(wrong))).toBe('VALIDATION_FAILED')
  expect(await outcome(update({ storeId: randomUUID() }))).toBe('STORE_NOT_FOUND')
  expect(await outcome(administrator.call(updateDevice, { id: randomUUID(), name: '문' }))).toBe('DEVICE_NOT_FOUND')
})

test('a device that moves publishes for its new store alone, and what it sent before counts for the old one', async () => {
  const { storeId } = await recognition.addStore('새 매장')
  const device = await create('20번 출입구')
  const connection = await signIn(device)
  await administrator.call(updateDevice, { id: device.id, storeId })
  const send = (from: DeviceWithSecret, carNumber: string) =>
    connection.request(subjectOf(from), JSON.stringify(readOf(carNumber)), { timeout: 1_000 }).then(
      () => 'stored',
      () => 'refused',
    )
  // Its connection ends, and it connects again by itself, with the same secret.
  await expect.poll(() => send({ ...device, storeId }, '32가2002')).toBe('stored')
  expect(await send(device, '32가2001')).toBe('refused')
  await connection.close()
  await recognition.publish(readOf('32가2003'), subjectOf(device)) // after the move
  await recognition.settled()
  const { sql } = recognition.backend
  await sql`update recognition.devices set moved_at = now() + interval '1 hour' where id = ${device.id}`
  await recognition.publish(readOf('32가2004'), subjectOf(device)) // before the move, processed after it
  await recognition.settled()
  expect(['32가2001', '32가2003'].flatMap((plate) => recognition.visits(plate))).toEqual([])
  expect(recognition.visits('32가2002')).toMatchObject([{ storeId }])
  expect(recognition.visits('32가2004')).toMatchObject([{ storeId: device.storeId }])
})

test('reads of all cars that are late by the same time show a clock that is behind, and one in time ends that', async () => {
  const device = await create('18번 출입구')
  const troubled = () => recognition.metric('kingcar_recognition_devices_troubled')
  const others = async () => {
    const { content } = await administrator.call(listDevices, { size: 100 })
    const isTroubled = ({ name, online, cameraOk, clockSkewMs }: Device) =>
      name !== '18번 출입구' && online && (cameraOk === false || Math.abs(clockSkewMs ?? 0) > 60_000)
    return content.filter(isTroubled).length
  }
  const own = async () => Number(await troubled()) - (await others()) // others become silent in the meantime
  const skew = async () => (await listed('18번 출입구'))?.clockSkewMs
  const send = (plate: string, minutes: number) =>
    recognition.publish(readOf(plate, { recognizedAt: ago(minutes * 60) }), subjectOf(device))
  for (const [plate, minutes] of [
    ['25라1001', 70],
    ['25라1002', 62],
    ['25라1003', 55],
  ] as const)
    await send(plate, minutes)
  await recognition.settled()
  expect(await skew()).toBeNull() // a queue of an outage
  for (let at = 0; at < 5; at++) await send(`25라${2_000 + at}`, 70)
  await recognition.settled()
  await expect.poll(async () => Math.round(Number(await skew()) / 60_000)).toBe(-70)
  expect(await listed('18번 출입구')).toMatchObject({ online: true })
  await expect.poll(own).toBe(1)

  const connection = await signIn(device) // its own clock is right, and the camera's wrong
  connection.publish(subjectOf(device, 'heartbeat'), JSON.stringify({ sentAt: ago(0), queueDepth: 1 }))
  await expect.poll(() => listed('18번 출입구')).toMatchObject({ queueDepth: 1 })
  await connection.close()
  expect(Math.round(Number(await skew()) / 60_000)).toBe(-70)
  await send('25라3001', 0)
  await recognition.settled()
  await expect.poll(async () => Math.abs(Number(await skew()))).toBeLessThan(30_000)
  await expect.poll(own).toBe(0)
})

test('a test read is shown as a test from any sender, and not counted', async () => {
  const device = await create('5번 출입구')
  await administrator.call(testDevice, { id: device.id })
  const shown = () => recognition.published.filter(({ deviceId }) => deviceId === device.id)
  await expect
    .poll(shown)
    .toMatchObject([
      { carNumber: '00가0000', name: '테스트', visitCount: 0, test: true, storeName: '강남점', memberId: null },
    ])
  const connection = await signIn(device)
  await connection.request(subjectOf(device), JSON.stringify(readOf('00 가 0000')), { timeout: 10_000 })
  await connection.close()
  await expect.poll(shown).toHaveLength(2)
  const { sql } = recognition.backend
  expect(await sql`select from recognition.reads where device_id = ${device.id}`).toEqual([])
  expect(await sql`select from recognition.plates where car_number = '00가0000'`).toEqual([])
})

test('a message that is too large is a dead letter, and the last error of its device', async () => {
  const device = await create('17번 출입구')
  const connection = await signIn(device)
  const large = JSON.stringify(readOf('15다3456')).padEnd(40_000)
  await connection.request(subjectOf(device), large, { timeout: 10_000 })
  await connection.close()
  await expect.poll(() => listed('17번 출입구')).toMatchObject({ lastError: 'tooLarge', refusedToday: 1, online: true })
  expect(recognition.visits('15다3456')).toEqual([])
})

test('a device above its rate is throttled, and no message of it is lost', async () => {
  const device = await create('7번 출입구')
  const connection = await signIn(device)
  const messages = Array.from({ length: 1_500 }, (_, at) => readOf(`21가${1_000 + at}`))
  for (const message of messages) connection.publish(subjectOf(device), JSON.stringify(message))
  await connection.flush()
  const letIn = () =>
    signIn(device).then(
      (other) => other.close(),
      () => 'refused',
    )
  await expect.poll(letIn).toBe('refused')
  await recognition.settled()
  const { sql } = recognition.backend
  expect(await sql`select from recognition.reads where device_id = ${device.id}`).toHaveLength(messages.length)
  expect(await listed('7번 출입구')).toMatchObject({ lastError: 'rate' })
  await expect.poll(letIn, { interval: 500 }).toBeUndefined()
})

test('a device that floods with heartbeats is throttled, and one that subscribes to others for longer', async () => {
  const [loud, curious] = [await create('11번 출입구'), await create('12번 출입구')]
  const flooding = await signIn(loud)
  for (let at = 0; at < 1_500; at++) flooding.publish(subjectOf(loud, 'heartbeat'), JSON.stringify({ sentAt: ago(0) }))
  const listening = await signIn(curious)
  listening.subscribe('_INBOX.*', { callback: () => undefined })
  await Promise.all([flooding.closed(), listening.closed()])
  for (const device of [loud, curious]) await expect(signIn(device)).rejects.toThrow()
  await expect.poll(() => listed('11번 출입구')).toMatchObject({ lastError: 'rate' })
  await expect.poll(() => listed('12번 출입구')).toMatchObject({ lastError: 'listening' })
})

test('READS keeps no processed message', async () => {
  const device = await create('13번 출입구')
  const connection = await signIn(device)
  await connection.request(subjectOf(device), JSON.stringify(readOf('23다2323')), { timeout: 10_000 })
  await connection.close()
  await recognition.settled()
  await expect.poll(() => recognition.kept('READS')).toBe(0)
  expect(recognition.visits('23다2323')).toMatchObject([{ reads: 1 }])
})

test('throttling after a removal or a new secret does not restore the old secret', async () => {
  const [gone, renewed] = [await create('8번 출입구'), await create('9번 출입구')]
  const { sql } = recognition.backend
  for (const device of [gone, renewed]) {
    const connection = await signIn(device)
    const send = async (count: number) => {
      for (let at = 0; at < count; at++) connection.publish(subjectOf(device), JSON.stringify(readOf('22가2222')))
      await connection.flush()
    }
    await send(1_050) // just below the limit
    await recognition.settled()
    const held = await sql.reserve() // changes of the device wait for its row, in order of arrival
    await held`begin`
    await held`select from recognition.devices where id = ${device.id} for update`
    const changed = administrator.call(device === gone ? deleteDevice : rotateDeviceSecret, { id: device.id })
    await expect.poll(() => changesThatWait()).toBe(1)
    await send(200)
    await expect.poll(() => changesThatWait()).toBe(2)
    await held`commit`
    held.release()
    await changed
    await connection.close()
  }
  await recognition.settled()
  const late = await recognition.backend.bus('gateway') // has only the content of the stream
  const devices = await late.watchDevices()
  await expect.poll(() => devices.find(gone.id)?.secretHash).toBeNull()
  expect(devices.find(renewed.id)).toMatchObject({ version: 2 })
  await expect.poll(() => devices.find(renewed.id)?.pausedUntil).toBeDefined()
})

/** Number of transactions that wait to change a device's row, without sightings. */
const changesThatWait = () => recognition.lockWaits('for update')

test('a start publishes credentials that the stream DEVICES has lost', async () => {
  const device = await create('6번 출입구')
  await recognition.stopService()
  await recognition.backend.purge('DEVICES')
  await recognition.startService()
  const connection = await signIn(device)
  await connection.close()
})

test('a wall screen learns the name of its own store and which of its recognizers are online, and no more', async () => {
  const store = randomUUID()
  await recognition.tell('catalog.storeChanged', { storeId: store, name: '송도점', version: 1 })
  const bus = await recognition.backend.bus('gateway')
  const screen = { role: 'screen', id: randomUUID(), sessionId: randomUUID() } as const
  const ask = (storeId?: string) =>
    bus.call(getScreenStore, {}, callerOf({ actor: { ...screen, ...(storeId !== undefined && { storeId }) } }))
  await expect.poll(() => ask(store)).toEqual({ storeId: store, storeName: '송도점', recognizers: [] })
  const device = await administrator.call(createDevice, { storeId: store, name: '1번 출입구' })
  await create('다른 매장의 출입구')
  expect((await ask(store)).recognizers).toEqual([{ online: false, clockSkewMs: null }])
  const connection = await signIn(device)
  await connection.request(subjectOf(device), JSON.stringify(readOf('12가3456')), { timeout: 10_000 })
  await connection.close()
  await expect.poll(async () => (await ask(store)).recognizers).toMatchObject([{ online: true }])
  expect(await outcome(ask())).toBe('FORBIDDEN')
})

test('the reads of a device keep a visit open for its own window, also from its registration on', async () => {
  const device = await administrator.call(createDevice, {
    ...{ storeId: recognition.storeId, name: '21번 출입구', laneName: ' 1차로', role: 'entry', revisitSeconds: 7_200 },
  })
  expect(await listed('21번 출입구')).toMatchObject({ laneName: '1차로', role: 'entry', revisitSeconds: 7_200 })
  const at = (carNumber: string, seconds: number, subject?: string) =>
    recognition.publish(readOf(carNumber, { recognizedAt: ago(seconds) }), subject)
  await at('33가1001', 9_000, subjectOf(device))
  await at('33가1001', 3_000)
  await at('33가1002', 3_000) // arrives before the read to whose visit it belongs
  await at('33가1002', 9_000, subjectOf(device))
  await at('33가1003', 9_000)
  await at('33가1003', 3_000, subjectOf(device))
  await recognition.settled()
  expect(recognition.visits('33가1001')).toMatchObject([{ reads: 2, deviceId: device.id }])
  expect(recognition.visits('33가1002')).toMatchObject([{ reads: 2, deviceId: device.id }])
  expect(recognition.visits('33가1003')).toMatchObject([{ reads: 1 }, { reads: 1 }])
  await administrator.call(updateDevice, { id: device.id, revisitSeconds: null })
  await at('33가1001', 10, subjectOf(device)) // the earlier read was processed with the window of then
  await at('33가1004', 9_000, subjectOf(device))
  await at('33가1004', 3_000)
  await recognition.settled()
  expect(recognition.visits('33가1001')).toMatchObject([{ reads: 2 }, { reads: 1 }])
  expect(recognition.visits('33가1004')).toHaveLength(2)
  for (const revisitSeconds of [0, 86_401, 1.5])
    expect(await outcome(administrator.call(updateDevice, { id: device.id, revisitSeconds }))).toBe('VALIDATION_FAILED')
})

test('the arrival time replaces the clock of a device, so that no visit is late', async () => {
  const device = await create('22번 출입구')
  const wrong = { recognizedAt: ago(70 * 60) }
  await recognition.publish(readOf('33가2001', wrong), subjectOf(device))
  await administrator.call(updateDevice, { id: device.id, timeSource: 'arrival' })
  const again = readOf('33가2002', wrong)
  for (const message of [again, again, readOf('33가2003', { recognizedAt: '2099-01-01T00:00:00Z' })])
    await recognition.publish(message, subjectOf(device))
  await recognition.settled()
  expect(recognition.visits('33가2001')).toMatchObject([{ late: true }])
  for (const plate of ['33가2002', '33가2003']) {
    const [visit] = recognition.visits(plate)
    expect(visit).toMatchObject({ late: false, reads: 1 })
    expect(visit?.recognizedAt).toBe(visit?.receivedAt)
  }
})
