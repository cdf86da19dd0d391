/*
 * Secrets that responses returned during an attack, so that logs can be searched for them. Only the newest are kept:
 * each search takes time.
 */

const most = 300
const remembered: string[] = []

/** Remembers secret texts; short ones would match by chance. */
export function remember(...secrets: readonly string[]): void {
  remembered.push(...secrets.filter((secret) => secret.length >= 8))
  remembered.splice(0, remembered.length - most)
}

const confided = /"(?:accessToken|refreshToken|verificationToken|secret)":"([^"]+)"/g

/** Remembers the secrets of a response. */
export const rememberAnswer = (text: string): void =>
  remember(...[...text.matchAll(confided)].map(([, secret = '']) => secret))

/** All remembered secrets. */
export const secrets = (): readonly string[] => remembered
