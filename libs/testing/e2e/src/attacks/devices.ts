import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openBusSpy } from '../bus-spy.ts'
import { type Product, startProduct } from '../product.ts'
import { createDevice, type Device, readMessage } from '../recognizer.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'
import {
  connectNats,
  filters,
  floodSignIns,
  patience,
  retryUntilAccepted,
  sendInvalidPackets,
  subjectsOf,
  subscribeToInboxes,
  tryMqtt,
  tryNats,
  unusedSubject,
} from './device-tries.ts'
import { invalidFirstPackets, invalidPackets } from './mqtt-cases.ts'

export type DeviceAttacks = {
  tried: number
  /** The attacker's messages that were received inside the product, and messages of others that it received. */
  reached: string[]
  /** Subscriptions that were accepted, and connections that stayed open. */
  standing: string[]
  /** Errors of an honest device that could not sign in and have a read stored within 15 s, however often it tried. */
  disturbed: string[]
  /** Milliseconds of the slowest honest read. */
  slowest: number
  honest: number
  survived: boolean
}

type Honest = { stop(): Promise<{ slowest: number; count: number; disturbed: string[] }> }

/** An honest device that repeatedly signs in, reads a plate and disconnects. */
function startHonest({ ready }: Product, device: Device): Honest {
  const disturbed: string[] = []
  let [slowest, count, stopped] = [0, 0, false]
  const running = (async () => {
    for (; !stopped; await wait(100)) {
      const began = performance.now()
      const read = async () => {
        const connection = await connectNats(ready, device)
        const subject = `recognition.read.${device.storeId}.${device.id}`
        const request = connection.request(subject, readMessage('12가3456'), { timeout: patience })
        await request.finally(() => connection.close())
      }
      await retryUntilAccepted(read).catch((error: unknown) => disturbed.push(String(error)))
      count += 1
      slowest = Math.max(slowest, performance.now() - began)
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      return { slowest: Math.round(slowest), count, disturbed }
    },
  }
}

/**
 * Everything that one device's credential allows to try, next to an honest device. `floods`: number of wrong sign-ins.
 */
export async function deviceAttacks(product: Product, { floods }: { floods: number }): Promise<DeviceAttacks> {
  const { ready } = product
  const [attacker, other, honest, listener] = (await Promise.all(
    Array.from({ length: 4 }, () => createDevice(ready, ready.stores[0]?.id as string)),
  )) as [Device, Device, Device, Device]
  const mark = `hostile-${randomUUID()}`
  const leaked: string[] = []
  await using spy = await openBusSpy(product, ({ subject, data }) => {
    if (Buffer.from(data).includes(mark) || subject === unusedSubject) leaked.push(subject)
  })
  const server = await product.pid('nats-server')
  await using stack = new AsyncDisposableStack()
  const beside = stack.adopt(startHonest(product, honest), async (each) => void (await each.stop()))
  const standing: string[] = []
  const subjects = subjectsOf(attacker, other)
  const heard = [
    ...(await tryNats(ready, attacker, subjects, mark, standing)),
    ...(await tryMqtt(
      ready,
      attacker,
      subjects.map((subject) => subject.replaceAll('.', '/')),
      mark,
      standing,
    )),
  ]
  await sendInvalidPackets(ready, attacker, standing)
  await subscribeToInboxes(ready, listener, standing)
  await floodSignIns(ready, attacker, floods)
  const { slowest, count, disturbed } = await beside.stop()
  return {
    tried:
      subjects.length * 5 +
      filters.length * 2 +
      1 +
      Object.keys(invalidFirstPackets).length +
      Object.keys(invalidPackets('')).length +
      floods,
    reached: [...leaked, ...heard, ...spy.errors],
    standing,
    disturbed,
    slowest,
    honest: count,
    survived: (await product.pid('nats-server')) === server,
  }
}

export const devices: Scenario = {
  about: 'one device’s credential over NATS and MQTT: subjects of others, broken packets, floods of wrong sign-ins',
  async run() {
    await using product = await startProduct()
    const { reached, standing, disturbed, ...figures } = await deviceAttacks(product, { floods: 2_000 })
    const { claims, cases = [] } = nothingFound({ reached, standing, disturbed })
    return [
      {
        name: 'devices',
        figures,
        claims: {
          ...claims,
          'the server survives': figures.survived,
          'an honest device signs in and publishes within 5 s': figures.slowest < 5_000 && figures.honest > 0,
        },
        cases,
      },
    ]
  },
}
