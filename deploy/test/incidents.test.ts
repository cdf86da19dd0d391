import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@kingcar/contract'
import { root } from '@kingcar/localstack/paths'
import { describe, expect, test } from 'vitest'

/* What the pages for operators in trouble name is there: metrics, lines of logs, screens and words of the console, calls. */

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const sourcesOf = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (path) => /(?:^|\/)(?:node_modules|dist|test)$/.test(String(path)) })
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')
const processes = sourcesOf('{{gateway,libs/{bus,db,runtime},services/*}/src,deploy/local}/**/*.ts')
const screens = sourcesOf('{web-admin,libs/contract,services/recognition}/src/**/*.{ts,tsx}')

const incidents = read('deploy/INCIDENTS.md')
const pages = [
  ['deploy/INCIDENTS.md', incidents] as const,
  ...globSync('deploy/monitoring/runbooks/*.md', { cwd: root }).map((page) => [page, read(page)] as const),
]
const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const spansOf = (text: string) =>
  [
    ...withoutBlocks(text)
      .replaceAll('\n', ' ')
      .matchAll(/`([^`]+)`/g),
  ].map(([, span = '']) => span)

/** What servers of others write, as it was seen. */
const ofOthers = [
  'authentication error',
  'Auth callout signing key is unknown',
  'authentication error - User "gateway"',
  'the database system is starting up',
  'password authentication failed',
  'No space left on device',
  'maximum bytes exceeded',
  'no responders',
]
/** A line of a log: words, and nothing of a command, path or expression. */
const isLine = (span: string) =>
  /^(?:NATS|PostgreSQL|[A-Z]?[a-z][a-z-]*)(?: [\w".…:,-]+)+[.:]?$/.test(span) &&
  !/^(?:npm|docker|kubectl|grep|df|age|tar|kill|select)\b/.test(span)
/** What the sources of a line have at a place that changes. */
const parts = (line: string) => line.split(/…|\d+ s/).map((part) => part.trim())

const linesOf = (text: string) => spansOf(text).filter(isLine)

describe.each(pages)('%s', (_, text) => {
  test('names existing log lines', () => {
    const unknown = linesOf(text).filter(
      (line) => !ofOthers.includes(line) && !parts(line).every((part) => processes.includes(part)),
    )
    expect(unknown).toEqual([])
  })

  test('names metrics that are exported', () => {
    const named = [...text.matchAll(/\bkingcar_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''))
    expect(named.filter((name) => !processes.includes(`'${name}'`))).toEqual([])
  })

  test('names existing screens, Korean texts and API calls', () => {
    const paths = [...text.matchAll(/`\/manage(\/\w+)`/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => !screens.includes(`path: '${path}'`))).toEqual([])
    const words = text.match(/[가-힣][가-힣0-9 ]*[가-힣]/g) ?? []
    expect(words.filter((word) => !screens.includes(word))).toEqual([])
    const calls = [...text.matchAll(/`((?:GET|POST|PATCH|DELETE) \/[^`]+)`/g)].map(([, call]) => call)
    const known = Object.values(contract).flatMap((service) => Object.values(service).map(({ http }) => http))
    expect(calls.filter((call) => !known.some((each) => each === call))).toEqual([])
  })
})

describe('INCIDENTS.md', () => {
  const chapters = incidents.split(/^## /m).slice(1)

  test.each(chapters.map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), chapter]))(
    '%s: it begins with the symptom and ends with the check that the incident is over',
    (_, chapter) => {
      const marks = [...chapter.matchAll(/^\*\*(\w[\w ]*)\.\*\*/gm)].map(([, mark]) => mark)
      expect([marks[0], marks.includes('Look'), marks.at(-1)]).toEqual(['Seen', true, 'Over'])
      expect(marks.includes('Do') || chapter.includes(' do')).toBe(true)
    },
  )

  test('links runbooks by the name of their alert', () => {
    const links = [...incidents.matchAll(/\[(\w+)\]\((monitoring\/runbooks\/[\w-]+\.md)\)/g)]
    expect(links.length).toBeGreaterThan(5)
    for (const [, alert = '', page = ''] of links)
      expect(read(`deploy/${page}`)).toMatch(new RegExp(`^# ${alert}$`, 'm'))
  })

  test('the checks above find something to check', () => {
    expect(chapters.length).toBeGreaterThan(9)
    expect(linesOf(incidents).length).toBeGreaterThan(10)
    expect(processes.length).toBeGreaterThan(500_000)
    expect(
      isLine('NATS unreachable, reconnecting') && !isLine('docker compose ps') && !isLine('kingcar_live_sockets'),
    ).toBe(true)
  })
})
