import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readLineTable } from './line-table.ts'

/** Of the bundles that there are: a process runs one. */
const tables = new Map<string, ReturnType<typeof readLineTable>>()

/**
 * A stack with the lines of the sources instead of the places in the bundle, by the table `<bundle>.lines` that the build
 * has laid beside it. What cannot be told stays as it is: an error has to be logged whatever it says.
 */
export const originalStack = (stack: string): string =>
  stack.replace(frame, (place, begin: string, url: string, line: string, column: string) => {
    try {
      return begin + (originOf(url, Number(line), Number(column)) ?? place.slice(begin.length))
    } catch {
      return place
    }
  })

/** A line of the stack itself; a message may hold anything, also what would be looked at for long without bounds. */
const frame = /^([\t ]{1,8}at .{0,500}?)(file:\/\/\/[^\s()]{1,1000}\.cjs):(\d+):(\d+)/gm

function originOf(url: string, line: number, column: number): string | undefined {
  const origin = tableOf(url)?.(line - 1, column - 1) // counted from 0 there
  return origin && `${origin.source.replace(/^(\.\.\/)+/, '')}:${origin.line + 1}`
}

function tableOf(url: string): ReturnType<typeof readLineTable> | undefined {
  const known = tables.get(url)
  if (known) return known
  const path = `${fileURLToPath(url)}.lines`
  if (!existsSync(path)) return undefined
  const table = readLineTable(readFileSync(path))
  tables.set(url, table)
  return table
}
