import { expect, test } from 'vitest'
import { toMarkdown } from '../src/report.ts'
import { http, smoke } from '../src/scenarios/http.ts'

test('the scenario http runs to its end, and nothing that was asked for fails', async () => {
  const report = await http(smoke, () => undefined)
  expect(report.rows).toHaveLength(4)
  expect(toMarkdown(report)).toContain('| KingCar, public |')
  for (const { claim, ratio } of report.claims) expect([claim, ratio > 0]).toEqual([claim, true])
}, 180_000)
