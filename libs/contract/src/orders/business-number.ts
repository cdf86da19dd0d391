const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5]

/**
 * Whether a text is the registration number of a business (사업자등록번호): ten digits, hyphens ignored, whose last one checks the
 * others.
 */
export function isBusinessNumber(text: string): boolean {
  const digits = text.replaceAll('-', '')
  if (!/^\d{10}$/.test(digits)) return false
  const at = (index: number) => Number(digits[index])
  const sum = weights.reduce((all, weight, index) => all + weight * at(index), Math.floor((at(8) * 5) / 10))
  return (10 - (sum % 10)) % 10 === at(9)
}
