import { createHash, timingSafeEqual } from 'node:crypto'
import type { Admins } from '@kingcar/bus'
import { AppError, parseApiKey } from '@kingcar/contract'
import type { Session } from './access-tokens.ts'
import type { ReportApiKeyUse } from './report-api-key-use.ts'

/** The longest session of a key (milliseconds): its live WebSockets have to be opened again after it. */
const sessionMs = 24 * 60 * 60_000

/**
 * Returns a function that turns an API key into the session of an administrator, whose id is that of the key. It throws
 * UNAUTHENTICATED for an unknown key, and TOKEN_EXPIRED for one that has expired or was rotated.
 */
export function createApiKeyVerifier(
  admins: Pick<Admins, 'find'>,
  reportUse: ReportApiKeyUse,
): (key: string) => Session {
  return (key) => {
    const parts = parseApiKey(key)
    const secrets = (parts && admins.find(parts.id)?.secrets) ?? []
    const hash = createHash('sha256')
      .update(parts?.secret ?? '')
      .digest()
    const secret = secrets.find((each) => timingSafeEqual(Buffer.from(each.hash, 'base64url'), hash))
    if (!parts || !secret) throw new AppError('UNAUTHENTICATED')
    const now = Date.now()
    if (secret.until <= now) throw new AppError('TOKEN_EXPIRED')
    reportUse(parts.id, now)
    const expiresAt = Math.min(secret.until, now + sessionMs)
    return { role: 'admin', id: parts.id, sessionId: parts.id, expiresAt, secretHash: secret.hash }
  }
}
