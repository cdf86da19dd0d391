import { isLegalPlate, normalisePlate, type ReviewedRead } from '@kingcar/contract'
import { text } from './copy.ts'

/** A plate that the read may show, with the reason why it is offered. */
export type Choice = { carNumber: string; source: string }

/** As many as there are keys for them. */
export const maxChoices = 5

/**
 * The plates to choose from, the most plausible first: the earlier correction of the same reading, the plate as read,
 * the nearest members' plates, and the other candidates of the camera. A member's plate is never before the plate as
 * read.
 */
export function choicesOf(
  read: Pick<ReviewedRead, 'carNumber' | 'suggestedCarNumber' | 'nearestMembers' | 'candidates'>,
): Choice[] {
  const members = new Map(read.nearestMembers.map(({ carNumber, name }) => [carNumber, text.sources.member(name)]))
  const offered: Choice[] = [
    ...(read.suggestedCarNumber === null
      ? []
      : [{ carNumber: read.suggestedCarNumber, source: text.sources.suggested }]),
    { carNumber: normalisePlate(read.carNumber), source: text.sources.asRead },
    ...read.nearestMembers.map(({ carNumber, name }) => ({ carNumber, source: text.sources.member(name) })),
    ...read.candidates.map(({ carNumber }) => ({
      carNumber: normalisePlate(carNumber),
      source: text.sources.candidate,
    })),
  ]
  const first = new Map<string, Choice>()
  for (const choice of offered) {
    const { carNumber } = choice
    if (!isLegalPlate(carNumber) || first.has(carNumber)) continue
    first.set(carNumber, { ...choice, source: members.get(carNumber) ?? choice.source })
  }
  return [...first.values()].slice(0, maxChoices)
}
