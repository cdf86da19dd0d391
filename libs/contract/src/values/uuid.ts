/** Source of a regular expression for a UUID of any version in lower case. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const uuid = new RegExp(`^${uuidPattern}$`, 'i')

/** Whether a text is a UUID, in lower or upper case. */
export const isUuid = (text: string): boolean => uuid.test(text)
