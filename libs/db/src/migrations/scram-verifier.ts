import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** The number that psql uses (RFC 7677). */
const iterations = 4_096

/** The verifier that PostgreSQL stores for a password, so that the password itself is in no statement and no server log. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`
}
