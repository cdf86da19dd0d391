/** Something that the person who started this can mend: told in one sentence. */
export class UsageError extends Error {
  override name = 'UsageError'
}
