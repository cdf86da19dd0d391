import { expect, test } from 'vitest'
import {
  maxReadsPartitions,
  parseReadsShare,
  partitionsOf,
  publishedSubject,
  readsDurables,
  readsTransform,
} from './reads-topology.ts'

test('a share has partitions from 0, and their number', () => {
  expect(parseReadsShare('0-3/8')).toEqual({ partitions: [0, 1, 2, 3], of: 8 })
  expect(parseReadsShare('5/8')).toEqual({ partitions: [5], of: 8 })
  expect(parseReadsShare('0/1')).toEqual({ partitions: [0], of: 1 })
  for (const text of ['8/8', '3-2/8', '0-8/8', '0/17', '/8', '0', '-1/8', '0/0', '1.5/2'])
    expect(() => parseReadsShare(text)).toThrow(TypeError)
})

test.each([1, 2, 5, maxReadsPartitions])(
  'with %i partitions every possible subject of a stored read belongs to exactly one',
  (count) => {
    const patterns = readsDurables(count).map(({ subjects }) => subjects)
    const matches = (pattern: string, subject: string) =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^.]+').replace('>', '.+')}$`).test(subject)
    const stored = ['', ...Array.from({ length: maxReadsPartitions }, (_, at) => `${at}.`)]
    for (const token of stored) {
      const subject = `recognition.read.${token}store.device`
      const takers = patterns.filter((each) => each.some((pattern) => matches(pattern, subject)))
      expect([subject, takers.length]).toEqual([subject, 1])
    }
  },
)

test('the number of partitions is parsed from the subject transform', () => {
  for (const count of [1, 2, maxReadsPartitions]) {
    const transform = readsTransform(count)
    expect(partitionsOf({ ...(transform && { subject_transform: transform }) })).toBe(count)
  }
})

test('the published subject is derived from the stored one', () => {
  const published = 'recognition.read.0199a0c5-3c80-7000-8000-000000000001.12'
  expect(publishedSubject('recognition.read.3.0199a0c5-3c80-7000-8000-000000000001.12')).toBe(published)
  expect(publishedSubject(published)).toBe(published)
  expect(publishedSubject('recognition.deadLetter')).toBe('recognition.deadLetter')
})
