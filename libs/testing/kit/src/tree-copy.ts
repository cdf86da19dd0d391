import { cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/localstack/temporary-folder'

/** Installed, generated or personal files, which are not copied. */
const notCopied = new Set(['node_modules', '.git', '.turbo', '.data', 'reports', 'coverage'])

/**
 * A copy of this tree for changes, with the packages that are installed here; the product's own packages are the
 * copy's. Disposing removes it.
 * @param isBuilt true to copy the build output too, so that a build in the copy only rebuilds what has changed
 */
export function copyTree({ isBuilt = false } = {}): TemporaryFolder {
  const copy = temporaryFolder()
  cpSync(root, copy.path, {
    recursive: true,
    filter: (path) => !notCopied.has(basename(path)) && (isBuilt || basename(path) !== 'dist'),
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
