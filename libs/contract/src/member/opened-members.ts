/**
 * Ids of the members whose data a result has, each once. They are in `memberId` of objects at any depth, in `id` of
 * objects with a `phoneNumber`, which are members, and in `memberIds` of a piece of a file.
 */
export const openedMembers = (result: unknown): string[] => [...new Set(membersIn(result))]

function membersIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(membersIn)
  const { id, phoneNumber, memberId, memberIds = [] } = value as Record<string, unknown>
  const own = [memberId, phoneNumber === undefined ? undefined : id, ...(Array.isArray(memberIds) ? memberIds : [])]
  return [...own.filter((each) => typeof each === 'string'), ...Object.values(value).flatMap(membersIn)]
}
