import { linesOf } from './source-positions.ts'

/**
 * Readers differ in what they take for a table, and what is two cells of one reader is one code span of another: by GitHub's
 * Markdown; nothing is one; or cells are wherever a line could divide head and body. And to some an address begins a link
 * without any mark, within which a backtick or a bracket means nothing.
 */
export type Dialect = { tables: 'github' | 'none' | 'cells'; bareAddresses: boolean }

const dialects: Record<Dialect['tables'], Dialect[]> = {
  github: both('github'),
  none: both('none'),
  cells: both('cells'),
}

/** The dialects that can differ about a text: mostly one. */
export function dialectsOf(source: string): Dialect[] {
  const tables = mayHaveTables(source) ? (['github', 'none', 'cells'] as const) : (['github'] as const)
  return tables.flatMap((each) => dialects[each].slice(0, mayHaveBareAddresses.test(source) ? 2 : 1))
}

function both(tables: Dialect['tables']): Dialect[] {
  return [false, true].map((bareAddresses) => ({ tables, bareAddresses }))
}

/** Whether a line could divide the head of a table from its body. */
export const isDivider = (line: string): boolean => /^[ \t>*+\d.)|:-]+$/.test(line) && line.includes('-')

function mayHaveTables(source: string): boolean {
  const lines = linesOf(source).map(({ from, to }) => source.slice(from, to))
  return lines.some((line, at) => isDivider(line) && /[|:]/.test(line + lines[at - 1]))
}

/** An address that runs into what could mean something. */
const mayHaveBareAddresses = /(?:https?:\/\/|www\.)(?:(?!https?:\/\/|www\.)[^\s<`[\]\\])*[`[\]\\]/i
/** An address as far as GitHub's Markdown reads it: not beyond a bracket behind which a target or another bracket stands. */
export const bareAddress = /(?<![a-z])(?:https?:\/\/|www\.)(?:[^\s<\]]|\](?![([\s]|$))+/iy
