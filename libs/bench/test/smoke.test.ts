import { expect, test } from 'vitest'
import { toMarkdown } from '../src/report.ts'
import * as http from '../src/scenarios/http.ts'
import * as recognition from '../src/scenarios/recognition.ts'

test('the scenario http runs to its end, and nothing that was asked for fails', async () => {
  const report = await http.http(http.smoke, () => undefined)
  expect(report.rows).toHaveLength(4)
  expect(toMarkdown(report)).toContain('| KingCar, public |')
  for (const { claim, ratio } of report.claims) expect([claim, ratio > 0]).toEqual([claim, true])
}, 180_000)

test('the scenario recognition runs to its end, and no way of doing it loses a read', async () => {
  const report = await recognition.recognition(recognition.smoke, () => undefined)
  expect(report.rows.map(({ variant }) => variant)).toEqual(['KingCar', 'one read a transaction', 'no database'])
  for (const { claim, ratio } of report.claims) expect([claim, ratio > 0]).toEqual([claim, true])
}, 180_000)
