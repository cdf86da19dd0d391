import {
  type AdminRights,
  alertKinds,
  alertKindsFor,
  type Operation as ContractOperation,
  contract,
  permissionsOf,
} from '@kingcar/contract'
import postgres from 'postgres'
import type { Operation } from '../../openapi-document.ts'
import type { Target } from '../target.ts'
import type { SentRequest } from './attack.ts'
import { codeOf, type Finding } from './finding.ts'
import type { Fixtures } from './fixtures.ts'
import type { Answer } from './send-request.ts'

/*
 * What an administrator may do, by the permission and the scope of each operation in the contract: an operation without its
 * permission is refused, and an administrator of certain stores neither gets nor changes what belongs to another one.
 */
const claims = {
  permission: 'no access without the permission',
  out: 'administrators can do what their rights allow',
  store: 'no access to what belongs to another store',
  audit: 'a call that is refused changes nothing',
}

const guards = new Map(
  Object.values(contract)
    .flatMap((service) => Object.values<ContractOperation>(service))
    .filter(({ permission, response }) => permission !== undefined && response !== 'live' && response !== 'image')
    .map((op) => [op.name, op]),
)

/** The entry of an operation that administrators call; undefined for a socket and pictures, which are partly public. */
export const guardOf = ({ id }: Pick<Operation, 'id'>): ContractOperation | undefined => guards.get(id)

/** Uses only the entry and the lists of permissions, and not the function that the gateway uses. */
function isAllowed({ permission, scope, response }: ContractOperation, rights: AdminRights): boolean {
  const granted = rights.permissions ?? permissionsOf[rights.adminRole]
  const needed = [permission, ...(response === 'csv' ? ['exports'] : [])]
  return (
    needed.every((each) => granted.some((one) => one === each)) && (rights.storeIds === null || scope !== 'headOffice')
  )
}

/** Kinds of objects that belong to a store, or to members who come there. */
const ofStores = /^(store|visit|device|screen|read|useLog|member|order|userProduct|owedReturn)$/

/** Values in a query that need another permission: files without masks, what is paid, the order of emails, statuses of members. */
const needsMore = /[?&](full=|renewal=unpaid|sort=email|status=)/

/** Statuses of a call that names a foreign object, which is reported as missing; 400 and the like come before. */
const asIfMissing = [400, 403, 404, 413, 415]

/** Judges a call of a limited administrator, to whom every known object of a store is foreign. */
export function judgeRights(
  { attack, as, named, path, headers, content }: SentRequest,
  { status }: Answer,
  value: unknown,
): Finding[] {
  const op = guardOf(attack.operation)
  const { rights, name } = as ?? {}
  if (op === undefined || rights === undefined) return []
  const code = codeOf(value)
  const who = `${rights.permissions ? 'API key' : rights.adminRole} ${rights.storeIds === null ? 'of all stores' : 'of one store'}`
  const detail = `${op.name} by ${who} (${name}): ${status} ${code}`
  const isRefused = status === 403 && code === 'FORBIDDEN'
  if (!isAllowed(op, rights)) return isRefused ? [] : [{ claim: claims.permission, detail }]
  const isLimited = rights.storeIds !== null && op.scope === 'stores'
  const ofAnyStore = named.filter(({ kind }) => ofStores.test(kind))
  const foreign = ofAnyStore.filter(({ whose }) => whose !== 'missing')
  // A store that does not exist is refused like a foreign one, and so is a write for all stores.
  const isOutside = isLimited && (ofAnyStore.length > 0 || writesForAllStores(op, content))
  if (isRefused && !needsMore.test(path) && !isOutside && !isOfHiddenKind(op, rights, content))
    return [{ claim: claims.out, detail }]
  if (!isLimited) return []
  const isInPath = foreign.some(({ place }) => place === 'path')
  if (isInPath && headers['idempotency-key'] === undefined && status >= 400 && !asIfMissing.includes(status))
    return [{ claim: claims.store, detail }]
  if (status >= 400) return []
  const isRead = attack.method === 'GET'
  const got = foreign.filter(({ kind, place }) => place === 'path' || !isRead || kind === 'store')
  const others = storesIn(value).filter((id) => !rights.storeIds?.includes(id))
  const shown = [...got.map(({ kind, place }) => `${kind} in the ${place}`), ...others.map((id) => `store ${id}`)]
  return shown.length === 0 ? [] : [{ claim: claims.store, detail: `${detail} with ${shown.join(', ')}` }]
}

/** Whether a body leaves out the store that it may name, or names all. */
function writesForAllStores({ http, input }: ContractOperation, content: Buffer | undefined): boolean {
  if (!http.startsWith('POST ')) return false
  const mayName = 'storeId' in input.properties && !input.required?.includes('storeId')
  return (mayName && !content?.includes('"storeId"')) || content?.includes('"storeIds":null') === true
}

/** Whether an alert rule is about what the role may not see. */
function isOfHiddenKind({ name }: ContractOperation, rights: AdminRights, content: Buffer | undefined): boolean {
  const kind = alertKinds.find((each) => content?.includes(`"kind":"${each}"`))
  return name === 'createAlertRule' && kind !== undefined && !alertKindsFor(rights).includes(kind)
}

/** Each `storeId` in a response. */
function storesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) =>
    name === 'storeId' && typeof field === 'string' ? [field] : storesIn(field),
  )
}

/** What the audit log has of limited administrators that they may not do, whatever the responses were. */
export async function judgeAudit({ databaseUrl }: Target, { limited }: Pick<Fixtures, 'limited'>): Promise<Finding[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const ids = limited.map(({ id }) => id)
    const entries = await sql<{ actorId: string; action: string }[]>`
      select distinct actor_id as "actorId", action from member.audit_logs where actor_id = any (${ids})`
    return entries.flatMap(({ actorId, action }) => {
      const [op, admin] = [guards.get(action), limited.find(({ id }) => id === actorId)]
      if (!op || !admin) return []
      const isForeign = admin.rights.storeIds !== null && op.scope === 'stores' && op.response !== 'csv'
      return isAllowed(op, admin.rights) && !isForeign
        ? []
        : [{ claim: claims.audit, detail: `${action} by ${admin.name}` }]
    })
  } finally {
    await sql.end()
  }
}
