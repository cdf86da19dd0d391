import type { Detail, SecondFactor } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { countRecoveryCodes, deleteRecoveryCode, findTotp, hasPasskey, hasRecoveryCode, updateTotp } from './queries.ts'
import { hashOfRecoveryCode, normalisedCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

const details = {
  totp: { path: 'totp', ko: '인증 앱의 코드로 확인할 수 있어요.', en: 'The account has an authenticator app.' },
  passkey: { path: 'passkey', ko: '패스키로 확인할 수 있어요.', en: 'The account has a passkey.' },
  recoveryCode: { path: 'recoveryCode', ko: '복구 코드로 확인할 수 있어요.', en: 'The account has recovery codes.' },
} satisfies Record<SecondFactor, Detail>

/**
 * The result of a typed code. `use` stores that a right code was used; the transaction that judged the code calls it.
 */
export type JudgedCode =
  | { is: 'missing'; factors: Detail[] }
  | { is: 'wrong' }
  | { is: 'right'; use: () => Promise<void> }

/**
 * Compares a typed code with the second factor of an account, which the caller has locked: each code works once.
 * @returns undefined if the account has no second factor
 */
export async function judgeCode(
  { now, secretBox }: Pick<Ctx, 'now' | 'secretBox'>,
  tx: Tx,
  adminId: string,
  typed: string | undefined,
): Promise<JudgedCode | undefined> {
  const totp = await findTotp(tx, adminId)
  const app = totp?.confirmedAt ? totp : undefined
  const passkey = await hasPasskey(tx, adminId)
  if (!app && !passkey) return undefined
  if (typed === undefined)
    return { is: 'missing', factors: await factorsOf(tx, adminId, { app: app !== undefined, passkey }) }
  const code = normalisedCode(typed)
  if (/^\d{6}$/.test(code)) {
    const lastStep = app && stepOfCode(secretBox.decrypt(app.sealedSecret), code, now())
    if (!app || lastStep === undefined || lastStep <= app.lastStep) return { is: 'wrong' }
    return { is: 'right', use: () => updateTotp(tx, adminId, { lastStep }) }
  }
  const hash = hashOfRecoveryCode(code)
  if (!(await hasRecoveryCode(tx, adminId, hash))) return { is: 'wrong' }
  return { is: 'right', use: () => deleteRecoveryCode(tx, adminId, hash) }
}

/** The factors by which an account can confirm a sign-in. */
async function factorsOf(tx: Tx, adminId: string, has: { app: boolean; passkey: boolean }): Promise<Detail[]> {
  const { totp, passkey, recoveryCode } = details
  const codes = await countRecoveryCodes(tx, adminId)
  return [...(has.app ? [totp] : []), ...(has.passkey ? [passkey] : []), ...(codes > 0 ? [recoveryCode] : [])]
}
