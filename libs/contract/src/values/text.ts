/** What breaks a line or turns its direction, wherever it is shown. */
const unruly = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
/** The same without what lays out several lines. */
const unrulyInLines = /[[\p{Cc}--[\n\t]]\u202a-\u202e\u2066-\u2069]+/gv

/** Text as it is kept where it stands on one line: in NFC, in one direction, without spaces around it. */
export const normaliseLine = (text: string): string => text.normalize('NFC').replaceAll(unruly, ' ').trim()

/** The same where there may be none: null where nothing is left of it, and undefined where it stays as it is. */
export const normaliseOptionalLine = <T extends null | undefined>(text: string | T): string | null | T =>
  typeof text === 'string' ? normaliseLine(text) || null : text

/** The same of text that may have several lines, which end with a line feed each. */
export const normaliseLines = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(unrulyInLines, ' ')
    .trim()
