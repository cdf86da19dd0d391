import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { backupAt, removeOlderBackups } from './backup-files.ts'

test('a folder stands for its newest backup, and only its older backups are removed', async () => {
  await using folder = temporaryFolder()
  expect(() => backupAt(folder.path)).toThrow(`The folder ${folder.path} has no backup.`)
  const backups = ['20260102T030000Z.tar.gz', '20260103T030000Z.tar.gz.age', '20251231T030000Z.tar.gz.age']
  const names = [
    ...backups.map((name) => `kingcar-${name}`),
    'kingcar-1-2.part',
    'kingcar-20270101T000000Z.tar',
    'notes',
  ]
  for (const name of names) writeFileSync(join(folder.path, name), '')
  const newest = join(folder.path, 'kingcar-20260103T030000Z.tar.gz.age')
  expect(backupAt(folder.path)).toBe(newest)
  expect(backupAt(join(folder.path, 'notes'))).toBe(join(folder.path, 'notes'))
  removeOlderBackups(newest, undefined)
  expect(readdirSync(folder.path)).toHaveLength(names.length)
  removeOlderBackups(newest, 2)
  expect(new Set(readdirSync(folder.path))).toEqual(new Set(names.toSpliced(2, 1)))
  removeOlderBackups(newest, 1)
  expect(new Set(readdirSync(folder.path))).toEqual(new Set([...names.slice(1, 2), ...names.slice(3)]))
})
