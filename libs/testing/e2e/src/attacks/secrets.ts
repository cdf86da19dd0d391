/*
 * What was given to somebody in confidence during an attack, so that logs can be searched for it. The newest are kept:
 * to search for each takes time.
 */

const most = 300
const kept: string[] = []

/** Keeps texts that nobody else may read; short ones stand anywhere by chance. */
export function remember(...secrets: readonly string[]): void {
  kept.push(...secrets.filter((secret) => secret.length >= 8))
  kept.splice(0, kept.length - most)
}

const confided = /"(?:accessToken|refreshToken|verificationToken|secret)":"([^"]+)"/g

/** Keeps what an answer confides. */
export const rememberAnswer = (text: string): void =>
  remember(...[...text.matchAll(confided)].map(([, secret = '']) => secret))

/** All that are kept. */
export const secrets = (): readonly string[] => kept
