import { formerMemberName, maskName } from '@kingcar/contract'

/** The masked name of a member; a missing name, and the one for members who have left, are no personal data. */
export const maskMemberName = (name: string): string =>
  name === '' || name === formerMemberName ? name : maskName(name)
