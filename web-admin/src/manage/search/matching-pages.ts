import { readName } from '@kingcar/contract'

/** Which pages a text means: part of their name, or its initial consonants; all of them where nothing is asked for. */
export function matchingPages<P extends { label: string }>(pages: readonly P[], typed: string): P[] {
  const bare = (text: string) => text.normalize('NFC').replaceAll(/\s/gu, '').toLowerCase()
  const name = new RegExp(readName(bare(typed)).pattern, 'u')
  return pages.filter(({ label }) => name.test(bare(label)))
}
