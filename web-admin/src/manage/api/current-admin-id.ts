import { readClaims } from '../../api/token.ts'

/** The id of whoever is signed in here; undefined where the token does not tell. */
export const currentAdminId = (): string | undefined => readClaims(localStorage.getItem('accessToken') ?? '')?.sub
