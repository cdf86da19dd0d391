import { requiredTermsTypes, storeBody, termsBody } from '../../bodies.ts'
import { resultOf } from '../../http.ts'
import type { Target } from '../target.ts'
import { type Account, callUntilDone, create, joinAdmin, joinNewMember, type Member } from './accounts.ts'
import type { Role } from './callers.ts'
import { createIdPools, type IdPools } from './id-pools.ts'
import { createLimitedAdmins, type LimitedAdmin } from './limited-admins.ts'
import { type Maker, owned, shared } from './make-objects.ts'
import type { Kind } from './references.ts'

/** The accounts of an attacked product, and their objects. */
export type Fixtures = IdPools & {
  keys: Target['keys']
  attackers: readonly Member[]
  /** A member and an administrator whose data must not change. */
  control: { member: Member; admin: Account }
  /** Administrators with other rights than an owner, in the order of `limitedRights`. */
  limited: readonly LimitedAdmin[]
  account(role: Role, who: 0 | 1): Pick<Account, 'accessToken' | 'name'>
  /** An account whose session may end. */
  spare(role: Role, who: 0 | 1): Pick<Account, 'accessToken' | 'name'>
  endedToken(role: Role): string
  deviceHeaders(nth: 0): { authorization: string }
  /** Creates objects again that attacks have deleted. */
  replenish(): Promise<void>
}

const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))
const ownKinds = Object.keys(owned) as Kind[]
const sharedKinds = Object.keys(shared) as Kind[]

/** Fills a product with two attackers of each role, their victims, and objects of each. */
export async function createFixtures(target: Target): Promise<Fixtures> {
  const base = target.http
  const joined = await many(6, () => joinAdmin(base))
  const [boss, secondBoss, controlAdmin, ...spareAdmins] = joined as [Account, Account, Account, ...Account[]]
  const maker = await createMaker(target, boss.accessToken)
  const limited = await createLimitedAdmins(base, boss.accessToken)
  const members = await many(8, () => joinNewMember(base))
  const [first, second, controlMember, ...spareMembers] = members as [Member, Member, Member, ...Member[]]
  const byBoss = <T>(path: string) =>
    callUntilDone<T>(base, boss.accessToken, 'POST', path, { storeId: maker.storeId, name: '입구' })
  const screen = await byBoss<Account>('/admin/api/screens/session')
  const device = await byBoss<{ id: string; secret: string }>('/admin/api/devices')
  const ended = { member: await endedSession(base, '/api'), admin: await endedSession(base, '/admin/api') }
  const attackers = [first, second] as const
  const admins = { boss, secondBoss, controlAdmin, spareAdmins }
  const pools = createIdPools({ ...admins, attackers, controlMember, spareMembers, device })
  const fill = async (kinds: readonly Kind[]) => {
    const ofMember = (member: Member) =>
      kinds.map(async (kind) => {
        if (pools.count(kind, member.name) === 0)
          pools.add(kind, (await owned[kind]?.(maker, member)) ?? '', member.name)
      })
    const ofAll = sharedKinds.map(async (kind) => {
      while (pools.count(kind) < 2) pools.add(kind, (await shared[kind]?.(maker)) ?? '')
    })
    await Promise.all([...ofAll, ...[...attackers, controlMember].flatMap(ofMember)])
  }
  await fill(ownKinds)
  const brands = await callUntilDone<{ id: string }[]>(base, undefined, 'GET', '/api/carBrands')
  for (const { id } of brands.slice(0, 3)) pools.add('carBrand', id)
  pools.add('product', maker.freeProductId)
  for (const key of ['app.theme', 'recognition.guestName']) pools.add('settingKey', key)
  const accounts = { admin: [boss, secondBoss], member: attackers, screen: [screen, screen] } as const
  const spares = { admin: spareAdmins, member: spareMembers, screen: [screen, screen] }
  return {
    ...pools,
    keys: target.keys,
    attackers,
    control: { member: controlMember, admin: controlAdmin },
    limited,
    account: (role, who) => accounts[role][who],
    spare: (role, who) => spares[role][who] as Account,
    endedToken: (role) => (role === 'admin' ? ended.admin : ended.member),
    deviceHeaders: () => ({
      authorization: `Basic ${Buffer.from(`${device.id}:${device.secret}`).toString('base64')}`,
    }),
    async replenish() {
      pools.add('product', (await shared.product?.(maker)) ?? '') // one that is on sale, whatever happened to the others
      pools.add('product', maker.freeProductId) // the pool drops older ones
      await fill(['car', 'card', 'order', 'userProduct']) // these are not deleted, or not created again, by attacks
    },
  }
}

async function createMaker(target: Target, admin: string): Promise<Maker> {
  const createByAdmin = (path: string, body: object) => create(target.http, admin, path, body)
  for (const type of requiredTermsTypes) await createByAdmin('/admin/api/terms', { ...termsBody, type })
  const agreeable = await createByAdmin('/admin/api/terms', { ...termsBody, type: 'MARKETING', required: false })
  const storeId = await createByAdmin('/admin/api/stores', storeBody)
  const wash = { name: '세차', type: 'onetime', onSale: true }
  const freeProductId = await createByAdmin('/admin/api/products', { ...wash, price: 0, useLimit: 100 })
  const pricedProductId = await createByAdmin('/admin/api/products', { ...wash, price: 35_000 })
  const [brand] = await callUntilDone<{ id: string }[]>(target.http, undefined, 'GET', '/api/carBrands')
  return { target, admin, storeId, freeProductId, pricedProductId, brandId: brand?.id ?? '', agreeable }
}

/** A valid access token of a session that its owner has ended. */
async function endedSession(base: string, part: '/api' | '/admin/api'): Promise<string> {
  const { accessToken, refreshToken } = part === '/api' ? await joinNewMember(base) : await joinAdmin(base)
  await resultOf(base, 'POST', `${part}/logout`, { token: accessToken, body: { accessToken, refreshToken } })
  return accessToken
}
