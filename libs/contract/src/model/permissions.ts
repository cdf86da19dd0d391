import type { Access, Role } from './roles.ts'

/** Roles of administrators. */
export const adminRoles = ['owner', 'manager', 'staff', 'accountant'] as const
export type AdminRole = (typeof adminRoles)[number]
export const isAdminRole = (value: unknown): value is AdminRole => adminRoles.some((role) => role === value)

/** What an operation needs of an administrator: the resource and the verb. */
export const permissions = [
  'account',
  'visits.read',
  'visits.correct',
  'uses.read',
  'uses.record',
  'devices.read',
  'devices.manage',
  'members.read',
  'members.contact',
  'members.change',
  'orders.read',
  'orders.refund',
  'orders.sell',
  'userProducts.change',
  'catalog.read',
  'catalog.change',
  'terms.change',
  'settings.change',
  'statistics.read',
  'settlements.manage',
  'exports',
  'admins.manage',
  'webhooks.manage',
  'alerts.manage',
  'audit.read',
] as const
export type Permission = (typeof permissions)[number]

const ofStaff = [
  'account',
  'visits.read',
  'visits.correct',
  'uses.read',
  'uses.record',
  'devices.read',
  'members.read',
  'orders.sell',
  'catalog.read',
] as const satisfies Permission[]

/** The permissions of each role; any other permission is refused. */
export const permissionsOf: Readonly<Record<AdminRole, readonly Permission[]>> = {
  owner: permissions,
  manager: [
    ...ofStaff,
    'devices.manage',
    'members.contact',
    'orders.read',
    'statistics.read',
    'exports',
    'alerts.manage',
  ],
  staff: ofStaff,
  accountant: [
    'account',
    'visits.read',
    'uses.read',
    'devices.read',
    'members.read',
    'members.contact',
    'orders.read',
    'orders.refund',
    'catalog.read',
    'statistics.read',
    'settlements.manage',
    'exports',
  ],
}

/**
 * How the result of an operation is limited for an administrator of certain stores.
 * - `stores`: a `storeId` in the input has to be one of these stores. Entries of other stores are reported as missing
 *   or left out.
 * - `headOffice`: the operation is refused.
 * - `none`: its result does not depend on stores.
 */
export type Scope = 'stores' | 'headOffice' | 'none'

/** Describes a list of the scope `stores` whose rows belong to members. */
export const ofVisitorsOnly = 'With a limit to stores these are of members with a visit or use there.'

/** What an entry declares if administrators may call the operation. */
export type AdminAccess = { permission: Permission; scope: Scope }

/** The accesses that include administrators. */
export type AccessOfAdmins = Extract<Access, 'admin' | 'adminOrMember' | 'adminOrScreen' | 'image'>

/**
 * The rights of an administrator: a role, and the ids of the stores that it is limited to; null for all stores. An API key has
 * permissions of its own, which count instead of those of its role.
 */
export type AdminRights = {
  adminRole: AdminRole
  storeIds: readonly string[] | null
  permissions?: readonly Permission[] | undefined
}

const granted = ({ adminRole, permissions: own }: Pick<AdminRights, 'adminRole' | 'permissions'>) =>
  own ?? permissionsOf[adminRole]

/** Whether a caller is an administrator or API key with the permission. */
export const hasPermission = (actor: ({ role: Role } & Partial<AdminRights>) | null, permission: Permission): boolean =>
  actor?.role === 'admin' &&
  isAdminRole(actor.adminRole) &&
  granted({ adminRole: actor.adminRole, permissions: actor.permissions }).includes(permission)

/** What an operation needs of an administrator; absent fields mean that its entry does not say it. */
export type Guarded = { permission?: Permission; scope?: Scope; response?: 'csv' | 'image' | 'live' }

/** All permissions that an operation needs: that of its entry, and `exports` for a file. */
export const permissionsFor = ({ permission, response }: Guarded): Permission[] =>
  permission === undefined ? [] : response === 'csv' ? [permission, 'exports'] : [permission]

/**
 * Whether the operation is refused to an administrator without a second factor whose role must have one: true for all
 * operations but those of the administrator's own account.
 */
export const needsSecondFactor = ({ permission }: Guarded): boolean =>
  permission !== undefined && permission !== 'account'

/** The roles that may call an operation, for at least some stores. */
export const adminRolesFor = (op: Guarded): AdminRole[] =>
  adminRoles.filter((role) => permissionsFor(op).every((needed) => permissionsOf[role].includes(needed)))

/** Whether an administrator may call the operation. Without a declared permission it is refused to all of them. */
export function isPermitted(op: Guarded, { storeIds, ...rights }: AdminRights): boolean {
  const needed = permissionsFor(op)
  if (needed.length === 0 || !needed.every((each) => granted(rights).includes(each))) return false
  return storeIds === null || op.scope !== 'headOffice'
}

/**
 * Whether the input names no store, or one of the administrator's.
 * @param input of an operation with the scope `stores`
 */
export function isOfOwnStore({ storeIds }: Pick<AdminRights, 'storeIds'>, input: { storeId?: unknown }): boolean {
  return storeIds === null || input.storeId === undefined || storeIds.some((id) => id === input.storeId)
}
