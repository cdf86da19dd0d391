import { plateKind, plateKinds } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { demoMembers } from './people.ts'

const plates = demoMembers.flatMap(([, , , ...cars]) => cars.map(([carNumber]) => carNumber))

test('홍길동 drives 12가3456', () => {
  const owner = demoMembers.find(([, , , ...cars]) => cars.some(([carNumber]) => carNumber === '12가3456'))
  expect(owner?.[0]).toBe('홍길동')
})

test('every plate is legal and unique, and every kind is covered', () => {
  expect(plates.filter((plate) => plateKind(plate) === undefined)).toEqual([])
  expect(new Set(plates).size).toBe(plates.length)
  expect(new Set(plates.map(plateKind))).toEqual(new Set(plateKinds))
})
