import { setImmediate } from 'node:timers/promises'
import { type NatsPasswords, type NatsUser, natsUsers, newCalloutSeed } from '@kingcar/localstack/nats'
import { stateOf, withChildren } from '@kingcar/localstack/process-table'

/** What tests do to a server. All of it waits until it is done. */
export type Faults = AsyncDisposable & {
  /** As at a crash of the machine's power, for this process alone. */
  kill(): Promise<void>
  /** A graceful stop. */
  stop(): Promise<void>
  /** Starts it again on its ports and data, after `kill` or `stop`. */
  start(): Promise<void>
  /** It keeps its sockets and answers nothing, until `thaw`. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

export type TestPostgres = Faults & {
  /** As the superuser, to the database `postgres`. */
  url: string
}

export type TestNats = Faults & {
  /** Host and port, as NATS_URL has it. */
  url: string
  mqttPort: number
  monitorPort: number
  /** The credentials of a user of deploy/nats/nats.conf. `setup` may do everything in the product's account. */
  user(name: NatsUser): { user: NatsUser; password: string }
}

/** Answers to sign-ins of devices are signed with it. */
export const testCalloutSeed = newCalloutSeed()
export const testPasswords = Object.fromEntries(natsUsers.map((user) => [user, `test-${user}`])) as NatsPasswords

/** As much of a started server as the faults need. */
type Running = AsyncDisposable & {
  pid: number
  signal(name: NodeJS.Signals): void
  exited: Promise<unknown>
  stop(): Promise<void>
}

/** Faults of a server that `start` starts with the same ports and data each time. */
export function faultsOf(first: Running, start: () => Promise<Running>, clean: () => Promise<void>): Faults {
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
        // A backend of PostgreSQL that is asked for something does not look whether its postmaster still lives. While that
        // one is stopped it starts no further child, and reaps none, so that all of these pids are theirs.
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

/** Neither stopped nor dead. */
const runs = (pid: number) => ![undefined, 'T', 'Z'].includes(stateOf(pid))

/** A signal is sent at once and takes effect a moment later. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate()
}
