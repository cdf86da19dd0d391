import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { productWords } from '../../../../services/member/src/password/password-strength.ts'

/*
 * `ASVS.md` is complete and true: every requirement of the standard is listed, every proof is a file whose tests are marked
 * with the requirement, every exception has a date and is reviewed within a year.
 */

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('ASVS.md')
const policy = read('SECURITY.md')

/** Requirement → level, from the standard's own list. */
const levels = new Map(
  read('libs/testing/kit/test/asvs-5.0.txt')
    .split('\n')
    .filter((line) => /^\d /.test(line))
    .flatMap((line) => {
      const [level = '', ...ids] = line.split(' ')
      return ids.map((id): [string, string] => [id, level])
    }),
)

type Row = { id: string; level: string; cells: string[]; text: string }

/** Rows of the tables, by id: the requirement, how it is met, and the proof or exception. */
const rows: Row[] = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', text = '']) => ({ id, level, cells: text.split(' | '), text }),
)
const below3 = rows.filter(({ level }) => level !== '3')

const leftOut = [...(/^## What does not apply$([\s\S]*?)^## /m.exec(page)?.[1] ?? '').matchAll(/\b\d+\.\d+\.\d+\b/g)]
  .map(([id]) => id)
  .filter((id) => levels.has(id))

/** The test files that a cell names. */
const proofsOf = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+(?:\.test\.tsx?|\/forgeries\.ts))`/g)].map(([, path = '']) => path) // a table of cases that tests use
const exceptionOf = (text: string) => /Exception of (\d{4}-\d\d-\d\d): .+ It takes .+/.exec(text)?.[1]

/** Requirements marked in a file: `// ASVS 6.2.1, 6.2.3` above a test that is not skipped. */
function marksIn(path: string): Set<string> {
  const found = read(path).matchAll(
    /^\s*\/\/ ASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)\n(?!\s*(?:test|describe)\.(?:skip|todo)\b)/gm,
  )
  return new Set([...found].flatMap(([, ids = '']) => ids.split(', ')))
}
const testFiles = globSync(
  [
    'libs/**/*.test.ts',
    'services/**/*.test.ts',
    '{gateway,web-admin,deploy}/**/*.test.{ts,tsx}',
    'libs/testing/kit/src/forgeries.ts',
  ],
  { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) },
)
const marks = new Map(testFiles.map((path) => [path, marksIn(path)]))

test('a mark names a requirement of the page', () => {
  const known = new Set(rows.map(({ id }) => id))
  const unknown = [...marks].flatMap(([path, ids]) =>
    [...ids].filter((id) => !known.has(id)).map((id) => `${path} ${id}`),
  )
  expect(unknown).toEqual([])
})

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  const counted = ['1', '2'].map((level) => [...levels.values()].filter((each) => each === level).length)
  expect(counted).toEqual([70, 183])
})

test('each requirement is listed once: in the table, or under what does not apply', () => {
  const all = [...below3.map(({ id }) => id), ...leftOut]
  expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([])
  expect(new Set(all)).toEqual(new Set(levels.keys()))
  expect([below3.length, leftOut.length]).toEqual([212, 41])
})

describe.each(rows.map((row): [string, Row] => [row.id, row]))('%s', (id, { level, cells, text }) => {
  test('has its level, the requirement, how it is met and its proof', () => {
    expect(levels.get(id) ?? '3').toBe(level)
    expect(cells).toHaveLength(3)
    for (const cell of cells) expect(cell.trim()).not.toBe('')
    expect(proofsOf(cells[2] ?? '').length > 0 || exceptionOf(text) !== undefined).toBe(true)
  })

  test('is marked at its tests', () => {
    const claimed = proofsOf(cells[2] ?? '')
    const marked = [...marks].filter(([, ids]) => ids.has(id)).map(([path]) => path)
    expect(new Set(claimed)).toEqual(new Set(marked))
  })
})

const exceptions = rows.filter(({ text }) => /exception/i.test(text))

test('an exception has a date, a reason and its remedy, and is no older than a year', () => {
  expect(exceptions.length).toBeGreaterThan(0)
  const yearAgo = new Date()
  yearAgo.setFullYear(yearAgo.getFullYear() - 1)
  for (const { id, text } of exceptions) {
    const date = Date.parse(exceptionOf(text) ?? '')
    expect([id, date > yearAgo.getTime(), date <= Date.now()]).toEqual([id, true, true])
  }
})

test('the page states the number of exceptions', () => {
  const given = /\b(\d+) of them are exceptions\b/.exec(page)?.[1]
  expect(Number(given)).toBe(exceptions.filter(({ level }) => level !== '3').length)
})

test('every file that the pages name exists', () => {
  const named = [...`${page}${policy}`.matchAll(/`((?:[\w@-]+\/)+[\w.-]+\.(?:ts|md|conf|txt|sql|patch))`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the page lists the product words that passwords may not consist of', () => {
  const given = /^Product words: (.+)$/m.exec(policy)?.[1]?.split(', ')
  expect(given?.toSorted()).toEqual(productWords.toSorted())
})
