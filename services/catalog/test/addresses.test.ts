import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { admin, startTestCatalog } from './catalog.ts'
import { institute, startJuso } from './juso-double.ts'

const { searchAddresses } = contract.catalog

const address = {
  ...{ roadAddress: institute.roadAddr, jibunAddress: institute.jibunAddr, zipCode: institute.zipNo },
  ...{ latitude: 37.582469, longitude: 126.887937 },
}

test('an address is found with its coordinates, and a repeated search asks the register once', async () => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  for (const keyword of ['성암로 301', ' 성암로  301 '])
    expect(await catalog.call(searchAddresses, { keyword })).toEqual([address])
  expect(juso.keywords).toEqual(['성암로 301'])
  expect(juso.placed).toBe(1)
})

test('while coordinates are unavailable addresses are found without them, and asked for again after seconds', async () => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  juso.withoutPlaces = true
  for (const keyword of ['성암로 301', '성암로 302'])
    expect(await catalog.call(searchAddresses, { keyword })).toEqual([{ ...address, latitude: null, longitude: null }])
  expect(juso.placed).toBe(1)
  juso.withoutPlaces = false
  const again = () => catalog.call(searchAddresses, { keyword: '성암로 301' })
  await expect.poll(again, { interval: 500 }).toEqual([address])
  expect([juso.placed, juso.keywords.length]).toEqual([2, 2])
})

test('a search that ends before it has all coordinates pauses those of no other search, and one without a response does', async () => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  juso.found = Array.from({ length: 10 }, (_, at) => ({ ...institute, buldSlno: String(at) }))
  juso.placeTakes = 700 // four at a time: the last ones begin too late
  const search = (keyword: string) => catalog.call(searchAddresses, { keyword })
  const isPlaced = async (keyword: string) => (await search(keyword)).map(({ latitude }) => latitude !== null)
  expect(await isPlaced('성암로 1')).toEqual([...Array(8).fill(true), false, false])
  juso.placeTakes = 20
  expect(await isPlaced('성암로 2')).toEqual(Array(10).fill(true))
  juso.found = [{ ...institute, buldSlno: '10' }]
  juso.placeTakes = 3_000
  expect(await isPlaced('성암로 3')).toEqual([false])
  const { placed } = juso
  expect(await isPlaced('성암로 4')).toEqual([false])
  expect(juso.placed).toBe(placed)
})

test('equal searches at the same time share their questions, and an address is asked for once in any search', async () => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  // Only the first has an entrance.
  juso.found = Array.from({ length: 10 }, (_, at) => ({
    ...institute,
    buldSlno: String(at),
    ...(at && { rnMgtSn: '1' }),
  }))
  const search = (keyword: string) => catalog.call(searchAddresses, { keyword })
  const found = await Promise.all(Array.from({ length: 8 }, () => search('성암로')))
  for (const each of found)
    expect(each.map(({ latitude }) => latitude !== null)).toEqual([true, ...Array(9).fill(false)])
  expect([juso.keywords.length, juso.placed]).toEqual([1, 10])
  expect(juso.mostPlaced).toBeLessThanOrEqual(4)
  expect(await search('성암로 3')).toEqual(found[0])
  expect([juso.keywords.length, juso.placed]).toEqual([2, 10])
})

test('a keyword that is too general finds nothing, and more addresses than asked for are cut', async () => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  for (const code of ['E0006', 'E0008', 'E0015']) {
    juso.plan.push(code)
    expect(await catalog.call(searchAddresses, { keyword: `서울 ${code}` })).toEqual([])
  }
  juso.found = Array.from({ length: 40 }, (_, at) => ({ ...institute, rnMgtSn: String(at) }))
  expect(await catalog.call(searchAddresses, { keyword: '성암로' })).toHaveLength(10)
})

test.each([
  ['a refused key', 'E0001'],
  ['an error of the register', '-999'],
  ['no JSON', { body: '<html>점검 중</html>' }],
  ['other JSON', { body: '{"results":{"common":{"errorCode":"0"},"juso":[{"roadAddr":7}]}}' }],
  ['an error of the server', { status: 502, body: '' }],
  ['a redirect, which is not followed', { status: 302, body: '', location: '/addrlink/addrLinkApi.do?confmKey=x' }],
  ['a response that is too large', { body: 'x'.repeat(70_000) }],
  ['no response within two seconds', 'hang'],
])('%s is UNAVAILABLE, and the next search works', async (_, planned) => {
  await using juso = await startJuso()
  await using catalog = await startTestCatalog(juso.options)
  juso.plan.push(planned)
  const failed = catalog.call(searchAddresses, { keyword: '성암로 301' })
  await expect(failed).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await catalog.call(searchAddresses, { keyword: '성암로 301' })).toEqual([address])
})

test('without a key the search is off, and an administrator searches 60 times a minute', async () => {
  await using juso = await startJuso()
  {
    await using catalog = await startTestCatalog()
    const off = catalog.call(searchAddresses, { keyword: '성암로 301' })
    await expect(off).rejects.toMatchObject({ code: 'ADDRESS_SEARCH_OFF' })
  }
  await using catalog = await startTestCatalog(juso.options)
  const search = () => catalog.call(searchAddresses, { keyword: '성암로 301' })
  for (let n = 0; n < 60; n += 1) await search()
  // Each second gives one more.
  const refused = (await Promise.allSettled(Array.from({ length: 40 }, search))).filter(
    ({ status }) => status === 'rejected',
  )
  expect(refused[0]).toMatchObject({ reason: { code: 'RATE_LIMITED' } })
  const other = { actor: { ...admin, id: randomUUID() } }
  expect(await catalog.call(searchAddresses, { keyword: '성암로 301' }, other)).toEqual([address])
})
