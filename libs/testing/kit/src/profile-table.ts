/** Cost of a test file: processor seconds of all its processes, and elapsed seconds. */
export type Cost = { file: string; processor: number; seconds: number }

/** The most expensive test files in descending order, and the sum of all. */
export function profileTable(costs: readonly Cost[], length: number): string {
  const total = costs.reduce((sum, { processor }) => sum + processor, 0)
  const rows = costs
    .toSorted((one, other) => other.processor - one.processor)
    .slice(0, length)
    .map(
      ({ file, processor, seconds }) =>
        `${processor.toFixed(1).padStart(11)} ${seconds.toFixed(1).padStart(9)}  ${file}`,
    )
  return [
    '',
    `processor s   clock s  the ${rows.length} most expensive of ${costs.length} test files, which take ${total.toFixed(0)} s of processor time`,
    ...rows,
    '',
  ].join('\n')
}
