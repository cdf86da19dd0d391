import { parseArgs } from 'node:util'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readPassphrase } from './encryption.ts'

export type BackupOptions = { to: string | undefined; passphrase: string | undefined }
export type RestoreOptions = { from: string; replace: boolean; passphrase: string | undefined }

const options = { unencrypted: { type: 'boolean' }, 'passphrase-file': { type: 'string' } } as const

/**
 * A file that the command writes elsewhere may leave the machine: it is encrypted unless the caller asks for clear text.
 * @param given in a container, where every file is elsewhere: the passphrase of its environment
 * @throws UserFacingError for invalid arguments
 */
export function readBackupOptions(args: readonly string[], given?: { passphrase: string | undefined }): BackupOptions {
  const { to, ...encryption } = read(() =>
    parseArgs({ args: [...args], options: { to: { type: 'string' }, ...options } }),
  )
  const passphrase = passphraseOf(encryption, given?.passphrase)
  if ((given || to !== undefined) && !encryption.unencrypted && passphrase === undefined)
    throw new UserFacingError(
      `The backup contains all secrets and personal data: ${given ? 'set BACKUP_PASSPHRASE' : 'encrypt it with --passphrase-file <file>'}, or add --unencrypted.`,
    )
  return { to, passphrase }
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
  if (from === undefined) throw new UserFacingError('Name the backup: --from <file>')
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
