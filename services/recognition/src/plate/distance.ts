import { areLookalikes } from './misreadings.ts'

/** Costs of an edit: cameras confuse lookalikes, and rarely miss a character. */
const cost = { lookalike: 1, other: 2, missing: 2 }

/** Weighted edit distance (Levenshtein) of two plates; 0 if they are equal. */
export function plateDistance(plate: string, other: string): number {
  const to = [...other]
  let costs = [0, ...to.map((_, at) => (at + 1) * cost.missing)]
  for (const character of plate) {
    let left = (costs[0] ?? 0) + cost.missing
    const next = [left]
    for (const [at, target] of to.entries()) {
      const [diagonal = 0, above = 0] = costs.slice(at, at + 2)
      left = Math.min(diagonal + substitutionCost(character, target), above + cost.missing, left + cost.missing)
      next.push(left)
    }
    costs = next
  }
  return costs.at(-1) ?? 0
}

function substitutionCost(character: string, other: string): number {
  if (character === other) return 0
  return areLookalikes(character, other) ? cost.lookalike : cost.other
}
