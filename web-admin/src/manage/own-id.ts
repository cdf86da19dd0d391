/** Whose token it is; undefined for what does not read as one. */
export function subjectOf(token: string): string | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null && 'sub' in claims && typeof claims.sub === 'string'
      ? claims.sub
      : undefined
  } catch {
    return undefined // not base64url or not JSON
  }
}

/** The id of whoever is signed in here. */
export const ownId = (): string | undefined => subjectOf(localStorage.getItem('accessToken') ?? '')
