let given = 0

/** A plate, in its normal form, that no other test of this process uses. */
export const plates = (): string => {
  given += 1
  return `${10 + Math.floor(given / 10_000)}가${String(given % 10_000).padStart(4, '0')}`
}
