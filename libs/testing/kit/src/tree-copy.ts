import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/localstack/temporary-folder'

/** What is the product's source; the rest of the tree is made, or somebody's own. */
const sources = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'deploy',
  'gateway',
  'libs',
  'services',
] as const
/** Made, and not to be taken along. */
const made = new Set(['node_modules', 'dist', '.turbo'])

/**
 * A copy of this tree's sources to be changed, with the packages that are installed here: what it imports of the product's
 * own is the copy's. It goes when it is disposed.
 */
export function copyTree(): TemporaryFolder {
  const copy = temporaryFolder()
  for (const source of sources)
    cpSync(join(root, source), join(copy.path, source), {
      recursive: true,
      filter: (path) => !made.has(basename(path)),
    })
  const [here, there] = [join(root, 'node_modules'), join(copy.path, 'node_modules')]
  mkdirSync(join(there, '@kingcar'), { recursive: true })
  for (const name of readdirSync(here)) if (name !== '@kingcar') symlinkSync(join(here, name), join(there, name))
  for (const name of readdirSync(join(here, '@kingcar'))) {
    const workspace = relative(realpathSync(root), realpathSync(join(here, '@kingcar', name)))
    symlinkSync(join(copy.path, workspace), join(there, '@kingcar', name))
  }
  return copy
}
