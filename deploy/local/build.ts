import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { decode } from '@jridgewell/sourcemap-codec'
import { takeLock } from '@kingcar/localstack/lock-file'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { lineTable } from '@kingcar/runtime/line-table'
import { build as bundle } from 'esbuild'
import { licensesFile } from './third-party-licenses/licenses-file.ts'
import {
  type Package,
  packagesNamed,
  packagesOf,
  uniquePackages,
  withDependencies,
} from './third-party-licenses/packages.ts'

/** Bundle → its source. Each becomes `dist/<name>.cjs`, which `dist/<name>.mjs` runs through `dist/load.mjs`. */
const entries = {
  member: 'services/member/src/main.ts',
  'member-demo': 'services/member/src/demo/main.ts',
  catalog: 'services/catalog/src/main.ts',
  orders: 'services/orders/src/main.ts',
  'portone-simulator': 'services/orders/src/simulator/main.ts',
  recognition: 'services/recognition/src/main.ts',
  gateway: 'gateway/src/main.ts',
}

/** Packages with binaries of their own, which lie beside the bundles. */
const binaries = ['@node-rs/argon2', 'sharp']
/** The page of the interface, of which files alone are served. */
const pages = '@fastify/swagger-ui'
/** What brings copies of its dependencies within its own files, where no bundler sees them. */
const bundlesItsDependencies = ['glob']
/** What is installed beside the bundles: these, and what they need. */
export const unbundledPackages = (): string[] => [...withDependencies(binaries)]

const loader = join(root, 'deploy/local/load.mjs')

const dist = join(root, 'dist')

type Part = { name: string; sources: readonly string[]; result: string; build: () => Promise<void> }

const shared = [
  'libs/contract',
  'package-lock.json',
  'patches',
  'deploy/local/build.ts',
  'deploy/local/load.mjs',
  'deploy/local/third-party-licenses',
]
const parts: readonly Part[] = [
  {
    name: 'services and gateway',
    sources: [...shared, 'services', 'gateway', 'libs/bus', 'libs/db', 'libs/runtime'],
    result: join(dist, 'gateway.mjs'),
    build: buildServices,
  },
  {
    name: 'console',
    sources: [...shared, 'web-admin', 'libs/client'],
    result: join(root, 'web-admin/dist/index.html'),
    build: buildConsole,
  },
]

/**
 * Bundles services and gateway (`dist/`) and the console (`web-admin/dist/`). What has not changed since the last time is
 * left as it is; of two builds at once the second waits.
 */
export async function build(log: (line: string) => void): Promise<void> {
  mkdirSync(dist, { recursive: true })
  using _lock = await takeLock(join(dist, '.lock'))
  let isNew = !existsSync(checksums)
  for (const { name, sources, result, build: make } of parts) {
    const stamp = join(dist, `.${name.split(' ')[0]}`)
    const hash = hashOf(sources)
    if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    log(`building ${name}`)
    rmSync(stamp, { force: true })
    await make()
    writeFileSync(stamp, hash)
    isNew = true
  }
  if (isNew) writeFileSync(checksums, checksumsOf(builtFiles()))
}

/** What was built: checksums as `sha256sum --check` reads them, of paths from the project's folder and from `/app` in the image. */
const checksums = join(dist, 'SHA256SUMS')

const builtFiles = (): string[] =>
  globSync(['dist/[!.]*', 'web-admin/dist/**'], { cwd: root })
    .filter((path) => path !== 'dist/SHA256SUMS' && statSync(join(root, path)).isFile())
    .sort()

const checksumsOf = (paths: readonly string[]): string =>
  paths
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('')

/** @throws UserFacingError if a file is not what the last build wrote */
export function assertAsBuilt(): void {
  const written = readFileSync(checksums, 'utf8').split('\n')
  const found = checksumsOf(builtFiles()).split('\n')
  const wrong = written.find((line) => !found.includes(line)) ?? found.find((line) => !written.includes(line))
  if (wrong === undefined) return
  const [, path] = wrong.split('  ')
  throw new UserFacingError(`${path} is not as the build wrote it. Remove the folder dist, which is built again.`)
}

