import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, bundlePrograms, external } from '../local/build.ts'
import { root } from '../local/paths.ts'
import { services } from '../local/secrets.ts'
import { Sentence } from '../local/sentence.ts'
import { program } from './program.ts'

/** Programs of the image that are no process of the product. */
const programs = { setup: 'deploy/container/setup.ts', secrets: 'deploy/container/secrets.ts' }
/** What is of use on a developer's machine alone. */
const left = /[/\\](?:member-demo\.[^/\\]+|\.[^/\\]+)$/

/**
 * `node deploy/container/assemble.ts <folder>`: builds the product and lays all that the image needs into a folder, which
 * is what one sees as `/app` in a container.
 */
program(async ([folder]) => {
  if (!folder) throw new Sentence('Usage: node deploy/container/assemble.ts <folder>')
  await build((line) => process.stderr.write(`${line}\n`))
  assemble(folder)
  await bundlePrograms(programs, join(folder, 'dist'))
})

function assemble(folder: string): void {
  const take = (from: string, to = from) =>
    cpSync(join(root, from), join(folder, to), { recursive: true, filter: (path) => !left.test(path) })
  mkdirSync(folder, { recursive: true })
  take('dist')
  for (const program of ['run.mjs', 'health.mjs']) take(`deploy/container/${program}`, `dist/${program}`)
  take('web-admin/dist')
  take('deploy/nats', 'nats')
  for (const service of services) take(`services/${service}/migrations`)
  take('node_modules/@fastify/swagger-ui/static', 'swagger-ui')
  for (const name of withDependencies(external.filter((name) => name !== '@fastify/swagger-ui')))
    take(`node_modules/${name}`)
}

type Manifest = Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>

/** Packages and what they need of what is installed: of binaries, those of this system. */
function withDependencies(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = join(root, 'node_modules', name, 'package.json')
    if (seen.has(name) || !existsSync(file)) continue
    seen.add(name)
    const { dependencies, optionalDependencies }: Manifest = JSON.parse(readFileSync(file, 'utf8'))
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), seen)
  }
  return seen
}
