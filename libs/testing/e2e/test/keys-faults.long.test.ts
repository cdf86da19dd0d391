import { expect, test } from 'vitest'
import { openDeployment } from '../src/deployment/deployment.ts'
import { rotateKeys } from '../src/faults/key-rotation.ts'
import { isRepeatable } from '../src/faults/topology.ts'
import { withoutLimits } from '../src/product.ts'

/** A part of `npm run faults -- keys`, with one broker and fewer requests, on a machine that other tests keep busy. */
test('while every key is rotated in its three steps requests succeed or may be repeated, and old passwords become invalid', async () => {
  await using deployment = await openDeployment({ environment: withoutLimits, withoutProxies: true })
  const { outcomes, stillGood } = await rotateKeys(deployment, 10, () => undefined)
  const all = Object.values(outcomes)
  expect(all.map(({ requests }) => requests).every((requests) => requests > 0)).toBe(true)
  expect(all.flatMap(({ failed }) => failed).filter((each) => !isRepeatable.test(each))).toEqual([])
  expect(stillGood).toEqual([])
})
