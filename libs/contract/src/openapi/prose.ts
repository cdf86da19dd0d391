/** Joins the lines of a text; the line breaks exist only in the source. */
export const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
