import { expect, test } from 'vitest'
import { toMarkdown } from '../src/report.ts'
import { http, smoke } from '../src/scenarios/http.ts'

test('the scenario http runs, nothing fails, and no ratio is far from what is claimed', async () => {
  const report = await http(smoke, () => undefined)
  expect(report.rows).toHaveLength(4)
  expect(toMarkdown(report)).toContain('| KingCar, public |')
  for (const { claim, ratio, atLeast } of report.claims) expect([claim, ratio > atLeast / 4]).toEqual([claim, true])
}, 180_000)
