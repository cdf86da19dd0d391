import { setImmediate } from 'node:timers/promises'
import { type NatsPasswords, type NatsUser, natsUsers, newCalloutSeed } from '@kingcar/localstack/nats'
import { stateOf, withChildren } from '@kingcar/localstack/process-table'

/** Faults of a server. Each call resolves when the fault has taken effect. */
export type ServerFaults = AsyncDisposable & {
  /** SIGKILL, as at a power cut of this process alone. */
  kill(): Promise<void>
  /** A graceful stop. */
  stop(): Promise<void>
  /** Starts it again on its ports and data, after `kill` or `stop`. */
  start(): Promise<void>
  /** It keeps its sockets and does not respond, until `thaw`. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export type TestPostgres = ServerFaults & {
  /** As the superuser, to the database `postgres`. */
  url: string
}

export type TestNats = ServerFaults & {
  /** Host and port, as in NATS_URL. */
  url: string
  mqttPort: number
  monitorPort: number
  /** The credentials of a user of deploy/nats/nats.conf. `setup` has all permissions in the product's account. */
  user(name: NatsUser): { user: NatsUser; password: string }
}

/** Signs the auth callout's replies to devices. */
export const testCalloutSeed = newCalloutSeed()
export const testPasswords = Object.fromEntries(natsUsers.map((user) => [user, `test-${user}`])) as NatsPasswords

/** The parts of a started server that the faults need. */
type Running = AsyncDisposable & {
  pid: number
  signal(name: NodeJS.Signals): void
  exited: Promise<unknown>
  stop(): Promise<void>
}

/** Faults of a server that `start` starts with the same ports and data each time. */
export function faultsOf(first: Running, start: () => Promise<Running>, clean: () => Promise<void>): ServerFaults {
  let current: Running | undefined = first
  const end = async (how: (server: Running) => Promise<void>) => {
    const server = current
    current = undefined
    if (server) await how(server)
  }
  const stop = () =>
    end(async (server) => {
      server.signal('SIGCONT')
      await server.stop()
    })
  return {
    stop,
    kill: () =>
      end(async (server) => {
        // A busy backend of PostgreSQL does not check whether its postmaster is alive. While the postmaster is stopped
        // it starts and reaps no child, so all of these pids are its children.
        server.signal('SIGSTOP')
        await until(() => !runs(server.pid))
        const [, ...children] = withChildren(server.pid)
        for (const child of children) process.kill(child, 'SIGKILL')
        server.signal('SIGKILL')
        await server.exited
        await until(() => !children.some(runs))
      }),
    async start() {
      current ??= await start()
    },
    async freeze() {
      const server = current
      server?.signal('SIGSTOP')
      await until(() => !server || !runs(server.pid))
    },
    async thaw() {
      current?.signal('SIGCONT')
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await clean()
    },
  }
}

/** True if it is neither stopped nor dead. */
const runs = (pid: number) => ![undefined, 'T', 'Z'].includes(stateOf(pid))

/** A signal takes effect a moment after it was sent. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate()
}
