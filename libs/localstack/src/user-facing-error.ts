/** A problem that the user at the terminal can fix: its message is shown without a stack. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
}
