/** A Korean number as it is dialled in Korea: `01012345678` of `+821012345678`. */
export const nationalNumber = (phoneNumber: string): string => phoneNumber.replace(/^\+82/, '0')
