import { expect, test } from 'vitest'
import { bannerOperations } from '../catalog/banners.ts'
import { validationDetails } from './validate.ts'

const schema = bannerOperations.createBanner.input
const whole = { title: '가을', imageId: '019aa000-0001-7000-8000-000000000001' }

test('a valid value has no details, an invalid one has one per field', () => {
  expect(validationDetails(schema, whole)).toEqual([])
  const wrong = { title: '', imageId: 'x', linkUrl: 'http://a', startsAt: 'now', other: 1 }
  const paths = validationDetails(schema, wrong).map(({ path }) => path)
  expect(paths.toSorted((one, other) => one.localeCompare(other))).toEqual([
    'imageId',
    'linkUrl',
    'other',
    'startsAt',
    'title',
  ])
  expect(validationDetails(schema, {}).map(({ path, ko }) => [path, ko])).toEqual([
    ['title', '꼭 입력해 주세요.'],
    ['imageId', '꼭 입력해 주세요.'],
  ])
})
