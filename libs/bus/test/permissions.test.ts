import { contract } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import type { NatsConnection } from 'nats'
import { expect, test } from 'vitest'
import { streams, type User, users } from '../src/index.ts'
import { startBroker, until } from './broker.ts'

const broker = startedBeforeAll(startBroker)

/** The server's error on a user's attempt, or undefined if it is allowed. */
async function refusal(user: User, attempt: (connection: NatsConnection) => void): Promise<string | undefined> {
  const connection = await broker.bare(user)
  let said: string | undefined
  void (async () => {
    for await (const { type, permissionContext } of connection.status())
      if (type === 'error') said ??= `${permissionContext?.operation} ${permissionContext?.subject}`
  })()
  attempt(connection)
  await connection.flush()
  await connection.flush() // an error arrives before the second reply
  await connection.close()
  return said
}

const foreign: Record<User, string[]> = {
  gateway: ['evt.member.adminChanged', 'settings.notices.public', 'visits.recorded', 'recognition.heartbeat.a.b'],
  member: ['evt.catalog.storeChanged', 'settings.notices.public', 'visits.recorded', 'rpc.orders.listCards'],
  catalog: ['evt.member.adminChanged', 'visits.recorded', 'recognition.deadLetter'],
  orders: ['evt.member.adminChanged', 'settings.notices.public', 'visits.recorded'],
  recognition: ['evt.member.adminChanged', 'settings.notices.public', '$SYS.REQ.SERVER.PING.STATSZ'],
}
const api = [
  '$JS.API.STREAM.DELETE.EVENTS',
  '$JS.API.STREAM.PURGE.SETTINGS',
  '$JS.API.STREAM.UPDATE.VISITS',
  '$JS.API.STREAM.CREATE.OTHER',
  '$JS.API.STREAM.MSG.DELETE.EVENTS',
  '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.own',
  '$JS.API.CONSUMER.DELETE.READS.recognition-reads',
  '$SYS.REQ.SERVER.PING',
  'anything',
]

/** Users that do not follow EVENTS may not delete its consumers. The gateway follows it, and may. */
const others = ['$JS.API.CONSUMER.DELETE.EVENTS.orders-events', '$JS.API.CONSUMER.CREATE.EVENTS.own']

const publishes = users.flatMap((user) =>
  [
    ...foreign[user],
    ...api,
    ...(user === 'gateway' ? [] : others),
    `_INBOX_${user === 'gateway' ? 'member' : 'gateway'}.a.1`,
  ].map((to) => [user, to] as const),
)
// ASVS 13.2.2
test.each(publishes)('%s publishes nothing to %s', async (user, subject) => {
  expect(await refusal(user, (connection) => connection.publish(subject, '{}'))).toBe(`publish ${subject}`)
})

// ASVS 13.2.2
test.each(
  users.flatMap((user) =>
    ['>', '_INBOX.>', 'evt.>', 'visits.recorded', '$SYS.>']
      .concat(users.filter((other) => other !== user).flatMap((other) => [`_INBOX_${other}.>`, `rpc.${other}.>`]))
      .map((subject) => [user, subject] as const),
  ),
)('%s does not listen to %s', async (user, subject) => {
  expect(await refusal(user, (connection) => void connection.subscribe(subject, { callback: () => undefined }))).toBe(
    `subscription ${subject}`,
  )
})

test('the streams are unchanged', async () => {
  const manager = await (await broker.setup()).jetstreamManager()
  const names = (await manager.streams.list().next()).map(({ config }) => config.name)
  expect(new Set(names)).toEqual(new Set(Object.keys(streams)))
})

test('a denied publish fails and ends no connection', async () => {
  const orders = await broker.open('orders')
  const began = performance.now()
  const message = { id: 'one', subject: 'evt.member.adminChanged', payload: {} }
  await expect(orders.publish([message])).rejects.toThrow()
  expect(performance.now() - began).toBeLessThan(1_500) // not only at its deadline
  expect(await orders.check()).toBe(true)
  await until(() => broker.lines.some(({ msg }) => msg === 'NATS reported an error'))
})

test('a denied subscription of a service fails the check', async () => {
  const orders = await broker.open('orders')
  const { listStores } = contract.catalog
  await orders.serve({ listStores }, {}, { listStores: async () => Promise.reject(new Error('never')) })
  await until(async () => !(await orders.check()), 'the check')
})
