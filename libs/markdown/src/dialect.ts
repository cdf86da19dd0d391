import { linesOf } from './source-positions.ts'

/**
 * Markdown parsers disagree in two points, so the text has to be safe in every combination.
 * - Tables: as in GitHub's Markdown; no tables at all; or cells wherever a line could separate head and body. What is
 * two cells for one parser can be one code span for another.
 * - Bare URLs: some parsers make links of them, within which a backtick or a bracket has no meaning.
 */
export type Dialect = { tables: 'github' | 'none' | 'cells'; bareAddresses: boolean }

const dialects: Record<Dialect['tables'], Dialect[]> = {
  github: both('github'),
  none: both('none'),
  cells: both('cells'),
}

/** The dialects in which this text can have different meanings; usually one. */
export function dialectsOf(source: string): Dialect[] {
  const tables = mayHaveTables(source) ? (['github', 'none', 'cells'] as const) : (['github'] as const)
  return tables.flatMap((each) => dialects[each].slice(0, mayHaveBareAddresses.test(source) ? 2 : 1))
}

function both(tables: Dialect['tables']): Dialect[] {
  return [false, true].map((bareAddresses) => ({ tables, bareAddresses }))
}

/** Whether a line could be the delimiter row of a table. */
export const isDivider = (line: string): boolean => /^[ \t>*+\d.)|:-]+$/.test(line) && line.includes('-')

function mayHaveTables(source: string): boolean {
  const lines = linesOf(source).map(({ from, to }) => source.slice(from, to))
  return lines.some((line, at) => isDivider(line) && /[|:]/.test(line + lines[at - 1]))
}

/** A bare URL followed by a character with a Markdown meaning. */
const mayHaveBareAddresses = /(?:https?:\/\/|www\.)(?:(?!https?:\/\/|www\.)[^\s<`[\]\\])*[`[\]\\]/i
/** A bare URL as GitHub's Markdown reads it: it ends at a `]` that is followed by a target or another bracket. */
export const bareAddress = /(?<![a-z])(?:https?:\/\/|www\.)(?:[^\s<\]]|\](?![([\s]|$))+/iy
