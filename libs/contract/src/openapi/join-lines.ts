/** A text whose lines are broken for the source alone. */
export const joinLines = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
