import type { Tx } from '@kingcar/db'
import { countRecoveryCodes, insertRecoveryCodes } from './queries.ts'
import { hashOfRecoveryCode, newRecoveryCodes, normalisedCode } from './recovery-codes.ts'

/**
 * Makes the recovery codes of an account, which the caller has locked.
 * @returns the codes, which are stored nowhere; none if the account has unused ones
 */
export async function issueRecoveryCodes(tx: Tx, adminId: string): Promise<string[]> {
  if ((await countRecoveryCodes(tx, adminId)) > 0) return []
  const codes = newRecoveryCodes()
  const hashes = codes.map((each) => hashOfRecoveryCode(normalisedCode(each)))
  await insertRecoveryCodes(tx, adminId, hashes)
  return codes
}
