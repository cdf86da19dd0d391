import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** The content of a file that an option names. @throws UsageError when it cannot be read */
export function textOf(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new UsageError(`The file ${file} of ${option} cannot be read${code}.`)
  }
}
