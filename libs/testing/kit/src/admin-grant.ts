import { randomUUID } from 'node:crypto'
import type { BusStreams } from '@kingcar/bus'
import { type AdminGrant, adminSubject } from '@kingcar/contract'
import { testAdminId } from './tokens.ts'

/** Publishes the rights of an administrator as the member service does; by default those of the tests' owner. */
export async function publishGrant(bus: Pick<BusStreams, 'append'>, changes: Partial<AdminGrant> = {}): Promise<void> {
  const grant: AdminGrant = { adminId: testAdminId, adminRole: 'owner', storeIds: null, version: 1, ...changes }
  await bus.append([{ subject: adminSubject(grant.adminId), id: randomUUID(), data: JSON.stringify(grant) }])
}
