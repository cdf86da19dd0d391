import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from '../model/common-schemas.ts'

/** Tokens of a session, from a login or reissue. */
export const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() })
export type Tokens = Static<typeof Tokens>

/** Both tokens of a session, for reissue and logout. */
export const TokenPairInput = Strict({
  accessToken: Type.String({ minLength: 1, maxLength: 4096 }),
  refreshToken: Type.String({ minLength: 1, maxLength: 512 }),
})
