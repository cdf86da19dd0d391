import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { noteProcess } from '../local/leftovers.ts'
import { openLogFile } from '../local/log-file.ts'

/** A device of Linux: every write to it fails as on a full disk. */
const full = '/dev/full'

test('a full disk takes lines of the log and notes of processes, and ends nothing', () => {
  expect(() => writeFileSync(full, 'line')).toThrow('ENOSPC')
  using log = openLogFile(full)
  log.write('line')
  noteProcess(full, process.pid)
})
