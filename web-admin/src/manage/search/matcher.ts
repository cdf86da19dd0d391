import { parseNameSearch } from '@kingcar/contract'

const bare = (text: string) => text.normalize('NFC').replaceAll(/\s/gu, '').toLowerCase()

/**
 * A predicate: whether one of the texts contains the typed text, or has its initial consonants. An empty text matches
 * everything.
 */
export function matcherOf(typed: string): (...texts: (string | undefined)[]) => boolean {
  const name = new RegExp(parseNameSearch(bare(typed)).pattern, 'u')
  return (...texts) => texts.some((text) => text !== undefined && name.test(bare(text)))
}
