import { resultOf } from '../../http.ts'
import type { Target } from '../target.ts'
import { type Account, callUntilDone, joinAdmin, joinNewMember, type Member } from './accounts.ts'
import type { Role } from './callers.ts'
import { createIdPools, type IdPools } from './id-pools.ts'
import { type Maker, owned, shared } from './make-objects.ts'
import type { Kind } from './references.ts'

/** The accounts of an attacked product, and their objects. */
export type Fixtures = IdPools & {
  keys: Target['keys']
  attackers: readonly Member[]
  /** A member and an administrator whose data must not change. */
  control: { member: Member; admin: Account }
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
const everybodys = ['TERMS_OF_USE', 'PRIVACY_POLICY', 'LOCATION_BASED_SERVICE'] as const
const ownKinds = Object.keys(owned) as Kind[]
const sharedKinds = Object.keys(shared) as Kind[]

/** Fills a product with two attackers of each role, their victims, and objects of each. */
export async function createFixtures(target: Target): Promise<Fixtures> {
  const base = target.http
  const admins = await many(6, () => joinAdmin(base))
  const [boss, secondBoss, controlAdmin, ...spareAdmins] = admins as [Account, Account, Account, ...Account[]]
  const maker = await createMaker(target, boss.accessToken)
  const members = await many(8, () => joinNewMember(base))
  const [first, second, controlMember, ...spareMembers] = members as [Member, Member, Member, ...Member[]]
  const screen = await callUntilDone<Account>(base, boss.accessToken, 'POST', '/admin/api/screens/session', {
    storeId: maker.storeId,
    name: '화면',
  })
  const device = await callUntilDone<{ id: string; secret: string }>(
    base,
    boss.accessToken,
    'POST',
    '/admin/api/devices',
    {
      storeId: maker.storeId,
      name: '문',
    },
  )
  const ended = { member: await endedSession(base, '/api'), admin: await endedSession(base, '/admin/api') }
  const attackers = [first, second] as const
  const pools = createIdPools({
    attackers,
    controlMember,
    controlAdmin,
    spareAdmins,
    spareMembers,
    device,
    boss,
    secondBoss,
  })
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
  const create = async (path: string, body: object) =>
    (await callUntilDone<{ id: string }>(target.http, admin, 'POST', path, body)).id
  const past = { title: '약관', content: '글', effectiveAt: '2026-01-01T00:00:00.000Z' }
  for (const type of everybodys) await create('/admin/api/terms', { ...past, type, required: true })
  const agreeable = await create('/admin/api/terms', { ...past, type: 'MARKETING', required: false })
  const place = { name: '본점', address: '서울', latitude: 37.5, longitude: 127, phone: '02-1', businessHours: [] }
  const storeId = await create('/admin/api/stores', place)
  const freeProductId = await create('/admin/api/products', {
    name: '무료 세차',
    type: 'onetime',
    price: 0,
    useLimit: 100,
    onSale: true,
  })
  const pricedProductId = await create('/admin/api/products', {
    name: '고급 세차',
    type: 'onetime',
    price: 35_000,
    onSale: true,
  })
  const [brand] = await callUntilDone<{ id: string }[]>(target.http, undefined, 'GET', '/api/carBrands')
  return { target, admin, storeId, freeProductId, pricedProductId, brandId: brand?.id ?? '', agreeable }
}

/** A valid access token of a session that its owner has ended. */
async function endedSession(base: string, part: '/api' | '/admin/api'): Promise<string> {
  const { accessToken, refreshToken } = part === '/api' ? await joinNewMember(base) : await joinAdmin(base)
  await resultOf(base, 'POST', `${part}/logout`, { token: accessToken, body: { accessToken, refreshToken } })
  return accessToken
}
