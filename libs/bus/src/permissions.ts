import { type Durable, durables, streams } from './streams.ts'
import type { StreamName } from './types.ts'

/** The users of the account APP that the product's processes sign in as. */
export const users = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const
export type User = (typeof users)[number]

/** What a user may publish and subscribe to; `responses` admits replies to requests that it received. */
export type Permissions = { publish: string[]; subscribe: string[]; responses: boolean }

type Work = {
  /** Services whose operations it calls, and subjects that it publishes to streams. */
  calls?: readonly string[]
  publishes?: readonly string[]
  serves?: string
  follows: readonly StreamName[]
  consumes?: readonly Durable[]
}

const work: Record<User, Work> = {
  gateway: {
    calls: ['member', 'catalog', 'orders', 'recognition'],
    publishes: ['evt.gateway.>'],
    follows: ['EVENTS', 'VISITS', 'SETTINGS'],
  },
  member: {
    serves: 'member',
    publishes: ['evt.member.>'],
    follows: ['EVENTS', 'SETTINGS'],
    consumes: ['member-events'],
  },
  catalog: {
    serves: 'catalog',
    publishes: ['evt.catalog.>', ...streams.SETTINGS.subjects],
    follows: ['EVENTS', 'SETTINGS'],
    consumes: ['catalog-events'],
  },
  orders: { serves: 'orders', publishes: ['evt.orders.>'], follows: ['EVENTS', 'SETTINGS'] },
  recognition: {
    serves: 'recognition',
    publishes: ['evt.recognition.>', ...streams.VISITS.subjects, ...streams.DEAD_LETTERS.subjects],
    follows: ['EVENTS', 'SETTINGS'],
    consumes: ['recognition-reads', 'recognition-events'],
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
  return [
    `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    `$JS.ACK.${stream}.${durable}.>`,
  ]
}

/** The least that a process needs; nats-server refuses everything else. */
export function permissionsFor(user: User): Permissions {
  const { calls = [], publishes = [], serves, follows, consumes = [] } = work[user]
  return {
    publish: [
      ...calls.map((service) => `rpc.${service}.>`),
      ...publishes,
      ...follows.flatMap(toFollow),
      ...consumes.flatMap(toConsume),
    ],
    subscribe: [`_INBOX_${user}.>`, ...(serves ? [`rpc.${serves}.>`, '$SRV.>'] : [])],
    responses: serves !== undefined,
  }
}
