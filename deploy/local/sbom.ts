import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { describeFailure, progress } from '@kingcar/localstack/terminal'
import { build } from './build.ts'
import { listedPackages } from './third-party-licenses/licenses-file.ts'

/** Where the build lists the packages in its bundles and beside them. */
const lists = ['dist/licenses.txt', 'web-admin/dist/licenses.txt']

/** `npm run --silent sbom`: prints the packages that the product ships, as CycloneDX 1.6. */
try {
  await build(progress)
  const shipped = lists.flatMap((path) => listedPackages(readFileSync(join(root, path), 'utf8')))
  const components = new Map(shipped.map((each) => [purlOf(each), each]))
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components].sort().map(([purl, { licence, ...each }]) => ({
      type: 'library',
      'bom-ref': purl,
      ...each,
      purl,
      licenses: [{ expression: licence }],
    })),
  }
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`)
} catch (error) {
  process.stderr.write(`kingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}

/** https://github.com/package-url/purl-spec: the `@` of a scope is encoded. */
function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
}
