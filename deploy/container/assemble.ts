import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { build, bundlePrograms, unbundledPackages } from '../local/build.ts'
import { services } from '../local/configuration/secrets.ts'
import { licensesFile } from '../local/third-party-licenses/licenses-file.ts'
import { program } from './program.ts'

/** Programs of the image beside the product's processes. */
const programs = Object.fromEntries(
  ['setup', 'secrets', 'backup', 'restore', 'demo'].map((name) => [name, `deploy/container/${name}.ts`]),
)
/** Files that only a developer's machine needs. */
const excluded = /[/\\]\.[^/\\]+$/

/**
 * `node deploy/container/assemble.ts <folder>`: builds the product and copies everything that the image needs into a folder,
 * which is `/app` in a container.
 */
program(async ([folder]) => {
  if (!folder) throw new UserFacingError('Usage: node deploy/container/assemble.ts <folder>')
  await build((line) => process.stderr.write(`${line}\n`))
  assemble(folder)
  const packages = await bundlePrograms(programs, join(folder, 'dist'))
  const title = `Third-party software in the programs ${Object.keys(programs).join(' and ')}`
  writeFileSync(join(folder, 'dist/setup-licenses.txt'), licensesFile(title, packages))
})

function assemble(folder: string): void {
  const take = (from: string, to = from) =>
    cpSync(join(root, from), join(folder, to), { recursive: true, filter: (path) => !excluded.test(path) })
  mkdirSync(folder, { recursive: true })
  take('dist')
  for (const program of ['run.mjs', 'health.mjs']) take(`deploy/container/${program}`, `dist/${program}`)
  for (const picture of globSync('deploy/local/demo/*.webp', { cwd: root })) take(picture, `dist/${basename(picture)}`)
  take('web-admin/dist')
  take('deploy/nats', 'nats')
  for (const service of services) take(`services/${service}/migrations`)
  take('node_modules/@fastify/swagger-ui/static', 'swagger-ui')
  for (const name of unbundledPackages()) take(`node_modules/${name}`)
}
