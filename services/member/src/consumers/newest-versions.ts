/** Keeps the event with the highest version of each id, because one statement can change a row only once. */
export function newestVersions<T extends { version: number }>(events: readonly T[], idOf: (event: T) => string): T[] {
  const byId = new Map<string, T>()
  for (const event of events) if ((byId.get(idOf(event))?.version ?? -1) < event.version) byId.set(idOf(event), event)
  return [...byId.values()]
}
