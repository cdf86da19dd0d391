import { parseNameSearch } from '@kingcar/contract'

/** The pages whose name contains the text or its initial consonants; all pages for an empty text. */
export function matchingPages<P extends { label: string }>(pages: readonly P[], typed: string): P[] {
  const bare = (text: string) => text.normalize('NFC').replaceAll(/\s/gu, '').toLowerCase()
  const name = new RegExp(parseNameSearch(bare(typed)).pattern, 'u')
  return pages.filter(({ label }) => name.test(bare(label)))
}
