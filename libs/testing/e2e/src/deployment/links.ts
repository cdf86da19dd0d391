import { execFileSync } from 'node:child_process'
import { startProxy, type Proxy as TcpProxy } from '@kingcar/testing/proxy'

/** The connection of one process to another. */
export type Link = { from: string; to: string; proxy: TcpProxy }

/** Every connection goes over its own proxy, so that each can be lost alone; or directly, if none has to be lost. */
export type Links = AsyncDisposable & {
  /** The connections that can be lost. */
  readonly all: readonly Link[]
  /** The address where `from` reaches the listener at `address`. */
  through(from: string, to: string, address: string): Promise<string>
  /** The connections of this process, in either direction. */
  of(name: string): Link[]
}

export function openLinks({ withoutProxies }: { withoutProxies: boolean }): Links {
  const all: Link[] = []
  return {
    all,
    async through(from, to, address) {
      if (withoutProxies) return address
      const proxy = await startProxy(address)
      all.push({ from, to, proxy })
      return proxy.url
    },
    of: (name) => all.filter(({ from, to }) => from === name || to === name),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map(({ proxy }) => proxy[Symbol.asyncDispose]()))
    },
  }
}

/**
 * How a connection is lost: `cut` ends it and refuses new ones; `stall` swallows data at the proxy; `slow` delays each
 * chunk by half a second, and `far` by 10 ms, as in another region; `drop` has the kernel drop every packet and `lossy` three of ten, which needs root and
 * iptables.
 */
export type LinkFault = 'cut' | 'stall' | 'slow' | 'far' | 'drop' | 'lossy'

/** Delay of a slow and of a long connection per chunk, milliseconds. */
const slow = 500
const far = 10

/** Loses these connections until it is disposed. */
export function partition(links: readonly Link[], how: LinkFault): Disposable {
  const proxies = links.map(({ proxy }) => proxy)
  for (const proxy of proxies) begin[how](proxy)
  return {
    [Symbol.dispose]() {
      for (const proxy of proxies) end[how](proxy)
    },
  }
}

const begin: Record<LinkFault, (proxy: TcpProxy) => void> = {
  cut(proxy) {
    proxy.open = false
    proxy.cut()
  },
  stall: (proxy) => proxy.stall(),
  slow(proxy) {
    proxy.delay = slow
  },
  far(proxy) {
    proxy.delay = far
  },
  drop: ({ port }) => setRules(rules(port)),
  lossy: ({ port }) => setRules(rules(port, threeOfTen)),
}
const end: Record<LinkFault, (proxy: TcpProxy) => void> = {
  cut(proxy) {
    proxy.open = true
  },
  stall: (proxy) => proxy.flow(),
  slow(proxy) {
    proxy.delay = 0
  },
  far(proxy) {
    proxy.delay = 0
  },
  drop: ({ port }) => removeRules(rules(port)),
  lossy: ({ port }) => removeRules(rules(port, threeOfTen)),
}

type Rule = readonly string[]
/** Three packets of ten. */
const threeOfTen: Rule = ['-m', 'statistic', '--mode', 'random', '--probability', '0.3']
/** Both directions of a port of this machine. */
const rules = (port: number, which: Rule = []): Rule[] =>
  ['--dport', '--sport'].map((side) => ['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port), ...which, '-j', 'DROP'])

/** Rules in effect, one entry per setting; they are removed when this process exits, unless it is killed. */
const activeRules: Rule[] = []
process.once('exit', () => removeRules([...activeRules]))

function setRules(all: readonly Rule[]): void {
  for (const rule of all) {
    iptables('-I', rule)
    activeRules.push(rule)
  }
}

function removeRules(all: readonly Rule[]): void {
  for (const rule of all) {
    iptables('-D', rule)
    activeRules.splice(
      activeRules.findIndex((each) => each.join() === rule.join()),
      1,
    )
  }
}

const iptables = (action: '-I' | '-D', rule: readonly string[]) =>
  execFileSync('iptables', ['-w', action, ...rule], { stdio: 'pipe' })

/** True if packets can be dropped here: the fallback of `drop` is `stall`, and of `lossy` it is `slow`. */
export const canDrop = (): boolean => {
  if (process.getuid?.() !== 0) return false
  try {
    // on an unused port, with everything that the rules above need
    setRules(rules(1, threeOfTen))
    removeRules(rules(1, threeOfTen))
    return true
  } catch {
    return false // no iptables, not all of its modules, or no permission in this container
  }
}
