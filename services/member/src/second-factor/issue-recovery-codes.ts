import type { Tx } from '@kingcar/db'
import { countRecoveryCodes, storeRecoveryCodes } from './queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'

/**
 * Makes the recovery codes of an account, which the caller has locked.
 * @returns the codes, which are stored only as hashes; empty if the account has unused ones
 */
export async function issueRecoveryCodes(tx: Tx, adminId: string): Promise<string[]> {
  if ((await countRecoveryCodes(tx, adminId)) > 0) return []
  const codes = newRecoveryCodes()
  await storeRecoveryCodes(tx, adminId, codes)
  return codes
}
