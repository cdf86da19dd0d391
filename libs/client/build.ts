import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/*
 * Builds `dist`, the installable package: a module and a declaration file for each source, without dependencies on this
 * repository. `npm pack ./libs/client/dist` makes an archive of it.
 */

const folder = import.meta.dirname
const dist = join(folder, 'dist')
const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
for (const file of globSync('**/*.{js,d.ts}', { cwd: dist }).map((found) => join(dist, found))) {
  const text = readFileSync(file, 'utf8')
  if (isEmpty(text)) rmSync(file)
  // The compiler rewrites import paths only in modules; declarations that import `.ts` need an option of the user's compiler.
  else if (file.endsWith('.d.ts')) writeFileSync(file, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'))
const manifest = {
  name,
  version,
  description: 'Typed client of the KingCar API for browsers and Node',
  license: 'UNLICENSED',
  type: 'module',
  sideEffects: false,
  types: './index.d.ts',
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './webhooks': { types: './webhooks.d.ts', default: './webhooks.js' },
    './package.json': './package.json',
  },
  engines: { node: '>=20.3' }, // AbortSignal.any
  publishConfig: { access: 'restricted' },
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)

/** Whether a module contains only types. */
function isEmpty(text: string): boolean {
  return text.replaceAll(/^\/\/.*$/gm, '').trim() === 'export {};'
}
