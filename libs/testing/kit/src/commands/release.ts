import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'

/** Where a file names the version of the product, before the version itself. Past versions in documents are written in other ways. */
const places = [
  '"name": "(?:kingcar|@kingcar/[\\w-]+)",\\n\\s*"version": "', // of a manifest, and of the lock file
  '"@kingcar/[\\w-]+": "',
  'kingcar:(?:\\$\\{KINGCAR_VERSION:-)?', // the image
  'newTag: ',
  'value: setup-', // the job of a cluster
  'kingcar-recognizer ',
]
const files = '**/{package,package-lock,docker-compose,kustomization,README,device}.{json,yml,yaml,md,ts}'

/**
 * Gives the product a version: in all manifests, images and commands of documents, and to what is under Unreleased in CHANGELOG.md.
 * @param date of the release, such as 2026-11-28
 * @returns the files that it changed
 * @throws Error without a valid version, or if nothing is unreleased
 */
export function release(folder: string, version: string, date: string): string[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Usage: npm run release -- <version>, such as 1.2.3')
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const { version: earlier }: { version: string } = JSON.parse(read('package.json'))
  const changelog = read('CHANGELOG.md')
  const heading = '\n## Unreleased\n'
  if (!changelog.includes(heading)) throw new Error('CHANGELOG.md has no section Unreleased.')
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog.replace(heading, `\n## ${version} (${date})\n`))
  const named = new RegExp(`(${places.join('|')})${earlier.replaceAll('.', '\\.')}\\b`, 'g')
  const ignored = /(?:^|\/)(?:node_modules|dist|\.[^/]+)$/
  const changed = globSync(files, { cwd: folder, exclude: (path) => ignored.test(path) }).filter((path) => {
    const text = read(path)
    const next = text.replace(named, (_, place: string) => place + version)
    if (next !== text) writeFileSync(join(folder, path), next)
    return next !== text
  })
  return ['CHANGELOG.md', ...changed]
}

if (import.meta.main) {
  const version = process.argv[2] ?? ''
  console.log(release(root, version, new Date().toISOString().slice(0, 10)).join('\n'))
  console.log(`\nRun npm run check and commit. Then: git tag --annotate v${version} --message 'KingCar ${version}'`)
}
