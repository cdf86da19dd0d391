let given = 0

/** A plate that no test of this process has had yet, in its normal form. */
export const plates = (): string => {
  given += 1
  return `${10 + Math.floor(given / 10_000)}가${String(given % 10_000).padStart(4, '0')}`
}
