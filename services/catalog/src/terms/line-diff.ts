import type { TermsChange } from '@kingcar/contract'
import { diffLines } from 'diff'

/**
 * Maximum number of changed lines. The time grows with its square: 1,000 in texts of 25,000 lines took a quarter of a
 * second. The changes and two texts of 50,000 characters (600 KB of JSON at most) fit into one bus message.
 */
const maxEditLength = 1_000

/**
 * Line diff of two texts; adjacent lines of one kind are one change. If more than 1,000 lines differ, the result is the
 * whole old text as removed and the whole new text as added.
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