async function buildServices(): Promise<void> {
  const bundled = await bundlePrograms(entries, dist)
  const packages = uniquePackages([
    ...bundled,
    ...packagesNamed([...unbundledPackages(), pages, ...withDependencies(bundlesItsDependencies)]),
    swaggerUiPackage(),
  ])
  writeFileSync(join(dist, 'licenses.txt'), licensesFile('What the processes of KingCar are made of', packages))
}

/** What the files of the page are, of which the package that brings them says nothing but the version. */
function swaggerUiPackage(): Package {
  const manifest = readFileSync(join(root, 'node_modules', pages, 'package.json'), 'utf8')
  const name = 'swagger-ui-dist'
  const version: string = JSON.parse(manifest).devDependencies[name]
  const list = `https://unpkg.com/${name}@${version}/swagger-ui-bundle.js.LICENSE.txt`
  const texts = [`Files of /docs. What they are made of in turn stands in ${list}, which ${pages} leaves out.`]
  return { name, version, licence: 'Apache-2.0', author: 'SmartBear Software', texts, isChanged: false }
}

/**
 * Bundles programs, by name, into `<name>.cjs`, and `<name>.mjs`, which runs it through `load.mjs`.
 * @returns the packages of others that came into them, and the bundler, which puts in lines of its own
 */
export async function bundlePrograms(programs: Readonly<Record<string, string>>, folder: string): Promise<Package[]> {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    // Identifiers stay: error classes are told apart in logs by their names, and `keepNames` costs a call a closure.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    platform: 'node',
    // A script is compiled whole by V8, where a module's imports of Node's own load what nobody asked for (30 ms of `node:http`).
    format: 'cjs',
    target: 'node24',
    external: [...binaries, pages],
    metafile: true,
    define: { 'import.meta.url': '__url', 'import.meta.main': '__main' },
    banner: { js: '(function(require,__url,__main){const module={},exports={};' },
    footer: { js: 'return module.exports})' },
    legalComments: 'none',
    logLevel: 'warning',
  })
  for (const name of Object.keys(programs)) {
    writeLineTable(join(folder, `${name}.cjs`))
    writeFileSync(join(folder, `${name}.mjs`), `import { load } from './load.mjs'\nload('${name}', true)\n`)
  }
  copyFileSync(loader, join(folder, 'load.mjs'))
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs))
  return uniquePackages([...packagesOf(modules), ...packagesNamed(['esbuild'])])
}

/** Makes of a bundle's map the smaller table that logged stacks are told by. */
function writeLineTable(file: string): void {
  const map: { sources: string[]; mappings: string } = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  writeFileSync(`${file}.lines`, lineTable({ sources: map.sources, mappings: decode(map.mappings) }))
  rmSync(`${file}.map`)
}

async function buildConsole(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' } // another would make a development build of React
  const { ok, output } = await runCommand('npm', ['run', 'build'], { cwd: join(root, 'web-admin'), env })
  if (!ok) throw new Error(`The console was not built:\n${output}`)
}

/** Of names and contents of all files that a build reads, and its settings. Tests and documents are none of it. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  // The console has these built in: one for other hosts is another console.
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}`)
  }
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  const full = join(root, path)
  if (/\.(json|ts|mjs)$/.test(path)) {
    hash.update(path).update(readFileSync(full))
    return
  }
  for (const entry of readdirSync(full, { withFileTypes: true }).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  )) {
    if (/^(node_modules|dist|test|screenshots|\..*)$|\.test\.tsx?$|\.(md|sql)$/.test(entry.name)) continue
    const inside = join(path, entry.name)
    if (entry.isDirectory()) addTo(hash, inside)
    else hash.update(inside).update(readFileSync(join(root, inside)))
  }
}

if (import.meta.main) await build((line) => process.stderr.write(`${line}\n`))
