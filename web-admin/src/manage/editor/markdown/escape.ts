/** Where a text stands. */
export type Surroundings = {
  /** Nothing stands before it in its line. */
  atLineStart: boolean
  /** A bracket would end it. */
  inLink: boolean
  inTable: boolean
  /** An exclamation mark at its end would make a picture of what follows. */
  beforeBracket: boolean
  /** How many tildes there are in its block: two may strike out what is between them. */
  tildes: number
}

/** Writes text so that every reader of Markdown takes it for that, with as few marks more as that needs. */
export function escapeText(text: string, around: Surroundings): string {
  let source = text
    .replaceAll(/[\\`*[|]/g, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#\d|#x[\da-f]|[a-z])/gi, '&amp;')
    .replaceAll(/<(?=\S|$)/g, '&lt;')
    .replaceAll(/(https?|ftp):\/\//gi, '$1\\://')
    .replaceAll(/(www)\./gi, '$1\\.')
    .replaceAll(/(?<=[\w.+-])@(?=[\w-])/g, '\\@')
  if (around.tildes > 1) source = source.replaceAll('~', '\\~')
  if (around.inLink) source = source.replaceAll(']', '\\]')
  if (around.beforeBracket) source = source.replace(/!$/, '\\!')
  return around.atLineStart ? escapeBeginning(source) : source
}

/** What would begin a heading, a quotation, a list, a rule, a table, or make a heading of the line before. */
const escapeBeginning = (source: string): string =>
  source.replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$|-)|[=:])/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
