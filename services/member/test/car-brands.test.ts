import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { startBeforeAll } from './start-member.ts'

const member = startBeforeAll()

test('every member can list the brands sold in Korea: domestic brands first, all others last', async () => {
  const brands = await member.call(contract.member.listCarBrands, {})
  const names = brands.map(({ name }) => name)
  expect(names.slice(0, 8)).toEqual([
    '현대',
    '기아',
    '제네시스',
    'KG모빌리티',
    '르노코리아',
    '쉐보레',
    'BMW',
    '메르세데스-벤츠',
  ])
  expect(brands.at(-1)).toMatchObject({ name: '기타', nameEn: 'Other', models: [] })
  expect(new Set(names).size).toBe(names.length)
  expect(brands[0]).toEqual({
    id: '019b76da-a800-7000-8000-000000000010',
    name: '현대',
    nameEn: 'Hyundai',
    imageUrl: null,
    models: expect.arrayContaining(['그랜저', '아반떼', '아이오닉 5']),
  })
})

test('every brand but the last has models, each once and valid for a car', async () => {
  for (const { id, name, models } of await member.call(contract.member.listCarBrands, {})) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-\d{12}$/)
    expect(models.length > 0, name).toBe(name !== '기타')
    expect(new Set(models).size, name).toBe(models.length)
    for (const model of models) expect(model).toMatch(/^(?! )[가-힣A-Za-z0-9. -]{1,50}(?<! )$/)
  }
})
