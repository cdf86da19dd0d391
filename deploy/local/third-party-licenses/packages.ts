import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '@kingcar/localstack/paths'

/** A package that others made, and what its notice is written from. */
export type Package = {
  name: string
  version: string
  /** An expression of SPDX; empty where it names none. */
  licence: string
  author: string
  /** What its files say of its licence; none where it brings no such file. */
  texts: readonly string[]
  /** Whether `patches/` changes it. */
  isChanged: boolean
}

type Manifest = {
  name: string
  version: string
  license?: string | { type: string }
  author?: string | { name: string }
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Of a licence, of those whom it thanks, and of what it was made of. */
const legal = /^(?:un)?licen[cs]e|^copying|^notice|^third.?party/i
/** The innermost one: a package may bring its own copy of another. */
const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
/** Vite names here what the tool is made of, and nothing of that comes into a bundle. */
const ofTheToolItself = /^# Licenses of bundled dependencies$/m
/** What a bundler puts in of its own stands under a name that is no file. */
const ofTool = /^\0(vite|rolldown)\//

/** The packages that modules of a bundle come from, by their paths: each copy of each version once, sorted. */
export function packagesOf(modules: Iterable<string>): Package[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const tool = ofTool.exec(module)?.[1]
    const folder = tool === undefined ? inPackage.exec(module)?.[1] : folderOf(tool)
    if (folder !== undefined) folders.add(folder)
  }
  return uniquePackages([...folders].map(readPackage))
}

/** Packages and what they need of what is installed: of binaries, those of this system. */
export function withDependencies(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name) || !existsSync(join(folderOf(name), 'package.json'))) continue
    seen.add(name)
    const { dependencies, optionalDependencies } = readManifest(folderOf(name))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), seen)
  }
  return seen
}

/** Packages by name, as they are installed at the top. */
export const packagesNamed = (names: Iterable<string>): Package[] =>
  [...names].map((name) => readPackage(folderOf(name)))

/** Each version of each once, by name. */
export function uniquePackages(packages: readonly Package[]): Package[] {
  const byName = new Map(packages.map((each) => [`${each.name} ${each.version}`, each]))
  return [...byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

const folderOf = (name: string) => join(root, 'node_modules', name)

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

function readPackage(at: string): Package {
  const folder = resolve(root, at)
  const { name, version, license = '', author = '' } = readManifest(folder)
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : license.type,
    author: typeof author === 'string' ? author : author.name,
    texts: textsIn(folder),
    isChanged: existsSync(join(root, 'patches', `${name.replaceAll('/', '+')}+${version}.patch`)),
  }
}

/** Files of its licence, or what its README says of it. A typeface has it beside its files, not beside its manifest. */
function textsIn(folder: string): string[] {
  const at = [folder, join(folder, 'dist')].filter((each) => existsSync(each))
  const files = at.flatMap((each) =>
    readdirSync(each, { withFileTypes: true })
      .filter((entry) => entry.isFile() && legal.test(entry.name) && !/\.[cm]?[jt]sx?(?:\.map)?$/.test(entry.name))
      .map((entry) => join(each, entry.name)),
  )
  const texts = files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').split(ofTheToolItself)[0] ?? '')
  return [...new Set((texts.length > 0 ? texts : chapterIn(folder)).map((text) => text.trim()))]
}

function chapterIn(folder: string): string[] {
  const readme = readdirSync(folder).find((name) => /^readme/i.test(name))
  return readme
    ? (/^#+ Licen[cs](?:e|ing)\b[\s\S]*?(?=\n#|$(?![\s\S]))/m.exec(readFileSync(join(folder, readme), 'utf8')) ?? [])
    : []
}
