import type { Package } from './packages.ts'

const rule = '='.repeat(80)

/** The text of a licences file: each third-party package with its authors, its licence and the licence's text. */
export function licensesFile(title: string, packages: readonly Package[]): string {
  const list = packages.map((each) => `${headOf(each)}: ${each.licence || 'names no licence'}`)
  return [`${title}\n\n${list.join('\n')}\n`, ...packages.map(notice)].join(`\n${rule}\n`)
}

/** The packages at the head of a licences file. */
export function listedPackages(text: string): Pick<Package, 'name' | 'version' | 'licence'>[] {
  const [head = ''] = text.split(`\n${rule}\n`)
  return [...head.matchAll(/^(\S+) (\S+): (.*)$/gm)].map(([, name = '', version = '', licence = '']) => ({
    name,
    version,
    licence,
  }))
}

const headOf = ({ name, version }: Package) => `${name} ${version}`

function notice(each: Package): string {
  const { licence, author, texts, isChanged } = each
  const lines = [
    headOf(each),
    `Licence: ${licence || 'names none'}`,
    ...(author ? [`Author: ${author}`] : []),
    ...(isChanged ? ['Changed: this copy differs from the published package.'] : []),
    '',
    texts.length > 0
      ? texts.join('\n\n')
      : `The package does not include its licence text, which is at https://spdx.org/licenses/${licence}.html`,
  ]
  return `${lines.join('\n')}\n`
}
