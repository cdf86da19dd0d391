import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '@kingcar/testing/statistics'

/** About a read with its headers, in bytes. */
const size = 400

/** Approximate size of a read with its headers, in bytes. */
export function diskSync(folder: string, records: number): number {
  const file = openSync(join(folder, 'disk-sync'), 'a')
  try {
    return median(
      Array.from({ length: records }, (_, at) => {
        const began = performance.now()
        writeSync(file, Buffer.alloc(size, at))
        fdatasyncSync(file)
        return performance.now() - began
      }),
    )
  } finally {
    closeSync(file)
  }
}
