import { readClaims } from '../../api/token.ts'

/** The id of the signed-in administrator; undefined if the token has none. */
export const currentAdminId = (): string | undefined => readClaims(localStorage.getItem('accessToken') ?? '')?.sub
