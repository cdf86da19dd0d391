/** Joins lines that are broken only in the source code. */
export const joinLines = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
