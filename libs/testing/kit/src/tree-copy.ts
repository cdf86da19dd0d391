import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/localstack/temporary-folder'

/** Installed, made or somebody's own, and not copied. */
const left = new Set(['node_modules', '.git', '.turbo', '.data', 'reports', 'coverage'])

/**
 * A copy of this tree to be changed, with the packages that are installed here: what it imports of the product's own is the
 * copy's. It is removed when it is disposed.
 * @param isBuilt whether what was built is copied too, so that a build in the copy makes again only what has changed
 */
export function copyTree({ isBuilt = false } = {}): TemporaryFolder {
  const copy = temporaryFolder()
  cpSync(root, copy.path, {
    recursive: true,
    filter: (path) => !left.has(basename(path)) && (isBuilt || basename(path) !== 'dist'),
  })
  const [here, there] = [join(root, 'node_modules'), join(copy.path, 'node_modules')]
  mkdirSync(join(there, '@kingcar'), { recursive: true })
  for (const name of readdirSync(here))
    if (!['@kingcar', '.cache'].includes(name)) symlinkSync(join(here, name), join(there, name))
  for (const name of readdirSync(join(here, '@kingcar'))) {
    const workspace = relative(realpathSync(root), realpathSync(join(here, '@kingcar', name)))
    symlinkSync(join(copy.path, workspace), join(there, '@kingcar', name))
  }
  return copy
}
