import { cpuOf } from '../cpu.ts'

/** Runs `work`, and returns its result with the CPU milliseconds that processes used in that time, by role. */
export async function cpuDuring<T>(
  processes: Record<string, number>,
  work: () => Promise<T>,
): Promise<{ result: T; cpu: Record<string, number> }> {
  const spent = () => Object.entries(processes).map(([role, pid]) => [role, cpuOf(pid)] as const)
  const before = new Map(spent())
  const result = await work()
  return { result, cpu: Object.fromEntries(spent().map(([role, ms]) => [role, ms - (before.get(role) ?? 0)])) }
}
