import type { StreamName } from '../types.ts'
import { type Durable, durables, streams } from './streams.ts'
import { everyHeartbeat, everyScreen, everyScreenSeen, objectSubjects } from './subjects.ts'

/** The users of the account APP that the product's processes sign in as. */
export const users = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const
export type User = (typeof users)[number]

/** What a user may publish and subscribe to; `responses` admits replies to requests that it received. */
export type Permissions = { publish: string[]; subscribe: string[]; responses: boolean }

type Work = {
  /** Services of which it calls any operation. */
  calls?: readonly string[]
  /** Subjects that it publishes: of streams, of single operations of others, and of what is said to nobody in particular. */
  publishes?: readonly string[]
  serves?: string
  /** Streams that it follows as they grow, by consumers of its own: it may make and delete any of theirs. */
  follows: readonly StreamName[]
  consumes?: readonly Durable[]
  /** Streams that it reads here and there. */
  reads?: readonly StreamName[]
  /** Streams that keep nothing that is done. */
  forgets?: readonly StreamName[]
  /** Answers who may connect as a device. */
  signIns?: true
  /** Ends connections of devices. */
  connections?: true
  /** Object stores that it reads and writes. */
  stores?: readonly string[]
  /** Further subjects that it subscribes to. */
  hears?: readonly string[]
}

const work: Record<User, Work> = {
  gateway: {
    calls: ['member', 'catalog', 'orders', 'recognition'],
    publishes: ['evt.gateway.>', everyScreenSeen],
    follows: ['EVENTS', 'VISITS', 'SETTINGS', 'DEVICES'],
    reads: ['VISITS'],
    hears: [everyScreen],
    stores: ['images'],
    signIns: true,
  },
  member: {
    serves: 'member',
    publishes: ['evt.member.>', 'rpc.catalog.getStore', everyScreen], // a screen's store is asked of its owner
    hears: [everyScreenSeen],
    follows: [],
    consumes: ['member-events'],
  },
  catalog: {
    serves: 'catalog',
    publishes: ['evt.catalog.>', ...streams.SETTINGS.subjects],
    follows: [],
    consumes: ['catalog-events'],
    stores: ['images'],
  },
  orders: {
    serves: 'orders',
    publishes: ['evt.orders.>', 'rpc.catalog.getProduct'], // a price is asked of its owner
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
      ...streams.READS.subjects, // what vendors' webhooks and tests of a device make
    ],
    follows: ['SETTINGS', 'DEVICES'],
    consumes: ['recognition-reads', 'recognition-dead-letters', 'recognition-events'],
    forgets: ['READS'],
    signIns: true,
    connections: true,
    hears: [everyHeartbeat],
  },
}

const toFollow = (stream: string) => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.DELETE.${stream}.>`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.>`,
]

const toConsume = (durable: Durable) => {
  const { stream } = durables[durable]
  const name = stream === 'READS' ? '*' : durable // of as many partitions as there are, which nobody else consumes
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${name}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
    `$JS.ACK.${stream}.${name}.>`,
  ]
}

const toForget = (stream: StreamName) => [`$JS.API.STREAM.PURGE.${stream}`, `$JS.API.STREAM.MSG.GET.${stream}`]

const toStore = (bucket: string) => [
  ...objectSubjects(bucket),
  `$JS.API.STREAM.INFO.OBJ_${bucket}`,
  `$JS.API.STREAM.MSG.GET.OBJ_${bucket}`,
  `$JS.API.STREAM.PURGE.OBJ_${bucket}`,
]

/** `allow_responses` lets it answer the questions of the server, too. */
const toAnswerSignIns = { subscribe: ['$SYS.REQ.USER.AUTH'], publish: ['$JS.API.STREAM.INFO.READS'] }
const toEndConnections = ['$SYS.REQ.SERVER.PING.CONNZ', '$SYS.REQ.SERVER.PING.SUBSZ', '$SYS.REQ.SERVER.*.KICK']

/** The least that a process needs; nats-server refuses everything else. */
export function permissionsFor(user: User): Permissions {
  const {
    calls = [],
    publishes = [],
    serves,
    follows,
    consumes = [],
    stores = [],
    hears = [],
    forgets = [],
    reads = [],
    ...devices
  } = work[user]
  const { signIns, connections } = devices
  return {
    publish: [
      ...calls.map((service) => `rpc.${service}.>`),
      ...publishes,
      ...follows.flatMap(toFollow),
      ...reads.map((stream) => `$JS.API.DIRECT.GET.${stream}`),
      ...consumes.flatMap(toConsume),
      ...forgets.flatMap(toForget),
      ...stores.flatMap(toStore),
      ...(signIns ? toAnswerSignIns.publish : []),
      ...(connections ? toEndConnections : []),
    ],
    subscribe: [
      `_INBOX_${user}.>`,
      ...(serves ? [`rpc.${serves}.>`, '$SRV.>'] : []),
      ...(signIns ? toAnswerSignIns.subscribe : []),
      ...hears,
    ],
    responses: serves !== undefined || signIns === true,
  }
}
