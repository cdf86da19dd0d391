import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Documents are true about the repository: links and anchors have targets, paths in code spans exist, `npm run` names
 * existing scripts, and environment variables are used in sources.
 */

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const ignored = /(^|\/)(node_modules|dist|\.[^/]+)\//
const files = globSync('**/*.md', { cwd: root, exclude: (path) => ignored.test(`${path}/`) })
/** Its entries describe past states, too. */
const history = 'CHANGELOG.md'
const documents = files.filter((file) => file !== history).map((file) => ({ file, text: read(file) }))

const workspaces = globSync(
  (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces.map((each) => `${each}/package.json`),
  { cwd: root },
)
const scriptsOf = (folder: string) =>
  (JSON.parse(read(join(folder, 'package.json'))) as { scripts?: Record<string, string> }).scripts ?? {}

const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

/** As GitHub creates them from headings. */
const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )

/** Broken links of a document. */
function wrongLinks({ file, text }: { file: string; text: string }): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return links.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [path = '', anchor] = target.split('#')
    const full = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(root, full))) return true
    return anchor !== undefined && !anchorsOf(read(full)).includes(anchor)
  })
}

/** The top-level folders, which identify a path of the repository. */
const top = /^(?:deploy|gateway|libs|services|web-admin)\//
/** `<name>`, `*` and braces of a path match anything. */
const pattern = (path: string) => path.replaceAll(/<[^>]+>|…/g, '*')

/** Wrong paths in code spans: of the repository, or of the document's own package. */
function wrongPaths({ file, text }: { file: string; text: string }): string[] {
  const spans = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const paths = spans.filter(
    (span) => /^[\w@.<>{},*…/-]+$/.test(span) && (top.test(span) || /^(?:src|test|migrations)\//.test(span)),
  )
  return paths.filter((path) => {
    const from = join(root, top.test(path) ? '.' : packageOf(file))
    return globSync(pattern(path), { cwd: from }).length === 0 && !isMade(path)
  })
}
/** Build outputs exist after a build, and files of examples after the example. */
const isMade = (path: string) => /(^|\/)dist(\/|$)/.test(path) || madeByExamples.includes(path)
/** Files of the operations that CONTRIBUTING.md adds. */
const madeByExamples = [
  'services/catalog/src/store/count.ts',
  'services/catalog/test/count-stores.test.ts',
  'services/catalog/src/store/close-for-day.ts',
  'services/catalog/test/close-store-for-day.test.ts',
]
const packageOf = (file: string): string =>
  existsSync(join(root, dirname(file), 'package.json')) ? dirname(file) : packageOf(dirname(file))

/** npm commands without such a script, or with one of a workspace that a fresh clone cannot run: it has no packages yet. */
function wrongCommands({ text }: { text: string }): string[] {
  const commands = [
    ...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)(?: (?:-w|--workspace) (\S+?))?(?=[\s`'".,);]|$)/gm),
  ]
  return commands
    .filter(([, script = '', workspace = '.']) => {
      const command = existsSync(join(root, workspace, 'package.json')) && scriptsOf(workspace)[script]
      return !command || (workspace !== '.' && !/^node (?:(?:\.\.\/)+deploy\/)?local\/bootstrap\.mjs /.test(command))
    })
    .map(([command]) => command)
}

/** Files that read, set or document variables, without Markdown. */
const sources = globSync('**/*.{ts,tsx,mjs,js,sh,py,c,conf,yml,yaml,json}', {
  cwd: root,
  exclude: (path) => ignored.test(`${path}/`),
})
  .filter((file) => !file.startsWith('package-lock') && !import.meta.filename.endsWith(file))
  .map(read)
  .concat(read('deploy/Dockerfile'))
  .join('\n')

/** Variables in code spans that no source contains. */
function wrongVariables({ text }: { text: string }): string[] {
  const spans = [...withoutBlocks(text).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name = '']) => name)
  return spans.filter((name) => !sources.includes(name) && !sources.includes(name.replace(/_FILE$/, '')))
}

describe.each(documents)('$file', (document) => {
  test('its links have targets', () => {
    expect(wrongLinks(document)).toEqual([])
  })
  test('its paths exist', () => {
    expect(wrongPaths(document)).toEqual([])
  })
  test('its commands are npm scripts', () => {
    expect(wrongCommands(document)).toEqual([])
  })
  test('its variables are used in sources', () => {
    expect(wrongVariables(document)).toEqual([])
  })
})

test('the checks above detect errors', () => {
  expect(documents.length).toBeGreaterThan(15)
  expect(workspaces.length).toBeGreaterThan(10)
  const wrong = (text: string) => ({ file: 'README.md', text })
  expect(wrongLinks(wrong('[a](nowhere.md) [b](README.md#nothing) [c](STYLE.md) [d](#start)'))).toEqual([
    'nowhere.md',
    'README.md#nothing',
  ])
  expect(wrongPaths(wrong('`libs/nothing/src` `libs/*/src` `libs/<name>/package.json`'))).toEqual(['libs/nothing/src'])
  expect(wrongCommands(wrong('`npm run nothing`, `npm run check`, `npm run generate -w libs/client`'))).toEqual([
    'npm run nothing',
  ])
  expect(wrongCommands(wrong('`npm run typecheck -w deploy`'))).toEqual(['npm run typecheck -w deploy'])
  expect(wrongVariables(wrong('`NO_SUCH_VARIABLE` `DATA_DIR`'))).toEqual(['NO_SUCH_VARIABLE'])
})
