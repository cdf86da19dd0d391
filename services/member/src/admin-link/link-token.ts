import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '@kingcar/contract'

/** 256 random bits cannot be guessed, so an unkeyed hash of them is enough. */
const tokenBytes = 32

export const newLinkToken = (): string => randomBytes(tokenBytes).toString('base64url')
export const hashOfLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The pages of the console that links lead to. */
type LinkPage = '/invitation' | '/password'

/**
 * A link with its token in the fragment, which browsers send to no server.
 * @param consoleUrl undefined makes a path of the console
 */
export const linkTo = (consoleUrl: string | undefined, page: LinkPage, token: string): string =>
  consoleUrl === undefined ? `${page}#${token}` : new URL(`${page}#${token}`, consoleUrl).href

type LinkState = { usedAt: Date | null; withdrawnAt?: Date | null; expiresAt: Date }

/**
 * Returns a link that can be used.
 * @param row undefined if no link has the token
 * @throws AppError LINK_INVALID, LINK_USED, LINK_WITHDRAWN or LINK_EXPIRED
 */
export function usableLink<T extends LinkState>(row: T | undefined, now: Date): T {
  if (!row) throw new AppError('LINK_INVALID')
  if (row.usedAt) throw new AppError('LINK_USED')
  if (row.withdrawnAt) throw new AppError('LINK_WITHDRAWN')
  if (row.expiresAt <= now) throw new AppError('LINK_EXPIRED')
  return row
}
