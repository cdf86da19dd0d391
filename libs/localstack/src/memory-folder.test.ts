import { statfsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

/** TMPFS_MAGIC of linux/magic.h. */
const kindInMemory = 0x01021994

test('a memory folder is on tmpfs and has the requested room', () => {
  const folder = memoryFolder(1)
  if (folder !== undefined) expect(statfsSync(folder).type).toBe(kindInMemory)
  expect(memoryFolder(Number.MAX_SAFE_INTEGER)).toBeUndefined()
})
