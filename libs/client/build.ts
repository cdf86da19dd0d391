import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/*
 * Makes `dist`, the package as others install it: a module and a declaration for each source, and nothing of this
 * repository beside them. `npm pack ./libs/client/dist` puts it into a file.
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
  // The compiler writes specifiers anew in modules only, and a declaration that names `.ts` is taken where that is allowed.
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
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  engines: { node: '>=20.3' }, // AbortSignal.any
  publishConfig: { access: 'restricted' },
}
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)

/** Whether a module is of types alone. */
function isEmpty(text: string): boolean {
  return text.replaceAll(/^\/\/.*$/gm, '').trim() === 'export {};'
}
