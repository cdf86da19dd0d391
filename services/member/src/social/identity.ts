import { Email, type SocialProvider } from '@kingcar/contract'
import { Value } from 'typebox/value'

/** The account that a provider confirms. */
export type Identity = {
  provider: SocialProvider
  /** The provider's id of the account. Provider and subject identify a member; the email never does. */
  subject: string
  /** For display and search only. */
  email: string | null
  /** When the provider confirmed it: the issue time of the ID token, or the time of the request to the provider. */
  provenAt: Date
  /** Undefined for an access token. `hashes` recognise a replay of the token until it expires, one for each key. */
  idToken?: { clientId: string; hashes: Buffer[]; expiresAt: Date }
  /** Naver only: revokes the grant while it is valid. */
  accessToken?: string
}

/** The email if it is valid; null for any other value that a provider sends. */
export const validEmail = (value: unknown): string | null => (Value.Check(Email, value) ? value : null)
