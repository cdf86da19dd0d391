import { parseArgs } from 'node:util'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readPassphrase } from './encryption.ts'

/** `keep`: how many backups stay in the folder, the newest; undefined keeps all. */
export type BackupOptions = { to: string | undefined; passphrase: string | undefined; keep: number | undefined }
export type RestoreOptions = { from: string; replace: boolean; passphrase: string | undefined }

const options = { unencrypted: { type: 'boolean' }, 'passphrase-file': { type: 'string' } } as const

/**
 * A file outside the data folder may leave the machine, so it is encrypted unless the caller requests clear text.
 * @param given the passphrase from the environment of a container, where every file is outside the data folder
 * @throws UserFacingError for invalid arguments
 */
export function readBackupOptions(args: readonly string[], given?: { passphrase: string | undefined }): BackupOptions {
  const { to, keep, ...encryption } = read(() =>
    parseArgs({ args: [...args], options: { to: { type: 'string' }, keep: { type: 'string' }, ...options } }),
  )
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new UserFacingError('--keep is the number of backups that stay in the folder, 1 to 9999.')
  const passphrase = passphraseOf(encryption, given?.passphrase)
  if ((given || to !== undefined) && !encryption.unencrypted && passphrase === undefined)
    throw new UserFacingError(
      `The backup contains all secrets and personal data: ${given ? 'set BACKUP_PASSPHRASE' : 'encrypt it with --passphrase-file <file>'}, or add --unencrypted.`,
    )
  return { to, passphrase, keep: keep === undefined ? undefined : Number(keep) }
}

/**
 * @param given the passphrase of the environment, in a container
 * @throws UserFacingError for invalid arguments, or without --from
 */
export function readRestoreOptions(args: readonly string[], given?: string): RestoreOptions {
  const {
    from,
    replace = false,
    ...encryption
  } = read(() =>
    parseArgs({ args: [...args], options: { from: { type: 'string' }, replace: { type: 'boolean' }, ...options } }),
  )
  if (from === undefined) throw new UserFacingError('Name the backup: --from <file or folder>')
  return { from, replace, passphrase: passphraseOf(encryption, given) }
}

type Encryption = { unencrypted?: boolean | undefined; 'passphrase-file'?: string | undefined }

function passphraseOf({ unencrypted, 'passphrase-file': file }: Encryption, given?: string): string | undefined {
  if (unencrypted && file !== undefined)
    throw new UserFacingError('--unencrypted and --passphrase-file exclude each other.')
  if (unencrypted) return undefined
  return file === undefined ? given : readPassphrase(file)
}

function read<T>(parse: () => { values: T }): T {
  try {
    return parse().values
  } catch (cause) {
    throw new UserFacingError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
