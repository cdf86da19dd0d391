import * as Type from 'typebox'

/**
 * A password typed at sign-in. It may be shorter or longer than a new one may be, so that a rejection does not reveal
 * the rules.
 */
export const TypedPassword = Type.String({ minLength: 1, maxLength: 1024 })
