import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contract } from '@kingcar/contract'
import { parse, type Token } from 'acorn'
import { check } from 'recheck'
import { forEachConcurrently } from '../raw-http.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'

const root = resolve(fileURLToPath(new URL('../../../../..', import.meta.url)))
/** Sources that process external text: everything in production, and the console, which shows members' texts. */
const sources = '{libs/{contract,client,bus,db,runtime}/src,services/*/src,gateway/src,web-admin/src}/**/*.ts'

export type Pattern = { source: string; flags: string; where: string }

/** Every regular expression literal of a file. */
function literalsOf(file: string): Pattern[] {
  const tokens: Token[] = []
  const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'), { mode: 'transform' })
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens })
  return tokens.flatMap((token) => {
    const value = 'value' in token && token.value
    return value instanceof Object && 'pattern' in value && 'flags' in value
      ? [{ source: String(value.pattern), flags: String(value.flags), where: file }]
      : []
  })
}

/** Every `pattern` of the contract. */
function patternsIn(node: unknown, where: string): Pattern[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'pattern' in node && typeof node.pattern === 'string' ? [{ source: node.pattern, flags: '', where }] : []
  return [...own, ...Object.values(node).flatMap((each) => patternsIn(each, where))]
}

/** Each regular expression of the product once, with the first place where it occurs. */
export function allPatterns(): Pattern[] {
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.(test|d)\.ts$/.test(file))
  const found = [...files.flatMap(literalsOf), ...patternsIn(contract, 'contract')]
  return [...new Map(found.map((each) => [`/${each.source}/${each.flags}`, each])).values()]
}

const length = 100_000
/** Long texts that cause backtracking in most kinds of expressions, each with an ending that does not match. */
const worst = [
  ...[
    'a',
    'A',
    '0',
    ' ',
    '-',
    '.',
    '/',
    ',',
    'a.',
    'a-',
    '0,',
    '%2',
    'é',
    '가',
    '12가3456',
    '\n',
    '"',
    "a='",
    '<',
    '(',
  ],
].map((piece) => `${piece.repeat(length / piece.length)}\0`)

/** Milliseconds for the slowest of the worst texts, best of three. */
export function slowestOf({ source, flags }: Pattern): number {
  const expression = new RegExp(source, flags.replace('y', ''))
  const times = worst.map((text) => {
    const tries = Array.from({ length: 3 }, () => {
      expression.lastIndex = 0
      const began = performance.now()
      expression.test(text)
      return performance.now() - began
    })
    return Math.min(...tries)
  })
  return Math.max(...times)
}

export type PatternAttacks = {
  expressions: number
  unknown: number
  slowest: number
  vulnerable: string[]
  slow: string[]
}

/** A length limit that recheck cannot know: a fence of at most 99, in the console's own editor. */
const isBounded = (source: string) => source.startsWith('^(`{3,99}|~{3,99})')

/** Checks each expression, and runs it on the worst texts. */
export async function patternAttacks(patterns: readonly Pattern[]): Promise<PatternAttacks> {
  const vulnerable: string[] = []
  let unknown = 0
  await forEachConcurrently(patterns, 2, async ({ source, flags, where }) => {
    const judged = await check(source, flags, { timeout: 5_000 })
    if (judged.status === 'vulnerable' && !isBounded(source))
      vulnerable.push(`${where}: /${source}/${flags} ${judged.complexity.summary}`)
    if (judged.status === 'unknown') unknown += 1
  })
  const times = patterns.map((pattern) => ({ pattern, ms: slowestOf(pattern) }))
  return {
    expressions: patterns.length,
    unknown,
    slowest: Math.round(Math.max(...times.map(({ ms }) => ms))),
    vulnerable,
    slow: times
      .filter(({ ms }) => ms > 10)
      .map(({ pattern, ms }) => `${pattern.where}: /${pattern.source}/ ${Math.round(ms)} ms`),
  }
}

export const patterns: Scenario = {
  about: 'every regular expression of the product: the verdict of recheck, and texts of 100 KB',
  async run() {
    const { vulnerable, slow, ...figures } = await patternAttacks(allPatterns())
    return [{ name: 'patterns', figures, ...nothingFound({ vulnerable, 'slower than 10 ms': slow }) }]
  },
}
