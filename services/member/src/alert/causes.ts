import type { Caller } from '@kingcar/bus'
import { type AlertKind, AppError, type AttentionPart, alertKinds, served, storesToAsk } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import { getAttention } from '../attention/get.ts'
import type { Ctx } from '../context.ts'
import type { Cause, Snapshot } from './alert.ts'

/** Milliseconds to wait for the reply of each service. */
const timeout = 3_000

/** The kinds about which each service reports. */
const kindsOf = {
  member: ['offlineScreens', 'disabledWebhooks'],
  orders: ['failedRenewals', 'owedReturns'],
  recognition: ['offlineDevices', 'deadLetters'],
} as const satisfies Record<string, readonly AlertKind[]>
/**
 * Kinds whose examples are named by administrators. In the others, members or codes give the names, so that these are
 * not reported.
 */
const named: readonly AlertKind[] = ['offlineDevices', 'offlineScreens', 'disabledWebhooks']

/**
 * Asks all services for what needs an administrator, with the rights of an owner. Without the catalog it is unknown
 * which stores are open.
 */
export async function findCauses({ db, bus, now }: Pick<Ctx, 'db' | 'bus' | 'now'>): Promise<Snapshot> {
  const at = now()
  const nil = '00000000-0000-0000-0000-000000000000'
  const caller = (): Caller => ({
    requestId: 'alerts',
    actor: { role: 'admin', id: nil, sessionId: nil, adminRole: 'owner', storeIds: null },
    stores: null,
    deadline: steadyNow() + timeout,
  })
  const ask = (service: 'catalog' | 'orders' | 'recognition', input = {}): Promise<AttentionPart | undefined> =>
    bus.call(served[service].getAttention, input, caller()).catch((err: unknown) => {
      // A catalog service of the previous version does not know `storeIds`, and returns all stores.
      const isEarlier = 'storeIds' in input && AppError.from(err).code === 'VALIDATION_FAILED'
      return isEarlier ? ask(service) : undefined // the service itself has logged its failure
    })
  const [member, orders, recognition] = await Promise.all([
    getAttention({ db }, {}, caller()),
    ask('orders'),
    ask('recognition'),
  ])
  const parts = [member, orders, recognition].filter((part) => part !== undefined)
  const catalog = await Promise.all(storesToAsk(parts).map((input) => ask('catalog', input)))
  const known = new Set<AlertKind>([
    ...kindsOf.member,
    ...(orders ? kindsOf.orders : []),
    ...(recognition ? kindsOf.recognition : []),
    ...(recognition?.storageFilling === undefined ? [] : (['fullStorage'] as const)),
  ])
  const items = parts.flatMap((part) => part.items)
  const causes = items.flatMap(({ kind, storeId, count, since, examples }): Cause[] => {
    const alerted = alertKinds.find((each) => each === kind)
    if (!alerted) return []
    const names = named.includes(alerted) ? examples.map(({ name }) => name) : []
    return [
      { kind: alerted, storeId, count, since, names, targetId: names.length > 0 ? (examples[0]?.id ?? null) : null },
    ]
  })
  const cut = [member, recognition].flatMap((part) => part?.truncated ?? [])
  const truncated = new Set(alertKinds.filter((each) => cut.some((kind) => kind === each)))
  return { at, causes: [...causes, ...fullStorage(recognition)], known, truncated, stores: storesOf(catalog) }
}

function fullStorage(part: AttentionPart | undefined): Cause[] {
  const count = Math.round((part?.storageFilling ?? 0) * 100)
  return count === 0 ? [] : [{ kind: 'fullStorage', storeId: null, count, since: null, names: [], targetId: null }]
}

const storesOf = (parts: readonly (AttentionPart | undefined)[]): Snapshot['stores'] =>
  new Map(parts.flatMap((part) => part?.stores ?? []).map(({ id, name, openSince }) => [id, { name, openSince }]))
