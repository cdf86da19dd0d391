import { fileURLToPath } from 'node:url'
import { startProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { huntAll, plantedBugs } from '../src/attacks/planted.ts'

const script = fileURLToPath(new URL('../src/attacks/in-process.ts', import.meta.url))

/** What a run of the attacks on this tree finds, and how it ends. */
async function attack(...args: string[]): Promise<{ code: number | null; findings: string[]; output: string }> {
  await using run = startProcess({ script, args })
  const { code } = await run.exited
  const findings = run.lines.map(({ msg }) => msg).filter((text) => /^\{.*"claim":/.test(text))
  return { code, findings, output: run.output() }
}

test('the product stands up to 20,000 requests made from its document, to sequences beside a model, and to what is always tried', async () => {
  const { code, findings, output } = await attack('--requests=20000', '--sequences=30')
  expect(findings, output.slice(-2_000)).toEqual([])
  expect(code, output.slice(-2_000)).toBe(0)
}, 180_000)

/** Bugs that can be in one copy without hiding each other, and what the attacks say of each. */
const planted: readonly Readonly<Record<string, RegExp>>[] = [
  {
    '01-pays-with-the-card-of-another-member.patch': /paying with another's card was answered 200/,
    '03-knows-a-token-by-all-but-its-signature.patch': /a token is known by all of it/,
    '04-logs-a-card-that-was-refused.patch': /no log holds a card/,
    '05-fails-over-a-page-request-that-is-null.patch': /pageable=null is answered 500/,
  },
  {
    '02-believes-a-notice-that-a-payment-failed.patch': /forgeNotice/,
    '06-dies-of-a-word-on-the-live-socket.patch': /the product lives.*SyntaxError/,
    '07-lets-a-device-publish-for-its-neighbour.patch': /a device is heard on its own subjects alone/,
  },
  {
    '08-keeps-a-picture-that-grew.patch': /a picture tells nothing of where it was made/,
    '09-finds-a-kept-answer-whoever-asks.patch': /a key (?:gave an order of somebody else|is its caller's)/,
    '10-believes-who-says-whom-it-forwards.patch': /an address that is only said is believed/,
  },
]

test('the attacks find every bug that somebody has planted who had not seen them', async () => {
  expect(planted.flatMap((group) => Object.keys(group)).toSorted()).toEqual(plantedBugs)
  const groups = planted.map((group) => Object.keys(group))
  const hunts = await huntAll(groups, { requests: 1, sequences: 30, seed: 7, untilFound: false }, () => undefined)
  const missed = planted.flatMap((group) => {
    const { output } = hunts.find(({ bugs }) => bugs.every((bug) => Object.hasOwn(group, bug))) ?? { output: '' }
    return Object.keys(group).filter((bug) => !group[bug]?.test(output))
  })
  expect(missed, hunts.map(({ output }) => output.slice(-1_500)).join('\n')).toEqual([])
}, 180_000)
