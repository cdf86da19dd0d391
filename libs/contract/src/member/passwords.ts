import * as Type from 'typebox'

/** A password typed at sign-in. Its bounds are wider than those of a new one, so that a failure reveals nothing. */
export const TypedPassword = Type.String({ minLength: 1, maxLength: 1024 })
