import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

export type Exit = { code: number | null; signal: NodeJS.Signals | null }

export type ChildOptions = {
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  uid?: number | undefined
  gid?: number | undefined
  /** Signal for a graceful stop. */
  stopSignal?: 'SIGTERM' | 'SIGINT'
  /**
   * Seconds after the death of its starter before the process is stopped, so that the processes that use it stop first.
   */
  orphanGrace?: number
  /** Seconds between the stop signal and SIGKILL. */
  grace?: number
  onLine?: (line: string, stream: 'stdout' | 'stderr') => void
  /** The process writes to the starter's own streams, and `onLine` is not called. */
  inherit?: boolean
}

export type Child = AsyncDisposable & {
  readonly pid: number
  /** Resolves when the process has exited; never rejects. */
  readonly exited: Promise<Exit>
  /** Resolves when it has exited and `onLine` got its last line. Its own children may keep the streams open longer. */
  readonly outputEnded: Promise<Exit>
  readonly running: boolean
  signal(name: NodeJS.Signals): void
  /** Sends the stop signal, waits, and kills the process after `grace` seconds. */
  stop(): Promise<void>
}

/*
 * The leash. A starter that gets SIGKILL cannot stop its children, so each child has a watcher that reads a pipe whose other
 * end the starter holds: a line means that the child has exited, end of file that the starter has. The shell starts the
 * watcher and then becomes the child by `exec`, so that pid, signals and exit code are the child's own. The watcher is a new
 * `sh`, so that the process list shows the child's command once. In a container without an init, which reaps no orphans, a
 * zombie counts as exited.
 */
const watcher = `
trap '' INT TERM HUP
read -r _ && exit
sleep "$3"
kill -"$2" "$1" 2>/dev/null
runs() {
  kill -0 "$1" 2>/dev/null || return 1
  read -r _ _ state _ < "/proc/$1/stat" || return 0
  [ "$state" != Z ]
}
tries=0
while runs "$1" && [ "$tries" -lt "$4" ]; do sleep 0.1; tries=$((tries + 1)); done
runs "$1" && kill -KILL "$1"`

const become = `
sh -c "$1" kingcar-leash $$ "$2" "$3" "$4" <&3 3<&- >/dev/null 2>&1 &
shift 4
exec "$@" 3<&-`

/**
 * Starts a program on a leash: it ends when this process ends, however that happens. It has a process group of its own, so
 * that Ctrl-C in the terminal reaches only the starter, which stops its children in order.
 */
export function startChild(options: ChildOptions): Child {
  const {
    command,
    args,
    env,
    cwd,
    uid,
    gid,
    stopSignal = 'SIGTERM',
    orphanGrace = 0,
    grace = 12,
    onLine,
    inherit = false,
  } = options
  const leash = [watcher, stopSignal.slice(3), String(orphanGrace), String(grace * 10)]
  const child = spawn('/bin/sh', ['-c', become, 'sh', ...leash, command, ...args], {
    env,
    cwd,
    uid,
    gid,
    detached: true,
    stdio: ['ignore', inherit ? 'inherit' : 'pipe', inherit ? 'inherit' : 'pipe', 'pipe'],
  })
  child.on('error', () => undefined) // the missing pid is checked below
  const [, stdout, stderr, pipe] = child.stdio
  if (child.pid === undefined || !pipe || !('end' in pipe)) throw new Error(`${command} could not be started`)
  const pid = child.pid
  const lines = (['stdout', 'stderr'] as const).map(async (name) => {
    const input = { stdout, stderr }[name]
    if (!input) return
    const read = createInterface({ input }).on('line', (line) => onLine?.(line, name))
    await once(read, 'close')
  })
  pipe.on('error', () => undefined) // the watcher was killed

  let running = true
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      running = false
      pipe.end('gone\n')
      resolve({ code, signal })
    })
  })
  const signal = (name: NodeJS.Signals) => {
    if (running) child.kill(name)
  }
  const stop = async () => {
    signal(stopSignal)
    const timer = new AbortController()
    const late = wait(grace * 1_000, undefined, { signal: timer.signal }).then(
      () => signal('SIGKILL'),
      () => undefined, // the process stopped in time
    )
    await exited
    timer.abort()
    await late
  }
  return {
    pid,
    exited,
    outputEnded: Promise.all([exited, ...lines]).then(([exit]) => exit),
    get running() {
      return running
    },
    signal,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
