let numbers = 0

/** A number in E.164 that no other test of the file uses. */
export function newNumber(): string {
  numbers += 1
  return `+82102${String(numbers).padStart(7, '0')}`
}
