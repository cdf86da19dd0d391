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

/** Source of each bundle `dist/<name>.cjs`, which `dist/<name>.mjs` runs through `dist/load.mjs`. */
const entries = {
  member: 'services/member/src/main.ts',
  'member-demo': 'services/member/src/demo/main.ts',
  catalog: 'services/catalog/src/main.ts',
  'catalog-demo': 'services/catalog/src/demo/main.ts',
  orders: 'services/orders/src/main.ts',
  'orders-demo': 'services/orders/src/demo/main.ts',
  'portone-simulator': 'libs/payment-simulator/src/main.ts',
  recognition: 'services/recognition/src/main.ts',
  'recognition-demo': 'services/recognition/src/demo/main.ts',
  'recognition-rehearsal': 'services/recognition/src/rehearsal/main.ts',
  gateway: 'gateway/src/main.ts',
}

/** Packages with native binaries, which are not bundled. */
const binaries = ['@node-rs/argon2', 'sharp']
/** The API reference page; only its static files are served. */
const pages = '@fastify/swagger-ui'
/** Packages that contain copies of their dependencies, which the bundler does not report. */
const bundlesItsDependencies = ['glob']
/** Packages that are installed beside the bundles, with their dependencies. */
export const unbundledPackages = (): string[] => [...withDependencies(binaries)]

const loader = join(root, 'deploy/local/load.mjs')

const dist = join(root, 'dist')

type Part = { name: string; sources: readonly string[]; result: string; build: () => Promise<void> }

const shared = [
  'libs/contract',
  'libs/markdown',
  'package-lock.json',
  'patches',
  'deploy/local/build.ts',
  'deploy/local/load.mjs',
  'deploy/local/third-party-licenses',
]
const parts: readonly Part[] = [
  {
    name: 'services and gateway',
    sources: [
      ...shared,
      'services',
      'gateway',
      'libs/bus',
      'libs/db',
      'libs/payment-simulator',
      'libs/runtime',
      'libs/service',
    ],
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

const stampOf = ({ name }: Part) => join(dist, `.${name.split(' ')[0]}`)

const isCurrent = (part: Part, hash: string) =>
  existsSync(part.result) && existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === hash

/** True if a build would find nothing to do. */
export const isBuilt = (): boolean =>
  existsSync(checksums) && parts.every((part) => isCurrent(part, hashOf(part.sources)))

/**
 * Bundles services and gateway (`dist/`) and the console (`web-admin/dist/`). Skips a part whose sources have not changed since
 * the last build. A concurrent build waits.
 */
export async function build(log: (line: string) => void): Promise<void> {
  mkdirSync(dist, { recursive: true })
  using _lock = await takeLock(join(dist, '.lock'))
  let isNew = !existsSync(checksums)
  for (const part of parts) {
    const hash = hashOf(part.sources)
    if (isCurrent(part, hash)) continue
    log(`building ${part.name}`)
    rmSync(stampOf(part), { force: true })
    await part.build()
    writeFileSync(stampOf(part), hash)
    isNew = true
  }
  if (isNew) writeFileSync(checksums, checksumsOf(builtFiles()))
}

/** Checksums of the built files for `sha256sum --check`, with paths relative to the project folder and to `/app` in the image. */
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

/** @throws UserFacingError if a built file was changed after the build */
export function assertAsBuilt(): void {
  const written = readFileSync(checksums, 'utf8').split('\n')
  const found = checksumsOf(builtFiles()).split('\n')
  const wrong = written.find((line) => !found.includes(line)) ?? found.find((line) => !written.includes(line))
  if (wrong === undefined) return
  const [, path] = wrong.split('  ')
  throw new UserFacingError(`${path} was changed after the build. Remove the folder dist; it is built again.`)
}

async function buildServices(): Promise<void> {
  const bundled = await bundlePrograms(entries, dist)
  const packages = uniquePackages([
    ...bundled,
    ...packagesNamed([...unbundledPackages(), pages, ...withDependencies(bundlesItsDependencies)]),
    swaggerUiPackage(),
  ])
  writeFileSync(join(dist, 'licenses.txt'), licensesFile('Third-party software in the processes of KingCar', packages))
}

/** swagger-ui-dist, whose files the package contains; its manifest names only the version. */
function swaggerUiPackage(): Package {
  const manifest = readFileSync(join(root, 'node_modules', pages, 'package.json'), 'utf8')
  const name = 'swagger-ui-dist'
  const version: string = JSON.parse(manifest).devDependencies[name]
  const list = `https://unpkg.com/${name}@${version}/swagger-ui-bundle.js.LICENSE.txt`
  const texts = [`Files of /docs. Their own third-party software is listed in ${list}, which ${pages} leaves out.`]
  return { name, version, licence: 'Apache-2.0', author: 'SmartBear Software', texts, isChanged: false }
}

/**
 * Bundles programs into `<name>.cjs`, with a `<name>.mjs` that runs it through `load.mjs`.
 * @returns the third-party packages in the bundles, and the bundler, which adds code of its own
 */
export async function bundlePrograms(programs: Readonly<Record<string, string>>, folder: string): Promise<Package[]> {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    // Identifiers are kept: logs show names of error classes, and `keepNames` would cost a call for each closure.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: 'external',
    sourcesContent: false,
    platform: 'node',
    // CommonJS loads Node's modules only when needed; a module's static imports load all of them (30 ms for `node:http`).
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

/** Replaces a bundle's source map by the smaller table that stack traces need. */
function writeLineTable(file: string): void {
  const map: { sources: string[]; mappings: string } = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  writeFileSync(`${file}.lines`, lineTable({ sources: map.sources, mappings: decode(map.mappings) }))
  rmSync(`${file}.map`)
}

async function buildConsole(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' } // any other value makes a development build of React
  const { ok, output } = await runCommand('npm', ['run', 'build'], { cwd: join(root, 'web-admin'), env })
  if (!ok) throw new Error(`The console could not be built:\n${output}`)
}

/** Hash of the names and contents of all files that a build reads, and of its settings, without tests and documents. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, source)
  // These values are built into the console.
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
