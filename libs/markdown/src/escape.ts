/** Context of a text. */
export type Surroundings = {
  /** The text is at the start of its line. */
  atLineStart: boolean
  /** The text is in a link, which a bracket would end. */
  inLink: boolean
  inTable: boolean
  /** A link follows, which an exclamation mark at the end of the text would turn into a picture. */
  beforeBracket: boolean
  /** Number of tildes in the block; two can strike out the text between them. */
  tildes: number
}

/** Escapes text so that every Markdown parser reads it as plain text, with as few escapes as possible. */
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

/** Escapes a line start that would begin a heading, quotation, list, rule or table, or turn the previous line into a heading. */
const escapeBeginning = (source: string): string =>
  source.replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$|-)|[=:])/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
