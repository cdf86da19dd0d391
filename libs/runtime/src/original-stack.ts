import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readLineTable } from './line-table.ts'

/** Line tables by the URL of the bundle. */
const tables = new Map<string, ReturnType<typeof readLineTable>>()

/**
 * Replaces positions in a bundle by source lines in a stack, using the table `<bundle>.lines` that the build writes beside it.
 * A position that cannot be mapped stays as it is: this must never prevent an error from being logged.
 */
export const originalStack = (stack: string): string =>
  stack.replace(frame, (place, begin: string, url: string, line: string, column: string) => {
    try {
      return begin + (originOf(url, Number(line), Number(column)) ?? place.slice(begin.length))
    } catch {
      return place
    }
  })

/** A frame of the stack. The bounds prevent slow matching, since a message may contain anything. */
const frame = /^([\t ]{1,8}at .{0,500}?)(file:\/\/\/[^\s()]{1,1000}\.cjs):(\d+):(\d+)/gm

function originOf(url: string, line: number, column: number): string | undefined {
  const origin = tableOf(url)?.(line - 1, column - 1) // the table counts from 0
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
