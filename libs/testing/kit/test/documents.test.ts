import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * What documents say of the repository is true: links and their anchors lead somewhere, paths in code spans exist, `npm run`
 * names scripts that there are, and variables of the environment are read by somebody.
 */

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const ignored = /(^|\/)(node_modules|dist|\.[^/]+)\//
const files = globSync('**/*.md', { cwd: root, exclude: (path) => ignored.test(`${path}/`) })
/** Its lines tell of what was, and of what has gone since. */
const history = 'CHANGELOG.md'
const documents = files.filter((file) => file !== history).map((file) => ({ file, text: read(file) }))

const workspaces = globSync(
  (JSON.parse(read('package.json')) as { workspaces: string[] }).workspaces.map((each) => `${each}/package.json`),
  { cwd: root },
)
const scriptsOf = (folder: string): string[] =>
  Object.keys((JSON.parse(read(join(folder, 'package.json'))) as { scripts?: object }).scripts ?? {})

const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

/** As GitHub makes them of headings. */
const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )

/** What is wrong with the links of a document, which stands in a folder. */
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

/** The folders at the top, by which a path of the repository is known. */
const top = /^(?:deploy|gateway|libs|services|web-admin)\//
/** Of a path only what may be followed: `<name>`, `*` and braces stand for any. */
const pattern = (path: string) => path.replaceAll(/<[^>]+>|…/g, '*')

/** Paths in code spans: of the repository, or of the document's own package. */
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
/** What a build makes is there after it, and what an example makes after that. */
const isMade = (path: string) => /(^|\/)dist(\/|$)/.test(path) || madeByExamples.includes(path)
/** Of the operations that CONTRIBUTING.md adds. */
const madeByExamples = [
  'services/catalog/src/store/count.ts',
  'services/catalog/test/count-stores.test.ts',
  'services/catalog/src/store/close-for-day.ts',
  'services/catalog/test/close-store-for-day.test.ts',
]
const packageOf = (file: string): string =>
  existsSync(join(root, dirname(file), 'package.json')) ? dirname(file) : packageOf(dirname(file))

/** Commands of npm that name no script. */
function wrongCommands({ text }: { text: string }): string[] {
  const commands = [
    ...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)(?: (?:-w|--workspace) (\S+?))?(?=[\s`'".,);]|$)/gm),
  ]
  return commands
    .filter(
      ([, script = '', workspace = '.']) =>
        !(existsSync(join(root, workspace, 'package.json')) && scriptsOf(workspace).includes(script)),
    )
    .map(([command]) => command)
}

/** Whatever reads, sets or documents a variable, but for Markdown. */
const sources = globSync('**/*.{ts,tsx,mjs,js,sh,py,c,conf,yml,yaml,json}', {
  cwd: root,
  exclude: (path) => ignored.test(`${path}/`),
})
  .filter((file) => !file.startsWith('package-lock') && !import.meta.filename.endsWith(file))
  .map(read)
  .concat(read('deploy/Dockerfile'))
  .join('\n')

/** Variables in code spans that nobody knows. */
function wrongVariables({ text }: { text: string }): string[] {
  const spans = [...withoutBlocks(text).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].map(([, name = '']) => name)
  return spans.filter((name) => !sources.includes(name) && !sources.includes(name.replace(/_FILE$/, '')))
}

describe.each(documents)('$file', (document) => {
  test('its links lead somewhere', () => {
    expect(wrongLinks(document)).toEqual([])
  })
  test('its paths are there', () => {
    expect(wrongPaths(document)).toEqual([])
  })
  test('its commands are scripts of npm', () => {
    expect(wrongCommands(document)).toEqual([])
  })
  test('its variables are read by somebody', () => {
    expect(wrongVariables(document)).toEqual([])
  })
})

test('the checks above see what they look for', () => {
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
  expect(wrongVariables(wrong('`NO_SUCH_VARIABLE` `DATA_DIR`'))).toEqual(['NO_SUCH_VARIABLE'])
})
