/** A mistake in the options, which the user can fix. The message is one sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}
