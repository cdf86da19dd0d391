import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type Plugin, parseAst } from 'vite'

/*
 * The console's font has the characters of its own texts, of the errors that services answer and of frequent names, cut out of
 * Pretendard at the build. A page loads this one file. Pretendard's 92 subsets, whose `unicode-range` lets a browser download
 * only those that a page shows, have the other characters of names and notices; their rules are as large as four pages of the
 * console, and load after the page. The complete font, 2 MB, is never used.
 *
 * The build fails if a text of the console has a character that Pretendard lacks. Signs such as ticks are drawn as SVG instead.
 */

const require = createRequire(import.meta.url)
const pretendard = join(dirname(require.resolve('pretendard/package.json')), 'dist/web/variable')
const subsets = join(pretendard, 'pretendardvariable-dynamic-subset.css')
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where texts that the console shows are written. */
const folders = ['web-admin/src', 'libs/contract/src']

/** Modules whose strings are characters that the parser recognizes in input, not texts. */
const parsers = /\/libs\/contract\/src\/values\/(member-search|plate)\.ts$/

/** Syllables of frequent Korean family and given names, so that most lists of people need no further file. */
const names =
  '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지나엄원천방공현함변염여추도석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예봉경사부가' +
  '준서연민수영미숙희자순정상철호훈동욱승재혁태건규찬빈율린채아윤시은다온솔별아름빛샘슬기혜란옥분춘말덕복병종광근식환섭범열균필홍람담결'

/**
 * Weights that the styles use, except for the thin clock of a wall screen: with its weight of 200 the file would be a
 * third larger.
 */
const weights = { min: 400, max: 800 }
/**
 * OpenType features that the console uses: kerning and digits of one width. Features of characters that it does not
 * show are removed.
 */
const features = ['kern', 'tnum']

/** True if one of the ranges of a `unicode-range` contains the character. */
export function contains(css: string, character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (css.match(/U\+[\da-f]+(?:-[\da-f]+)?/gi) ?? []).some((range) => {
    const [from = '', to = from] = range.slice('U+'.length).split('-')
    return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16)
  })
}

/** Whether a character is visible and outside of ASCII, which the font always has. */
const isSeen = (character: string) => character > '\x7f' && !/[\s\p{Default_Ignorable_Code_Point}]/u.test(character)

/** The characters outside of ASCII in a module's strings, templates and elements. Regular expressions are not shown. */
export const shownCharacters = (code: string, lang: 'ts' | 'tsx'): Set<string> =>
  new Set(textsIn(parseAst(code, { lang }).body).flatMap((text) => [...text].filter(isSeen)))

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  if (!('type' in value) || !('value' in value)) return Object.values(value).flatMap(textsIn)
  if (value.type === 'Literal' || value.type === 'JSXText') return typeof value.value === 'string' ? [value.value] : []
  const { cooked } = Object(value.value)
  return value.type === 'TemplateElement' ? [String(cooked)] : Object.values(value).flatMap(textsIn)
}

/** Declarations whose strings a browser shows. */
const generating =
  /(?:content|quotes|list-style(?:-type)?)\s*:((?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[^;}"'])*)/g
const cssString = /"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'/g

/** The characters that a stylesheet shows as generated content, outside of ASCII. */
export const generatedCharacters = (css: string): Set<string> =>
  new Set(
    [...css.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').matchAll(generating)]
      .flatMap(([, value = '']) => [...value.matchAll(cssString)])
      .flatMap(([, double, single]) => [...unescaped(double ?? single ?? '')].filter(isSeen)),
  )

/** A string of a stylesheet without its escapes: hexadecimal code points, continued lines, and other characters as they are. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:([\da-f]{1,6})\s?|(\r?\n)|([\s\S]))/gi, (_, code?: string, line?: string, other?: string) =>
    code === undefined ? (line === undefined ? String(other) : '') : characterOf(Number.parseInt(code, 16)),
  )

/** The character of a code point in a stylesheet: the replacement character for code points that occur in no text. */
const characterOf = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)

/** All characters that the console's texts have. @throws Error naming each that Pretendard lacks, and where it is */
async function consoleCharacters(): Promise<string> {
  const found = new Map<string, string>()
  for (const folder of folders) {
    for (const name of await readdir(join(root, folder), { recursive: true })) {
      const path = join(root, folder, name)
      if (!/(?<!\.test|\.d)\.(tsx?|css)$/.test(path) || parsers.test(path)) continue
      const code = await readFile(path, 'utf8')
      const shown = path.endsWith('.css')
        ? generatedCharacters(code)
        : shownCharacters(code, path.endsWith('x') ? 'tsx' : 'ts')
      for (const character of shown) found.set(character, join(folder, name))
    }
  }
  const css = await readFile(subsets, 'utf8')
  const missing = [...found].filter(([character]) => !contains(css, character))
  if (missing.length > 0) {
    const lines = missing.map(([one, path]) => `${one} U+${one.codePointAt(0)?.toString(16).toUpperCase()} in ${path}`)
    throw new Error(`Characters that the font lacks; draw signs as SVG:\n${lines.join('\n')}`)
  }
  const ascii = String.fromCodePoint(...Array.from({ length: 0x7e - 0x20 + 1 }, (_, at) => 0x20 + at))
  return [...new Set([...ascii, ...names, ...found.keys()])].sort().join('')
}

/**
 * Cuts some characters out of Pretendard, or uses the file of an earlier build with the same characters. @returns its
 * path
 */
async function cutOut(text: string): Promise<string> {
  const whole = join(pretendard, 'woff2/PretendardVariable.woff2')
  const { version } = JSON.parse(await readFile(require.resolve('pretendard/package.json'), 'utf8'))
  const key = createHash('sha256')
    .update(JSON.stringify([version, text, weights, features]))
    .digest('hex')
  const path = join(root, 'node_modules/.cache/console-font', `${key.slice(0, 16)}.woff2`)
  if (existsSync(path)) return path
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights }, keepFeatures: features } as const
  const part = await subsetFont(await readFile(whole), text, options)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, part)
  await rename(`${path}.${process.pid}`, path) // a concurrent build never reads a half-written file
  return path
}

/** The plugin for the font, and its size in bytes once it is built. A development server uses Pretendard's subsets only. */
export function consoleFont(): { plugin: Plugin; bytes: () => number } {
  let [path, bytes] = ['', 0]
  const plugin: Plugin = {
    name: 'console-font',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      path = await cutOut(await consoleCharacters())
      bytes = (await readFile(path)).length
    },
    transform(code, id) {
      if (!id.endsWith('/ui/styles/font.css')) return null
      const url = relative(dirname(id), path)
      return { code: code.replace('url()', `url("./${url}")`), map: null }
    },
  }
  return { plugin, bytes: () => bytes }
}
