import { contract } from '@kingcar/contract'
import { outcome } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { startBeforeAll } from './start-member.ts'

const { createCar, listCarBrands, updateMe } = contract.member
const member = startBeforeAll()

test('one account writes at most 600 events an hour, then it has to wait; another is not affected', async () => {
  const [one, other] = [await member.addMember(), await member.addMember()]
  const [brand] = await member.call(listCarBrands, {})
  const car = { carNumber: '71허1000', carBrandId: brand?.id ?? '', model: 'K5' }
  await member.call(createCar, car, { actor: one.actor })
  const rename = async ({ actor }: typeof one, name: string) => member.call(updateMe, { name }, { actor })
  const outcomes = new Set<string>()
  for (let at = 0; outcomes.size < 2 && at < 700; at++) outcomes.add(await outcome(rename(one, `이름 ${at}`)))
  expect(outcomes).toEqual(new Set(['ok', 'RATE_LIMITED']))
  await expect(rename(one, '너무 빠름')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
  await rename(other, '다른 사람')
  const { sql } = member.backend
  await expect.poll(() => sql`select from member.outbox`).toHaveLength(0)
  const owners = await member.events('member.plateOwnerChanged', 1)
  const changed = (await member.events('member.changed', 1)).filter(({ memberId }) => memberId === one.id)
  expect(owners.length + changed.length).toBeGreaterThan(590) // and those of the car
  expect(owners.length + changed.length).toBeLessThan(650)
})
