import { describe, expect, test } from 'vitest'
import { contract } from '../contract.ts'
import { type AttentionKind, attentionKinds, seesAttention } from '../gateway/attention.ts'
import type { Operation } from './operation.ts'
import { type AdminRole, adminRoles, adminRolesFor, isOfOwnStore, isPermitted, permissions } from './permissions.ts'
import { rolesFor } from './roles.ts'

const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service))
const ofAdmins = operations.filter(({ access }) => rolesFor[access].includes('admin'))
const writes = ofAdmins.filter(({ http }) => !http.startsWith('GET '))
const namesFor = (role: AdminRole, among: readonly Operation[]) =>
  among.filter((op) => adminRolesFor(op).includes(role)).map(({ name }) => name)
const own = '01980000-0000-7000-8000-000000000001'

// ASVS 8.1.1
test('an operation names permission and scope exactly if administrators may call it', () => {
  const named = operations.filter(({ permission, scope }) => permission !== undefined && scope !== undefined)
  expect(named.map(({ name }) => name)).toEqual(ofAdmins.map(({ name }) => name))
  expect(new Set(ofAdmins.map(({ permission }) => permission))).toEqual(
    new Set(permissions.filter((permission) => permission !== 'exports')),
  )
})

// ASVS 8.2.1
describe('a role', () => {
  test('owner may call every operation', () => {
    expect(namesFor('owner', ofAdmins)).toHaveLength(ofAdmins.length)
  })

  test('manager changes neither prices nor terms nor administrators, and refunds nothing', () => {
    const may = namesFor('manager', writes)
    for (const name of ['correctVisit', 'noteVisit', 'createDevice', 'createScreenSession', 'createUseLog'])
      expect(may).toContain(name)
    const fields = ['product', 'terms', 'admin', 'appSetting', 'banner', 'notice', 'order', 'userProduct', 'member']
    const changing = writes.filter(({ name, resource }) => may.includes(name) && fields.includes(resource ?? ''))
    expect(changing.map(({ name }) => name)).toEqual(['issueCashReceipt'])
    for (const name of ['updateAdmin', 'refundOrder', 'createProduct', 'createTerms', 'putAppSetting'])
      expect(may).not.toContain(name)
  })

  test('staff notes and corrects visits and uses, and sees no contact data, money or file', () => {
    expect(namesFor('staff', writes).sort()).toEqual([
      ...[
        'acceptRead',
        'beginPasskey',
        'beginTotp',
        'changeAdminPassword',
        'confirmAlertPhone',
        'confirmPasskey',
        'confirmTotp',
        'correctVisit',
        'createUseLog',
        'deleteAlertPhone',
        'deletePasskey',
        'deleteTotp',
        'dismissRead',
        'endAdminSession',
        'endOtherAdminSessions',
        'issueCashReceipt',
        'logoutAdmin',
        'markAlertsSeen',
        'noteVisit',
        'priceCounterSale',
        'replaceRecoveryCodes',
      ],
      'reverseUseLog',
      'sellProduct',
      'sendAlertPhoneCode',
      'updatePasskey',
    ])
    const reads = namesFor('staff', ofAdmins)
    expect(reads).toContain('listMembers')
    for (const name of ['getMember', 'listOrders', 'getMoneyFigures', 'exportVisits', 'listAuditLogs'])
      expect(reads).not.toContain(name)
  })

  test('accountant refunds, imports settlements, and changes nothing else', () => {
    expect(namesFor('accountant', writes).sort()).toEqual([
      ...[
        'beginPasskey',
        'beginTotp',
        'changeAdminPassword',
        'confirmAlertPhone',
        'confirmPasskey',
        'confirmTotp',
        'deleteAlertPhone',
        'deletePasskey',
      ],
      'deleteSettlement',
      ...['deleteTotp', 'endAdminSession', 'endOtherAdminSessions', 'importSettlement', 'logoutAdmin'],
      ...['markAlertsSeen', 'refundOrder'],
      ...['replaceRecoveryCodes', 'sendAlertPhoneCode', 'settleOwedReturn', 'updatePasskey'],
    ])
    for (const name of ['exportOrders', 'getMoneyFigures', 'exportMembers'])
      expect(namesFor('accountant', ofAdmins)).toContain(name)
  })
})

