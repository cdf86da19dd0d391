import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '@kingcar/contract'
import { newEvent } from '../live/sample-event.ts'

/**
 * Shared by the live socket's peers: they print `ready <url>` and take commands, one per line, until their input ends.
 * The reply to each is `sent <events>`.
 *
 *   run <events> <ms>      for this time, `events` per turn of the event loop, the next turn when all sockets have drained
 *   steady <events> <ms>   for this time, `events` per second
 */
export async function broadcastByOrder(server: Server, broadcast: (event: LiveEvent) => void): Promise<void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  let sequence = 10_000 // has as many digits as the gateway's sequence numbers after a while

  const isDrained = () => sockets.values().every((socket) => socket.writableLength === 0)
  async function run(events: number, end: number): Promise<void> {
    while (Date.now() < end) {
      for (let count = 0; count < events; count++) broadcast(newEvent(sequence++))
      await turn()
      while (!isDrained()) await wait(1)
    }
  }
  async function steady(perSecond: number, end: number): Promise<void> {
    const begin = Date.now()
    for (let count = 0, due = begin; due < end; due = begin + (++count * 1_000) / perSecond) {
      while (Date.now() < due) await wait(1)
      broadcast(newEvent(sequence++))
    }
  }

  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
  const orders = { run, steady }
  for await (const line of createInterface({ input: process.stdin })) {
    const [order, count, milliseconds] = line.split(' ')
    const before = sequence
    await orders[order as keyof typeof orders](Number(count), Date.now() + Number(milliseconds))
    process.stdout.write(`sent ${sequence - before}\n`)
  }
  process.exit() // the parent process has ended
}
