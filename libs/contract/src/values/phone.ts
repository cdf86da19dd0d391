/** A Korean number in national format: `+821012345678` → `01012345678`. */
export const nationalNumber = (phoneNumber: string): string => phoneNumber.replace(/^\+82/, '0')
