import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { connectDevice, createDevice, readMessage } from '@kingcar/e2e/recognizer'
import { quantile } from '@kingcar/testing/statistics'
import { joinCustomer, newPlate, resultOf } from '../growth/member-app.ts'
import { machine, type Report } from '../report.ts'

export type Size = {
  perSecond: number
  /** Members with a usable product, who each come once, evenly among guests. */
  members: number
  /** Reads of other plates for each read of a member. */
  guests: number
  /** Reads at the beginning that are not measured. */
  warmUp: number
}

export const full: Size = { perSecond: 20, members: 150, guests: 3, warmUp: 100 }
/** Long enough to show that no decision is lost, too short for a claim. */
export const smoke: Size = { perSecond: 20, members: 4, guests: 1, warmUp: 2 }

/** Milliseconds until a missing decision fails the run. */
const deadline = 30_000

/**
 * From a camera to its gate: a recognizer publishes reads at a steady rate to the product as it ships, and the time is measured from
 * when a read was due until its decision arrives. A guest's is decided with the read; a member's waits for the product that the
 * visit uses. A wrong or missing decision fails the run.
 */
export async function gate(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const { ready } = stack.use(await startProduct())
  const { accessToken } = await signIn(ready.http, ready.email, ready.password)
  const manage = <T>(method: string, path: string, body: object) =>
    resultOf<T>(ready.http, method, path, accessToken, body)
  const terms = { name: '세차 구독', type: 'subscribe', price: 29_900, useLimit: 4 }
  const subscription = await manage<{ id: string }>('POST', '/admin/api/products', terms)
  progress(`${size.members} members join`)
  const members: string[] = []
  for (let at = 0; at < size.members; at++) {
    members.push(newPlate(at))
    await joinCustomer(ready.http, newPlate(at), subscription.id)
  }
  const device = await createDevice(ready, ready.stores[0]?.id as string)
  await manage('PATCH', `/admin/api/devices/${device.id}`, { role: 'entry', gateOutput: true })
  const connection = await connectDevice(ready.nats, device)
  stack.defer(() => connection.close())

  const plates = members.flatMap((plate, at) => [
    ...Array.from({ length: size.guests }, (_, other) => newPlate(size.members + at * size.guests + other)),
    plate,
  ])
  const isMember = new Set(members)
  const dueAt = new Map<string, number>()
  const [ofMembers, ofGuests]: [number[], number[]] = [[], []]
  const wrong: string[] = []
  let decided = 0
  connection.subscribe(`recognition.decision.${device.storeId}.${device.id}`, {
    callback(_error, message) {
      const { carNumber, open, reason } = message.json<{ carNumber: string; open: boolean; reason: string }>()
      const due = dueAt.get(carNumber)
      if (due === undefined) return
      dueAt.delete(carNumber)
      if (open !== isMember.has(carNumber)) wrong.push(reason)
      if (decided++ < size.warmUp) return
      const latencies = isMember.has(carNumber) ? ofMembers : ofGuests
      latencies.push(performance.now() - due)
    },
  })
  await connection.flush()
  progress(`${plates.length} reads, ${size.perSecond} a second`)
  const begin = performance.now()
  for (const [at, plate] of plates.entries()) {
    const due = begin + (at * 1_000) / size.perSecond
    while (performance.now() < due) await wait(1)
    dueAt.set(plate, due)
    connection.publish(`recognition.read.${device.storeId}.${device.id}`, readMessage(plate))
  }
  for (const until = performance.now() + deadline; dueAt.size > 0 && performance.now() < until; ) await wait(10)
  if (dueAt.size > 0 || wrong.length > 0)
    throw new Error(`${dueAt.size} decisions are missing, and ${wrong.length} are wrong: ${[...new Set(wrong)]}`)

  const row = (variant: string, latencies: readonly number[]) => ({
    ...{ variant, reads: latencies.length },
    ...Object.fromEntries([0.5, 0.99, 1].map((share) => [`p${share * 100} ms`, quantile(latencies, share).toFixed(1)])),
  })
  return {
    scenario: 'gate',
    how: `From a recognizer to its gate over NATS, ${size.perSecond} reads a second of ${plates.length} cars, of which ${size.members} are of members with a usable product; in milliseconds from when a read was due.`,
    machine: machine({}),
    rows: [row('members', ofMembers), row('guests', ofGuests), row('all', [...ofMembers, ...ofGuests])],
    claims: [
      { claim: 'p99 ms from camera to decision, members', measured: quantile(ofMembers, 0.99), atMost: 300 },
      {
        claim: 'p99 ms from camera to decision, all',
        measured: quantile([...ofMembers, ...ofGuests], 0.99),
        atMost: 300,
      },
    ],
  }
}
