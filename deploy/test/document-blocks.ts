import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'

/** The shell blocks of a document, in order. @param page its path in the repository */
export const shellBlocks = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

/** The shell block of a document that begins with the text. @throws Error without exactly one */
export function shellBlock(page: string, beginning: string): string {
  const [block, ...others] = shellBlocks(page).filter((each) => each.startsWith(beginning))
  if (block === undefined || others.length > 0) throw new Error(`${page}: no single block begins with ${beginning}`)
  return block
}
