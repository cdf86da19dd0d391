/**
 * A result of the search: a link, or a command. `note`: its kind, or its keys. `words`: other words by which it is
 * found.
 */
export type Option = { key: string; name: string; note?: string; words?: string } & (
  | { to: string; search?: Record<string, unknown>; hash?: string; state?: { noting: true } }
  | { run: () => void }
)

/** Results of one kind. `stale`: they belong to an older text, so they are visible but Enter does not choose them. */
export type ResultGroup = { title: string; total: number; options: Option[]; stale: boolean }