// ASVS 8.2.2
test('what is not limited by store is refused to an administrator of certain stores', () => {
  for (const adminRole of adminRoles)
    for (const op of ofAdmins) {
      expect(isPermitted(op, { adminRole, storeIds: null })).toBe(adminRolesFor(op).includes(adminRole))
      const limited = isPermitted(op, { adminRole, storeIds: [own] })
      expect([op.name, limited]).toEqual([op.name, adminRolesFor(op).includes(adminRole) && op.scope !== 'headOffice'])
    }
})

test('an operation without a permission is refused to every administrator', () => {
  for (const adminRole of adminRoles) expect(isPermitted({}, { adminRole, storeIds: null })).toBe(false)
})

/** Names of properties at any depth of a schema. */
function propertiesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : []
  return [...own, ...Object.values(schema).flatMap(propertiesOf)]
}

// ASVS 8.2.3
test('without the permission to see contact data, only results of members and stores have fields for it', () => {
  const contact = /phone|email|birth|address|contact/i
  const shown = ofAdmins
    .filter((op) => adminRolesFor(op).includes('staff') && op.permission !== 'account')
    .filter((op) => propertiesOf(op.result).some((name) => contact.test(name)))
  // Those of members are null without the permission: services/member/test/store-scope.test.ts.
  expect(shown.map(({ name }) => name)).toEqual(['listMembers', 'listStores', 'getStore'])
})

test('audit log and access log are for owners only, who have all stores', () => {
  for (const op of [contract.member.listAuditLogs, contract.member.listAccessLogs]) {
    expect(adminRolesFor(op)).toEqual(['owner'])
    expect(op.scope).toBe('headOffice')
  }
})

test('kinds of attention need the permission of the list that they lead to, and are not wider', () => {
  const { orders, member, recognition } = contract
  const lists: Record<AttentionKind, Operation> = {
    failedRenewals: orders.listUserProducts,
    owedReturns: orders.listOwedReturns,
    refusedReceipts: orders.listOrders,
    offlineDevices: recognition.listDevices,
    offlineScreens: member.listScreens,
    doubtfulReads: recognition.listReadReviews,
    deadLetters: recognition.listDeadLetters,
    disabledWebhooks: member.listWebhookEndpoints,
    endingPasses: orders.listUserProducts,
    silentStores: recognition.listVisits,
  }
  // Staff see products of members, but not their payments.
  const ofPayments = new Set<AttentionKind>(['failedRenewals', 'endingPasses'])
  for (const kind of attentionKinds)
    for (const adminRole of adminRoles)
      for (const storeIds of [null, [own]]) {
        const rights = { role: 'admin', adminRole, storeIds }
        if (seesAttention(kind, rights)) expect([kind, isPermitted(lists[kind], rights)]).toEqual([kind, true])
        if (storeIds === null && !ofPayments.has(kind))
          expect(seesAttention(kind, rights)).toBe(isPermitted(lists[kind], rights))
      }
  expect(seesAttention('doubtfulReads', null)).toBe(false)
  expect(seesAttention('doubtfulReads', { role: 'member' })).toBe(false)
})

test('a store in the input has to be one of the own', () => {
  const of = (storeIds: string[] | null, storeId?: string) =>
    isOfOwnStore({ storeIds }, storeId === undefined ? {} : { storeId })
  expect([of(null, 'other'), of([own]), of([own], own), of([own], 'other'), of([], own)]).toEqual([
    ...[true, true, true, false, false],
  ])
})
