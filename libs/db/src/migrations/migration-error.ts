/** The reason why nothing was migrated, as a message for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
