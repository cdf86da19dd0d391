import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '@kingcar/localstack/paths'

/** A third-party package, with the content of its notice. */
export type Package = {
  name: string
  version: string
  /** SPDX expression; empty if the package names none. */
  licence: string
  author: string
  /** Texts of its licence files, or of its README's chapter; may be empty. */
  texts: readonly string[]
  /** True if `patches/` has a patch for it. */
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

/** Names of licence and notice files. */
const legal = /^(?:un)?licen[cs]e|^copying|^notice|^third.?party/i
/** Matches the innermost package of a path: a package may contain its own copy of another. */
const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
/** Vite's licence file lists below this line the packages of the tool itself, which are not in a bundle. */
const ofTheToolItself = /^# Licenses of bundled dependencies$/m
/** Virtual modules, which the bundler itself adds. */
const ofTool = /^\0(vite|rolldown)\//

/** The packages of a bundle's modules, by their paths, sorted and without duplicates. */
export function packagesOf(modules: Iterable<string>): Package[] {
  const folders = new Set<string>()
  for (const module of modules) {
    const tool = ofTool.exec(module)?.[1]
    const folder = tool === undefined ? inPackage.exec(module)?.[1] : folderOf(tool)
    if (folder !== undefined) folders.add(folder)
  }
  return uniquePackages([...folders].map(readPackage))
}

/** Packages with their installed dependencies; optional binaries only for this system. */
export function withDependencies(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name) || !existsSync(join(folderOf(name), 'package.json'))) continue
    seen.add(name)
    const { dependencies, optionalDependencies } = readManifest(folderOf(name))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), seen)
  }
  return seen
}

/** Packages by name, from the top level of node_modules. */
export const packagesNamed = (names: Iterable<string>): Package[] =>
  [...names].map((name) => readPackage(folderOf(name)))

/** Removes duplicates of name and version, sorted by name. */
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

/** Texts of the licence files, else the README's chapter. A font package has them in `dist`, beside its files. */
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
