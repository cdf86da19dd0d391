import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, parseAst } from 'vite'

/*
 * Pretendard comes in 92 subsets, ordered from rare to common, whose `unicode-range` lets a browser download only those that
 * a page shows. The stylesheet is imported twice: with `?common` it has the faces of nearly all Hangul that copy and Korean
 * names need, with `?rare` all others, whose rules are as large as three pages of the console and load after the page. The
 * complete font, 2 MB, is never used.
 *
 * The build fails if a text of the console has a character outside of the common faces: it would show in another typeface or
 * download a rare subset for one sign. Signs such as arrows and ticks are drawn as SVG instead.
 */

/** Index of the first common face; from here on they contain 1,274 Hangul syllables. */
const firstCommonFace = 76
const faceCount = 92

/** Modules whose strings are characters to recognize in input, not texts. */
const parsers = /\/libs\/contract\/src\/values\/(member-search|plate)\.ts/

/** A subset of the font: its characters as ranges of code points, and its size in bytes. */
export type Face = { ranges: readonly (readonly [from: number, to: number])[]; bytes: number }

/** Parses the faces of Pretendard's stylesheet. `sizeOf` returns the bytes of a font file. */
export function facesIn(css: string, sizeOf: (url: string) => number): { rule: string; face: Face }[] {
  return (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).map((rule) => {
    const [, url = ''] = /url\(["']?([^"')]+)/.exec(rule) ?? []
    const [, ranges = ''] = /unicode-range:\s*([^;}]+)/.exec(rule) ?? []
    return { rule, face: { ranges: ranges.split(',').map(rangeOf), bytes: sizeOf(url) } }
  })
}

function rangeOf(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().slice('U+'.length).split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

export const contains = ({ ranges }: Face, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return ranges.some(([from, to]) => code >= from && code <= to)
}

/** Outside of ASCII, which the commonest face has, and not invisible. */
const isSeen = (character: string) => character > '\x7f' && !/[\s\p{Default_Ignorable_Code_Point}]/u.test(character)

/** The characters of a module's string literals and templates, outside of ASCII. Regular expressions show nothing. */
export const shownCharacters = (code: string): Set<string> =>
  new Set(textsIn(parseAst(code).body).flatMap((text) => [...text].filter(isSeen)))

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  if (!('type' in value) || !('value' in value)) return Object.values(value).flatMap(textsIn)
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : []
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

/** As a stylesheet reads a code point: the replacement character for those that exist in no text. */
const characterOf = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)

/** The plugins for the font, and a function that returns the bytes of the faces that the texts of some modules need. */
export function pretendard(): { plugins: Plugin[]; bytesFor: (modules: Iterable<string>) => number } {
  let common: Face[] = []
  const shown = new Map<string, Set<string>>()
  const isOwn = (id: string) => !id.includes('/node_modules/') && !id.startsWith('\0') && !parsers.test(id)

  const subset: Plugin = {
    name: 'pretendard-subset',
    enforce: 'pre',
    transform(code, id) {
      const [path = '', part] = id.split('?')
      if (isOwn(id) && path.endsWith('.css')) shown.set(path, generatedCharacters(code))
      if (!path.endsWith('/pretendardvariable-dynamic-subset.css')) return null
      const faces = facesIn(code, (url) => statSync(join(dirname(path), url)).size)
      if (faces.length !== faceCount) this.error(`Expected ${faceCount} faces of Pretendard, found ${faces.length}.`)
      const isCommon = part === 'common'
      const kept = isCommon ? faces.slice(firstCommonFace) : faces.slice(0, firstCommonFace)
      if (isCommon) common = kept.map(({ face }) => face)
      return { code: kept.map(({ rule }) => rule).join('\n'), map: null }
    },
  }
  const characters: Plugin = {
    name: 'pretendard-characters',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const [path = ''] = id.split('?')
      if (isOwn(id) && /\.tsx?$/.test(path)) shown.set(path, shownCharacters(code))
    },
    generateBundle(_, bundle) {
      const bundled = new Set(Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [])))
      const missing = [...shown].flatMap(([id, used]) => {
        const without =
          bundled.has(id) || id.endsWith('.css')
            ? [...used].filter((one) => !common.some((face) => contains(face, one)))
            : []
        return without.map((one) => `${one} U+${one.codePointAt(0)?.toString(16).toUpperCase()} in ${id}`)
      })
      if (missing.length > 0)
        this.error(`Characters that are in no common subset of the font; draw signs as SVG:\n${missing.join('\n')}`)
    },
  }
  return {
    plugins: [subset, characters],
    bytesFor: (modules) => {
      const used = new Set(['0', ...[...modules].flatMap((id) => [...(shown.get(id) ?? [])])])
      const needed = common.filter((face) => [...used].some((one) => contains(face, one)))
      return needed.reduce((sum, { bytes }) => sum + bytes, 0)
    },
  }
}
