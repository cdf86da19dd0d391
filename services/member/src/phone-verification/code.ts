import type { Hmac } from '../crypto/hmac.ts'

/*
 * A code is derived by HMAC from the id of its row, which is new for each send. A random one kept as a hash would be
 * gone before the SMS is sent: that happens after the commit, in whichever process comes to it, and again after a crash.
 * So no table, queue or log holds a code, and a second run of the task sends the same one.
 */

/** Seconds that a code is good for (contract §5). */
export const codeSeconds = 180
/** Wrong tries after which it is void, with five codes a day one guess in 40,000 (contract §5, OWASP ASVS 6.6.3). */
export const mostWrongTries = 5

/** The six digits of a verification. */
export function deriveCode(hash: Hmac, verificationId: string): string {
  // Of 48 bits; that the low numbers come more often by one in 10^8 helps nobody.
  const number = hash('phone code', verificationId).readUIntBE(0, 6) % 1_000_000
  return String(number).padStart(6, '0')
}

/** A code that was sent: how often it was guessed wrong, and the seconds that it is still good for, below 0 when it is over. */
export type SentCode = { wrongTries: number; secondsLeft: number }

export type Verdict = 'right' | 'CODE_INVALID' | 'CODE_EXPIRED' | 'TOO_MANY_ATTEMPTS'

/** Judges a try of a code. After too many wrong ones it is void, and a right one does not help. */
export function checkCode(sent: SentCode, right: boolean): Verdict {
  if (sent.wrongTries >= mostWrongTries) return 'TOO_MANY_ATTEMPTS'
  if (sent.secondsLeft <= 0) return 'CODE_EXPIRED'
  return right ? 'right' : 'CODE_INVALID'
}

/** What the phone shows. The hint is against those who talk people out of their codes; together within 90 bytes of EUC-KR. */
export const smsText = (code: string): string => `[KINGCAR] 인증번호 ${code}\n다른 사람에게 알려주지 마세요.`
