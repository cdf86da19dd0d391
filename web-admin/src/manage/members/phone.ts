/** Formats a Korean number: `+821012345678` as `010-1234-5678`; foreign numbers are unchanged. */
export function spokenPhone(phone: string): string {
  const digits = phone.replace(/^\+82/, '0')
  const parts = /^(0\d{2})(\d{3,4})(\d{4})$/.exec(digits)
  return parts === null ? phone : parts.slice(1).join('-')
}

/** Masked for lists: `010-****-5678`. */
export const coveredPhone = (phone: string | null): string =>
  spokenPhone(phone ?? '').replace(/^(\d{3}-)\d+(-\d{4})$/, '$1****$2')
