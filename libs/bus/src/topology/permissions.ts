import { serverRequests } from '../connection/request-servers.ts'
import type { StreamName } from '../types.ts'
import { type Durable, durables, streams } from './streams.ts'
import {
  deviceAdvisorySubject,
  deviceSightingsSubject,
  everyDecision,
  everyExpected,
  everyHeartbeat,
  everyIngest,
  everyScreen,
  everyScreenSeen,
  everyStored,
  objectSubjects,
} from './subjects.ts'

/** The NATS users of KingCar's processes, in the account APP. */
export const users = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const
export type User = (typeof users)[number]

/** The subjects that a user may publish and subscribe to; `responses` allows replies to requests that it received. */
export type Permissions = { publish: string[]; subscribe: string[]; responses: boolean }

type Duties = {
  /** Services whose operations the user calls. */
  calls?: readonly string[]
  /** Further subjects to which the user publishes: streams, single operations of other services, signals. */
  publishes?: readonly string[]
  serves?: string
  /** Streams that the user follows with ephemeral consumers: it may create and delete any consumer of them. */
  follows: readonly StreamName[]
  consumes?: readonly Durable[]
  /** Streams that the user reads by direct get. */
  reads?: readonly StreamName[]
  /** Streams from which the user removes processed messages. */
  purges?: readonly StreamName[]
  /** Authenticates devices, and stores their reads. */
  authCallout?: true
  /** Ends connections of devices, and follows which are open. */
  kicksDevices?: true
  /** Reports the state of the nats-servers. */
  watchesServers?: true
  /** Object stores that the user reads and writes. */
  stores?: readonly string[]
  /** Further subjects to which the user subscribes. */
  subscribes?: readonly string[]
}

const duties: Record<User, Duties> = {
  gateway: {
    calls: ['member', 'catalog', 'orders', 'recognition'],
    publishes: [
      'evt.gateway.>',
      everyScreenSeen,
      ...streams.READS.subjects, // reads of vendor webhooks
      deviceSightingsSubject,
    ],
    follows: ['EVENTS', 'REVOCATIONS', 'VISITS', 'SETTINGS', 'DEVICES', 'ADMINS'],
    reads: ['VISITS'],
    subscribes: [everyScreen],
    stores: ['images'],
    authCallout: true,
  },
  member: {
    serves: 'member',
    publishes: [
      'evt.member.>',
      'revocations.member.>',
      ...streams.ADMINS.subjects,
      'rpc.catalog.getStore', // to check the store of a new screen, and those of an administrator
      'rpc.orders.getDemo', // shows which members stay when the demo is removed
      ...['catalog', 'orders', 'recognition'].map((service) => `rpc.${service}.getAttention`), // for alerts
      everyScreen,
    ],
    subscribes: [everyScreenSeen],
    follows: ['REVOCATIONS', 'ADMINS'], // to complete a revocation or a change of rights whose transaction did not commit
    consumes: ['member-events', 'member-webhooks', 'member-messages', 'member-visits'],
  },
  catalog: {
    serves: 'catalog',
    publishes: [
      'evt.catalog.>',
      ...streams.SETTINGS.subjects,
      'rpc.orders.countSubscriptions', // to count the subscriptions of a product before its deletion
      'rpc.recognition.listDevices', // to find the recognizers of a store before its closing; and its screens
      'rpc.member.listScreens',
      'rpc.orders.getDemo', // shows which products and stores stay when the demo is removed
      'rpc.recognition.getDemo',
      'rpc.member.getDemo',
    ],
    follows: [],
    consumes: ['catalog-events'],
    stores: ['images'],
  },
  orders: {
    serves: 'orders',
    publishes: ['evt.orders.>', 'rpc.catalog.getProduct'], // to get the price of an order
    follows: ['SETTINGS'],
    consumes: ['orders-events', 'orders-visits'],
  },
  recognition: {
    serves: 'recognition',
    publishes: [
      'evt.recognition.>',
      ...streams.VISITS.subjects,
      ...streams.DEAD_LETTERS.subjects,
      ...streams.DEVICES.subjects,
      ...streams.READS.subjects, // reads of device tests
      everyDecision,
      everyExpected,
      'rpc.orders.listExpectedPlates', // for the expected plates of gates that cannot reach KingCar
    ],
    follows: ['SETTINGS', 'DEVICES'],
    consumes: ['recognition-reads', 'recognition-dead-letters', 'recognition-events'],
    purges: ['READS'],
    authCallout: true,
    kicksDevices: true,
    watchesServers: true,
    subscribes: [everyHeartbeat, deviceSightingsSubject],
  },
}

const followSubjects = (stream: string) => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.DELETE.${stream}.>`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.>`,
]

const consumeSubjects = (durable: Durable) => {
  const { stream } = durables[durable]
  const name = stream === 'READS' ? '*' : durable // one consumer per partition; no other service consumes READS
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${name}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
    `$JS.ACK.${stream}.${name}.>`,
  ]
}

const purgeSubjects = (stream: StreamName) => [`$JS.API.STREAM.PURGE.${stream}`, `$JS.API.STREAM.MSG.GET.${stream}`]

const objectStoreSubjects = (bucket: string) => [
  ...objectSubjects(bucket),
  `$JS.API.STREAM.INFO.OBJ_${bucket}`,
  `$JS.API.STREAM.MSG.GET.OBJ_${bucket}`,
  `$JS.API.STREAM.PURGE.OBJ_${bucket}`,
]

/** `allow_responses` also covers the replies to the server's callouts, and to recognizers over NATS. */
const authCalloutSubjects = {
  subscribe: ['$SYS.REQ.USER.AUTH', everyIngest],
  publish: ['$JS.API.STREAM.INFO.READS', everyStored],
}
const kickSubjects = [serverRequests.connections, serverRequests.subscriptions, '$SYS.REQ.SERVER.*.KICK']

/** The advisories of nats-server about connections of devices, which nats.conf exports to KingCar's account. */
const deviceAdvisories = [deviceAdvisorySubject('CONNECT'), deviceAdvisorySubject('DISCONNECT')]

/** Whether the user of this name may ask the nats-servers for their state. */
export const mayWatchServers = (name: string): boolean =>
  users.some((user) => user === name && duties[user].watchesServers === true)

/** The minimal permissions of a process; nats-server denies everything else. */
export function permissionsFor(user: User): Permissions {
  const {
    calls = [],
    publishes = [],
    serves,
    follows,
    consumes = [],
    stores = [],
    subscribes = [],
    purges = [],
    reads = [],
    ...devices
  } = duties[user]
  const { authCallout, kicksDevices, watchesServers } = devices
  return {
    publish: [
      ...calls.map((service) => `rpc.${service}.>`),
      ...publishes,
      ...follows.flatMap(followSubjects),
      ...reads.map((stream) => `$JS.API.DIRECT.GET.${stream}`),
      ...consumes.flatMap(consumeSubjects),
      ...purges.flatMap(purgeSubjects),
      ...stores.flatMap(objectStoreSubjects),
      ...(authCallout ? authCalloutSubjects.publish : []),
      ...(kicksDevices ? kickSubjects : []),
      ...(watchesServers ? [serverRequests.state] : []),
    ],
    subscribe: [
      `_INBOX_${user}.>`,
      ...(serves ? [`rpc.${serves}.>`, '$SRV.>'] : []),
      ...(authCallout ? authCalloutSubjects.subscribe : []),
      ...(kicksDevices ? deviceAdvisories : []),
      ...subscribes,
    ],
    responses: serves !== undefined || authCallout === true,
  }
}
