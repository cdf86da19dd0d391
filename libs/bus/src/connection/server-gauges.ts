import { registerLazyGauges } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import type { Link } from './link.ts'
import { requestServers } from './request-servers.ts'

/** The fields in use of the state that a nats-server reports (`/varz`). */
type State = {
  jetstream?: {
    config?: { max_storage?: number }
    stats?: { storage?: number }
    meta?: { cluster_size?: number }
  }
  tls_cert_not_after?: string
}

const gauges = {
  responding: { name: 'kingcar_nats_servers', help: 'nats-servers that respond' },
  expected: {
    name: 'kingcar_nats_servers_expected',
    help: 'nats-servers of the cluster that store streams, also those that do not respond; 1 without a cluster',
  },
  filling: {
    name: 'kingcar_nats_storage_filling_ratio',
    help: 'Share of the file storage (NATS_FILE_STORE) that the fullest nats-server uses, 0 to 1',
  },
}
const certificate = {
  notAfter: {
    name: 'kingcar_certificate_expiry_timestamp_seconds',
    help: 'Unix time at which the certificate that a server presents expires; omitted without TLS',
  },
}

/**
 * Registers gauges of the nats-servers, which are asked at each scrape. Only a user with the permission to ask them can
 * use it.
 */
export function registerServerGauges(register: Registry, link: Link): void {
  let asking: Promise<State[]> | undefined
  const askOnce = () => {
    asking ??= statesOf(link).finally(() => {
      asking = undefined
    })
    return asking
  }
  registerLazyGauges(register, gauges, async () => {
    const states = await askOnce()
    return {
      responding: states.length,
      expected: expectedOf(states),
      filling: fullestOf(states),
    }
  })
  registerLazyGauges(
    register,
    certificate,
    async () => {
      const dates = (await askOnce()).flatMap(({ tls_cert_not_after: date }) =>
        date ? [Date.parse(date) / 1_000] : [],
      )
      if (dates.length === 0) throw new Error('no nats-server has TLS')
      return { notAfter: Math.min(...dates) }
    },
    { server: 'nats-server' },
  )
}

const expectedOf = (states: readonly State[]) =>
  Math.max(1, ...states.map(({ jetstream }) => jetstream?.meta?.cluster_size ?? 1))

const fullestOf = (states: readonly State[]) =>
  Math.max(
    ...states.map(
      ({ jetstream }) =>
        (jetstream?.stats?.storage ?? 0) / (jetstream?.config?.max_storage || Number.POSITIVE_INFINITY),
    ),
  )

/** The share of its file storage that the fullest nats-server uses, 0 to 1. @throws Error if no server responds */
export const askStorageFilling = async (link: Link): Promise<number> => fullestOf(await statesOf(link))

/** The number of servers of the cluster, also those that do not respond; 0 if none responds. */
export async function countServers(link: Link, end: Promise<void>[] = []): Promise<number> {
  const states = await askStates(link, end)
  return states.length === 0 ? 0 : expectedOf(states)
}

async function askStates(link: Link, end: Promise<void>[] = []): Promise<State[]> {
  const states: State[] = []
  await requestServers<State>(link, 'state', {}, ({ data }) => void states.push(data), end)
  return states
}

/** @throws Error if no server responds */
async function statesOf(link: Link): Promise<State[]> {
  const states = await askStates(link)
  if (states.length === 0) throw new Error('no nats-server responds')
  return states
}
