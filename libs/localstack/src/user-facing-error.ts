/** Something that the person at the terminal can mend: shown as one sentence, without a stack. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
}
