import { readFileSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'

/** Reads a file that an option names. @throws UsageError if it cannot be read */
export function readTextFile(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new UsageError(`The file ${file} of ${option} cannot be read${code}.`)
  }
}
