/** Control characters, line separators and characters that change the text direction. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
/** The same set without line feed, tab and line separators. */
const controlsInLines = /[[\p{Cc}--[\n\t]]\u202a-\u202e\u2066-\u2069]+/gv

/** A text that shows nothing: spaces, and characters without a shape such as U+200B, U+3164 (Hangul filler) and U+2800. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u
const emptyIfBlank = (text: string): string => (blank.test(text) ? '' : text)

/** Normalises a single-line text: NFC, trimmed, control and direction characters replaced by spaces; empty if it shows nothing. */
export const normaliseLine = (text: string): string =>
  emptyIfBlank(text.normalize('NFC').replaceAll(controls, ' ').trim())

/** `normaliseLine` for an optional text: null if nothing is left, null and undefined unchanged. */
export const normaliseOptionalLine = <T extends null | undefined>(text: string | T): string | null | T =>
  typeof text === 'string' ? normaliseLine(text) || null : text

/** `normaliseLine` for a text of several lines, which end with a line feed. */
export const normaliseLines = (text: string): string =>
  emptyIfBlank(
    text
      .normalize('NFC')
      .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
      .replaceAll(controlsInLines, ' ')
      .trim(),
  )
