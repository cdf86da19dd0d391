/** A UUID of any version, as the source of a regular expression; its letters in lower case. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const uuid = new RegExp(`^${uuidPattern}$`, 'i')

/** Whether a text is a UUID, in either case. */
export const isUuid = (text: string): boolean => uuid.test(text)
