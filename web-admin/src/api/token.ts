/** The claims that the console reads. It does not verify the signature; the server does. Times in epoch seconds. */
export type Claims = { exp: number; iat?: number; role?: string; sub?: string }

/** The claims of a JWT, or null if it cannot be parsed or has no numeric `exp`. */
export function readClaims(token: string): Claims | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const { exp, iat, role, sub }: Record<string, unknown> = JSON.parse(new TextDecoder().decode(bytes))
    if (!Number.isFinite(exp)) return null
    return {
      exp: Number(exp),
      ...(typeof iat === 'number' && { iat }),
      ...(typeof role === 'string' && { role }),
      ...(typeof sub === 'string' && { sub }),
    }
  } catch {
    return null // not base64url or not JSON: treated as expired
  }
}

/**
 * Whether a token should be exchanged before use. It counts as expired early, by a tenth of its lifetime but at most five
 * seconds, so that it does not expire on its way to the server. An unreadable token is expired.
 */
export function isExpired(token: string, serverSeconds: number): boolean {
  const claims = readClaims(token)
  if (claims === null) return true
  const margin = claims.iat === undefined ? 0 : Math.min(5, Math.max(0, claims.exp - claims.iat) / 10)
  return serverSeconds >= claims.exp - margin
}
