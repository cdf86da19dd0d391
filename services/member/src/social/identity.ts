import { Email, type SocialProvider } from '@kingcar/contract'
import { Value } from 'typebox/value'

/** Whom a provider vouches for. */
export type Identity = {
  provider: SocialProvider
  /** The provider's name for the account. Both together identify a member; the email never does. */
  subject: string
  /** To be shown and searched for. */
  email: string | null
  /** When the provider vouched: as the ID token was issued, or just now where the provider was asked. */
  provenAt: Date
  /** Undefined for an access token. `hashes` recognise the token when it comes again before it expires, one for each key. */
  idToken?: { clientId: string; hashes: Buffer[]; expiresAt: Date }
  /** Of Naver: ends our grant there for as long as it lives. */
  accessToken?: string
}

/** An email as it may be kept; null for anything else that a provider may have told. */
export const validEmail = (told: unknown): string | null => (Value.Check(Email, told) ? told : null)
