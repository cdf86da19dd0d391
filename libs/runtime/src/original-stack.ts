import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Milliseconds for which a map is kept: errors come in swarms. */
const keepMap = 10_000

const maps = new Map<string, SourceMap | undefined>()

/**
 * A stack with the places of the sources instead of those of the bundle. Node's own `--enable-source-maps` decodes every
 * map at the start and keeps it, 60 MB a process; here a map is read when an error is logged, which takes a tenth of a
 * second, and let go soon after: it takes 50 MB. What cannot be told stays as it is: an error has to be logged whatever it says.
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
  const entry = mapOf(url)?.findEntry(line - 1, column - 1) // counted from 0 there
  if (entry === undefined || !('originalSource' in entry)) return undefined
  return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    maps.set(url, readMap(`${fileURLToPath(url)}.map`))
    setTimeout(() => maps.delete(url), keepMap).unref()
  }
  return maps.get(url)
}

const readMap = (path: string): SourceMap | undefined =>
  existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload) : undefined
