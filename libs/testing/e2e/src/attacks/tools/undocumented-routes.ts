import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nothingFound } from '../../scenario-runner.ts'
import { runTool, type Target, type Tool } from './target.ts'

/** Debian's folder of wfuzz's word lists. */
const wordlists = '/usr/share/wfuzz/wordlist'
const few = [
  ...['admin', 'debug', 'metrics', 'health', 'livez', 'readyz', 'env', '.env', '.git/config', 'config', 'users'],
  ...['test'],
]

function wordsOf(...names: string[]): string[] {
  const files = existsSync(wordlists) ? globSync(names, { cwd: wordlists }) : []
  const words = files.flatMap((name) => readFileSync(join(wordlists, name), 'latin1').split(/\r?\n/))
  return [...new Set([...few, ...words])]
    .map((word) => word.replace(/^\//, ''))
    .filter((word) => /^[\x21-\x7e]+$/.test(word))
}

/** The API reference, the console's page and its files, and pages that only developers see. */
const documented =
  /^\/($|index\.html$|openapi\.json$|docs($|\/)|assets\/|dev\/(outbox|portone)|[\w-]+\.(svg|png|ico|webmanifest)$)/

/** True if a path is documented, or otherwise known to exist. */
function isKnown({ calls }: Target, url: string): boolean {
  const path = decodeURI(new URL(url).pathname)
  if (documented.test(path)) return true
  return calls.some((call) => new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(path))
}

type Result = { url: string; status: number; host?: string }

/** Requests thousands of undocumented paths; one that exists is a finding. */
export const ffuf: Tool = {
  name: 'ffuf',
  async run(target) {
    const words = wordsOf('general/*.txt', 'vulns/*.txt').slice(0, 6_000)
    const owned = target.calls.flatMap(({ path }) => path.split('/').filter((part) => /^\w+$/.test(part)))
    const file = join(target.folder, 'paths.txt')
    const all = [...new Set([...words, ...owned])]
    await writeFile(file, all.join('\n'))
    const found: string[] = []
    let tried = 0
    for (const [method, prefix] of [
      ...[
        ['GET', ''],
        ['GET', 'api/'],
        ['GET', 'admin/api/'],
        ['POST', 'api/'],
        ['POST', 'admin/api/'],
      ],
      ...[
        ['GET', 'dev/'],
        ['GET', 'docs/'],
        ['PUT', 'api/'],
        ['DELETE', 'admin/api/'],
      ],
    ] as const) {
      const report = join(target.folder, 'ffuf.json')
      const args = [
        '-u',
        `${target.base}/${prefix}FUZZ`,
        '-w',
        file,
        '-X',
        method,
        '-mc',
        'all',
        '-fc',
        '404',
        '-t',
        '20',
      ]
      await runTool(
        target,
        'ffuf',
        [...args, '-s', '-H', `Authorization: Bearer ${target.token}`, '-of', 'json', '-o', report],
        60,
      )
      const { results } = JSON.parse(await readFile(report, 'utf8')) as { results: Result[] }
      tried += all.length
      for (const { url, status } of results) {
        const refused = status === 400 && !URL.canParse(decodeOrNothing(url)) // an invalid path
        if (!refused && !isKnown(target, url)) found.push(`${status} ${method} ${url.slice(target.base.length)}`)
      }
    }
    return { name: 'ffuf', figures: { tried }, ...nothingFound({ undocumented: found }) }
  },
}

function decodeOrNothing(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return ''
  }
}

/** Queries lists with undocumented parameters; one that is not rejected is a finding. */
export const wfuzz: Tool = {
  name: 'wfuzz',
  async run(target) {
    const words = wordsOf('general/common.txt', 'general/medium.txt', 'others/names.txt').filter((word) =>
      /^\w+$/.test(word),
    )
    const file = join(target.folder, 'names.txt')
    await writeFile(file, words.join('\n'))
    const lists = ['/api/stores', '/admin/api/orders', '/admin/api/visits', '/api/terms', '/admin/api/auditLogs']
    const found: string[] = []
    for (const path of lists) {
      const names = target.calls.find((call) => call.method === 'GET' && call.path === path)?.inQuery ?? []
      const report = join(target.folder, 'wfuzz.json')
      const args = [
        '-w',
        file,
        '-t',
        '20',
        '-H',
        `Authorization: Bearer ${target.token}`,
        '--hc',
        '400',
        '-f',
        `${report},json`,
      ]
      await runTool(target, 'wfuzz', [...args, `${target.base}${path}?FUZZ=a`], 60)
      const results = JSON.parse(await readFile(report, 'utf8')) as { payload: string; code: number }[]
      for (const { payload, code } of results)
        if (!names.some(({ name }) => name === payload)) found.push(`${code} ${path}?${payload}=a`)
    }
    return { name: 'wfuzz', figures: { tried: words.length * lists.length }, ...nothingFound({ undocumented: found }) }
  },
}
