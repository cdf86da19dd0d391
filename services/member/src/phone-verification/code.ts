import type { CodePurpose } from '@kingcar/contract'
import type { Hmac } from '../crypto/hmac.ts'

/*
 * A code is derived by HMAC from the id of its row, which is new for each send. A random code that is stored as a hash
 * could not be sent: the SMS is sent after the commit, by any process, and again after a crash. So no table, queue or
 * log holds a code, and a second run of the task sends the same one.
 */

/** Seconds that a code is valid (contract §5). */
export const codeSeconds = 180
/**
 * After this many wrong tries a code is refused. Tries with the id of the verification and tries without it are counted separately.
 * With five codes a day, a day's guesses succeed with a probability of 1 in 20,000 (contract §5, OWASP ASVS 6.6.3).
 */
export const mostWrongTries = 5

/** The six digits of a verification's code. */
export function deriveCode(hmac: Hmac, verificationId: string): string {
  // From 48 bits: the low numbers are more frequent by one in 10^8, which does not help an attacker.
  const number = hmac('phone code', verificationId).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** A code that was sent. `secondsLeft` until it expires; negative after that. */
export type SentCode = { wrongTries: number; secondsLeft: number }

export type Verdict = 'right' | 'CODE_INVALID' | 'CODE_EXPIRED' | 'TOO_MANY_ATTEMPTS'

/** Decides about a try of a code. After too many wrong tries the right code is refused too. */
export function checkCode(sent: SentCode, right: boolean): Verdict {
  if (sent.wrongTries >= mostWrongTries) return 'TOO_MANY_ATTEMPTS'
  if (sent.secondsLeft <= 0) return 'CODE_EXPIRED'
  return right ? 'right' : 'CODE_INVALID'
}

const purposeTexts: Record<CodePurpose, string> = {
  join: '가입 ',
  resetPassword: '비밀번호 재설정 ',
  changePhone: '번호 변경 ',
  alertPhone: '알림 번호 ',
}

/** The text of the SMS, within 90 bytes of EUC-KR. Names the purpose and warns against phishing. */
export const smsText = (code: string, purpose: CodePurpose | null): string =>
  `[KINGCAR] ${purpose === null ? '' : purposeTexts[purpose]}인증번호 ${code}\n다른 사람에게 알려주지 마세요.`
