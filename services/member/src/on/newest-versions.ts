/** Of each thing that several events tell of, the one with the largest version: a statement changes a row once. */
export function newestVersions<T extends { version: number }>(events: readonly T[], idOf: (event: T) => string): T[] {
  const byId = new Map<string, T>()
  for (const event of events) if ((byId.get(idOf(event))?.version ?? -1) < event.version) byId.set(idOf(event), event)
  return [...byId.values()]
}
