import { createHash } from 'node:crypto'
import type { Account, Member } from './accounts.ts'
import type { SentRequest } from './attack.ts'
import { type Kind, memberOwned, type Reference } from './references.ts'
import type { Answer } from './send-request.ts'

/** Ids of objects by kind and owner. */
export type IdPools = {
  /** The id that a placeholder means for this caller. */
  find(reference: Reference, as: SentRequest['as']): string
  add(kind: Kind, id: string, owner?: string): void
  count(kind: Kind, owner?: string): number
  /** Records what an attack created or deleted. */
  learn(sent: SentRequest, answer: Answer, value: unknown): void
}

export type People = {
  attackers: readonly Member[]
  controlMember: Member
  controlAdmin: Account
  spareAdmins: readonly Account[]
  spareMembers: readonly Member[]
  device: { id: string }
  boss: Account
  secondBoss: Account
}

/** Ids kept per kind and owner: as many as a placeholder distinguishes. */
const most = 10

const made: Readonly<Record<string, Kind>> = {
  ...{ createCar: 'car', createCard: 'card', createOrder: 'order', uploadImage: 'image', createStore: 'store' },
  ...{
    createProduct: 'product',
    createNotice: 'notice',
    createBanner: 'banner',
    createTerms: 'terms',
    createDevice: 'device',
  },
  ...{ noteVisit: 'visit', createRehearsal: 'rehearsal', createInvitation: 'invitation', createApiKey: 'apiKey' },
  createWebhookEndpoint: 'webhookEndpoint',
  importSettlement: 'settlement',
  createListedPlate: 'listedPlate',
  createAlertRule: 'alertRule',
  createCoupon: 'coupon',
}

export function createIdPools(people: People): IdPools {
  const { attackers, controlMember, controlAdmin, spareAdmins, spareMembers, device, boss, secondBoss } = people
  const ids = new Map<string, string[]>()
  const gone = new Map<Kind, string[]>()
  const nobody = 'everybody'
  const of = (kind: Kind, owner = nobody) => ids.get(`${kind} ${owner}`) ?? []
  const add: IdPools['add'] = (kind, id, owner = nobody) => {
    ids.set(`${kind} ${owner}`, [...of(kind, owner), id].slice(-most))
  }
  const remove = (kind: Kind, id: string) => {
    for (const [key, all] of ids)
      if (key.startsWith(`${kind} `))
        ids.set(
          key,
          all.filter((each) => each !== id),
        )
    gone.set(kind, [...(gone.get(kind) ?? []), id].slice(-most))
  }
  const tokens = (kind: 'accessToken' | 'refreshToken') => [...spareMembers, ...spareAdmins].map((spare) => spare[kind])

  function candidates({ kind, whose }: Reference, as: SentRequest['as']): readonly string[] {
    const isAdmin = as?.role === 'admin'
    const names = [...attackers, controlMember].map(({ name }) => name)
    switch (kind) {
      case 'admin':
        return isAdmin ? spareAdmins.map(({ id }) => id) : [controlAdmin.id, boss.id, secondBoss.id]
      case 'member':
      case 'spareMember': {
        const victims = kind === 'member' ? [...attackers, ...spareMembers] : spareMembers
        return isAdmin ? victims.map(({ id }) => id) : [controlMember.id]
      }
      case 'accessToken':
      case 'refreshToken':
        return tokens(kind)
      case 'impUid':
        return ['imp_000000000000', 'imp_123456789012']
      case 'merchantUid':
        return [...names.flatMap((name) => of('order', name)).map((id) => `kc_${id.replaceAll('-', '')}`), 'kc_none']
      case 'device':
        if (as?.role === 'device' && whose === 'own') return [device.id]
    }
    if (kind === 'agreement') return as?.role === 'member' ? of(kind, as.name) : []
    if (!memberOwned.includes(kind)) return of(kind)
    if (isAdmin) return [...attackers.flatMap(({ name }) => of(kind, name)), ...(kind === 'image' ? of(kind) : [])]
    const own = as?.role === 'member' ? of(kind, as.name) : []
    if (whose === 'own') return own
    return names.filter((name) => name !== as?.name).flatMap((name) => of(kind, name))
  }

  return {
    add,
    count: (kind, owner) => of(kind, owner).length,
    find(reference, as) {
      const { kind, whose, nth } = reference
      if (whose === 'missing') return missing(kind, nth)
      const all = whose === 'deleted' ? (gone.get(kind) ?? []) : candidates(reference, as)
      return all[nth % all.length] ?? missing(kind, nth)
    },
    learn({ attack: { operation }, method, as, named }, { status }, value) {
      if (status >= 300 || method !== operation.method) return
      const kind = made[operation.id]
      const id = idOf(value)
      const owner = as?.role === 'member' ? as.name : undefined
      // What an administrator of one store creates would not be foreign to the others of that store.
      if (kind && id && !as?.rights?.storeIds) add(kind, id, owner)
      // `DELETE /admins/{id}/secondFactor` deletes the second factor, and not the administrator.
      const deletesObject = operation.method === 'DELETE' && operation.path.endsWith('}')
      if (!deletesObject || /^(withdrawAgreement|deleteAppSetting|cancelRehearsal)$/.test(operation.id)) return
      for (const each of named) if (each.place === 'path') remove(each.kind, each.id)
    },
  }
}

/** A random id of no object. */
function missing(kind: Kind, nth: number): string {
  const hex = createHash('sha256').update(`${kind} ${nth}`).digest('hex')
  return `0199a0c5-3c80-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

function idOf(value: unknown): string | undefined {
  const { result } = (value ?? {}) as { result?: { id?: unknown } | null }
  return typeof result?.id === 'string' ? result.id : undefined
}
