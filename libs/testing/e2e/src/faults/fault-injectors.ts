import { setTimeout as wait } from 'node:timers/promises'
import type { Deployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { canDrop, type Link, type LinkFault, partition } from '../deployment/links.ts'

/** A fault of a deployment; it is undone when `run` resolves. */
export type Fault = { name: string; run(): Promise<void> }

/** Duration of a fault in milliseconds: the minimum, and the maximum addition. */
const away = { least: 100, more: 3_000 }

/** Draws the next fault: a process dies, freezes or is stopped, or some of its connections are lost. */
export function drawFault(deployment: Deployment, random: () => number): Fault {
  const milliseconds = Math.round(away.least + random() * away.more)
  const chance = random()
  if (chance < 0.35) return killed(one(random, deployment.instances))
  if (chance < 0.45) return stopped(one(random, [...deployment.gateways, ...deployment.services]))
  if (chance < 0.65) return frozen(one(random, deployment.instances), milliseconds)
  const losses: LinkFault[] = canDrop() ? ['cut', 'stall', 'slow', 'drop', 'lossy'] : ['cut', 'stall', 'slow']
  return disconnected(drawLinks(deployment, random), one(random, losses), milliseconds)
}

const one = <T>(random: () => number, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const killed = (victim: Instance): Fault => ({
  name: `${victim.name} killed`,
  async run() {
    const { starts } = victim
    await victim.kill()
    await victim.started(starts + 1)
  },
})

const stopped = (victim: Instance): Fault => ({
  name: `${victim.name} stopped`,
  async run() {
    const { starts } = victim
    await victim.stop()
    await victim.started(starts + 1)
  },
})

const frozen = (victim: Instance, milliseconds: number): Fault => ({
  name: `${victim.name} frozen ${milliseconds} ms`,
  async run() {
    victim.freeze()
    await wait(milliseconds)
    victim.thaw()
  },
})

const disconnected = (links: readonly Link[], how: LinkFault, milliseconds: number): Fault => ({
  name: `${links.map(({ from, to }) => `${from}→${to}`)} ${how} ${milliseconds} ms`,
  async run() {
    using _lost = partition(links, how)
    await wait(milliseconds)
  },
})

/** One connection; or all of a process, all of a server, or those between a broker and the others. */
function drawLinks({ links, gateways, services, brokers, postgres }: Deployment, random: () => number): Link[] {
  const names = new Set(brokers.map(({ name }) => name))
  const chance = random()
  if (chance < 0.4) return [one(random, links.all)]
  if (chance < 0.6) return links.of(one(random, [...gateways, ...services]).name)
  if (chance < 0.7) return links.of(postgres.name)
  const broker = links.of(one(random, brokers).name)
  const between = broker.filter(({ from, to }) => names.has(from) && names.has(to))
  return between.length > 0 && random() < 0.7 ? between : broker
}
