import type { TermsSummary } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { editionsOf } from './state.ts'

const at = (version: number, effectiveAt: string, type: TermsSummary['type'] = 'MARKETING'): TermsSummary => ({
  ...{ id: `${type} ${version}`, type, version, title: '', required: false, effectiveAt },
  ...{ createdAt: effectiveAt, updatedAt: effectiveAt },
})

test('each type has one version in force; later ones are upcoming, earlier ones past', () => {
  const all = [
    at(1, '2026-01-01T00:00:00.000Z'),
    at(2, '2026-03-01T00:00:00.000Z'),
    at(3, '2026-02-01T00:00:00.000Z'),
    at(4, '2027-01-01T00:00:00.000Z'),
    at(1, '2027-01-01T00:00:00.000Z', 'TERMS_OF_USE'),
  ]
  const editions = editionsOf(all, Date.parse('2026-06-01T00:00:00.000Z'))
  const states = editions.map(({ type, versions }) => [type, versions.map(({ version, state }) => [version, state])])
  expect(states).toEqual([
    ['TERMS_OF_USE', [[1, 'scheduled']]],
    ['PRIVACY_POLICY', []],
    ['LOCATION_BASED_SERVICE', []],
    [
      'MARKETING',
      [
        [4, 'scheduled'],
        [3, 'past'],
        [2, 'inForce'],
        [1, 'past'],
      ],
    ],
  ])
})
