import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { readBackupOptions, readRestoreOptions } from './command-options.ts'

test('reads arguments, and the passphrase from the first line of its file', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'passphrase')
  writeFileSync(file, '비밀 문구 \nnote\n')
  expect(readBackupOptions([])).toEqual({ to: undefined, passphrase: undefined, keep: undefined })
  expect(readBackupOptions(['--to', 'a', '--passphrase-file', file])).toMatchObject({
    to: 'a',
    passphrase: '비밀 문구 ',
  })
  const replacing = ['--from', 'a', '--replace', '--passphrase-file', file]
  expect(readRestoreOptions(replacing)).toEqual({ from: 'a', replace: true, passphrase: '비밀 문구 ' })
  expect(readRestoreOptions(['--from=a'])).toEqual({ from: 'a', replace: false, passphrase: undefined })
  expect(readRestoreOptions(['--from=a'], 'known')).toMatchObject({ passphrase: 'known' })
  expect(readRestoreOptions(['--from=a', '--unencrypted'], 'known')).toMatchObject({ passphrase: undefined })
  writeFileSync(file, '\nsecond line\n')
  expect(readBackupOptions(['--keep', '14'])).toMatchObject({ keep: 14 })
  for (const args of [
    ['--keep', '0'],
    ['--keep', 'x'],
    ['--passphrase-file', file],
    ['--passphrase-file', 'none'],
    ['--from', 'a'],
    ['a'],
  ])
    expect(() => readBackupOptions(args)).toThrow(UserFacingError)
  for (const args of [[], ['--from'], ['--from', 'a', '--to', 'b']])
    expect(() => readRestoreOptions(args)).toThrow(UserFacingError)
})

test('a backup that may leave the machine is encrypted, unless the caller asks for clear text', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'passphrase')
  writeFileSync(file, 'secret phrase\n')
  expect(() => readBackupOptions(['--to', 'a'])).toThrow(
    'encrypt it with --passphrase-file <file>, or add --unencrypted',
  )
  expect(readBackupOptions(['--to', 'a', '--unencrypted'])).toMatchObject({ to: 'a', passphrase: undefined })
  expect(() => readBackupOptions(['--unencrypted', '--passphrase-file', file])).toThrow('exclude each other')
  const inContainer = { passphrase: undefined }
  expect(() => readBackupOptions([], inContainer)).toThrow('set BACKUP_PASSPHRASE, or add --unencrypted')
  expect(readBackupOptions(['--unencrypted'], inContainer)).toEqual({
    to: undefined,
    passphrase: undefined,
    keep: undefined,
  })
  expect(readBackupOptions([], { passphrase: 'known' })).toMatchObject({ to: undefined, passphrase: 'known' })
  expect(readBackupOptions(['--passphrase-file', file], { passphrase: 'known' }).passphrase).toBe('secret phrase')
})
