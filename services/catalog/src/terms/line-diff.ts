import type { TermsChange } from '@kingcar/contract'
import { diffLines } from 'diff'

/**
 * Lines that went or came. The time grows with their square: 1,000 in texts of 25,000 lines took a quarter of a second. So many
 * changes, and two texts of 50,000 characters as JSON, 600 KB at most, fit into a message of the bus.
 */
const maxEditLength = 1_000

/**
 * What changed from one text to another, line by line; neighbouring lines of one kind are one change. Texts that differ in
 * more lines are all removed and all added.
 */
export function diffByLine(before: string, after: string): TermsChange[] {
  const found = diffLines(before, after, { maxEditLength })
  if (!found) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  return found.map(({ value: text, added, removed }) => {
    return { kind: added ? 'added' : removed ? 'removed' : 'same', text }
  })
}
