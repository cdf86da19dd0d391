import type { Package } from './packages.ts'

const rule = '='.repeat(80)

/** The text of a notices file: who made what the product is made of, under which licence, and the licences themselves. */
export function licensesFile(title: string, packages: readonly Package[]): string {
  const list = packages.map((each) => `${headOf(each)}: ${each.licence || 'names no licence'}`)
  return [`${title}\n\n${list.join('\n')}\n`, ...packages.map(notice)].join(`\n${rule}\n`)
}

const headOf = ({ name, version }: Package) => `${name} ${version}`

function notice(each: Package): string {
  const { licence, author, texts, isChanged } = each
  const lines = [
    headOf(each),
    `Licence: ${licence || 'names none'}`,
    ...(author ? [`Author: ${author}`] : []),
    ...(isChanged ? ['Changed: the copy here is not as its authors published it.'] : []),
    '',
    texts.length > 0
      ? texts.join('\n\n')
      : `It brings no text of its licence, which is at https://spdx.org/licenses/${licence}.html`,
  ]
  return `${lines.join('\n')}\n`
}
