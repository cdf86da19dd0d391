import { parseArgs } from 'node:util'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readPassphrase } from './encryption.ts'

export type BackupOptions = { to: string | undefined; passphrase: string | undefined }
export type RestoreOptions = { from: string; replace: boolean; passphrase: string | undefined }

const passphraseFile = { 'passphrase-file': { type: 'string' } } as const

/** @throws UserFacingError for invalid arguments */
export function readBackupOptions(args: readonly string[]): BackupOptions {
  const { to, 'passphrase-file': file } = read(() =>
    parseArgs({ args: [...args], options: { to: { type: 'string' }, ...passphraseFile } }),
  )
  return { to, passphrase: file === undefined ? undefined : readPassphrase(file) }
}

/** @throws UserFacingError for invalid arguments, or without --from */
export function readRestoreOptions(args: readonly string[]): RestoreOptions {
  const {
    from,
    replace = false,
    'passphrase-file': file,
  } = read(() =>
    parseArgs({
      args: [...args],
      options: { from: { type: 'string' }, replace: { type: 'boolean' }, ...passphraseFile },
    }),
  )
  if (from === undefined) throw new UserFacingError('Name the backup: npm run restore -- --from <file>')
  return { from, replace, passphrase: file === undefined ? undefined : readPassphrase(file) }
}

function read<T>(parse: () => { values: T }): T {
  try {
    return parse().values
  } catch (cause) {
    throw new UserFacingError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
