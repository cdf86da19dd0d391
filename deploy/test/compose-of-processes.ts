import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { runHaproxy } from '@kingcar/e2e/haproxy'
import type { Product } from '@kingcar/e2e/product'
import { root } from '@kingcar/localstack/paths'
import { startProcess } from '@kingcar/testing'
import { parse } from 'yaml'

/*
 * The gateways and the proxy of docker-compose.yml as processes of this machine, on the bus of a running product, and a `docker`
 * that does with them what the commands of deploy/container/upgrade.sh do with containers, whose state it keeps. Each gateway has an
 * address of 127.0.0.0/8, and Docker's DNS is a server of one name.
 */

type Container = {
  id: string
  service: string
  version: string
  publishes: boolean
  address: string
  /** Ends it if it runs. Only gateways are processes. */
  stop: (() => Promise<unknown>) | undefined
}

export type Containers = AsyncDisposable & {
  /** The published port. */
  url: string
  /** What was asked of `docker` for a change, and the number of gateways that ran then. */
  asked: { command: string; gateways: number }[]
  /** Added to PATH for the script. */
  programs: string
  /** Versions of the containers of a service that run. */
  running(service: string): string[]
  /** Starts a container as the version before the proxy has it, with the published port, or as this version has it. */
  start(service: string, place?: 'published'): Promise<void>
  /** From now on the file has this version, and its proxy this configuration. */
  next(version: string, proxy?: (configuration: string) => string): void
  /** The next command that contains this text fails. */
  failAt(text: string): void
}

const processes = ['gateway', 'member', 'catalog', 'orders', 'recognition']

export async function openContainers(product: Product, folder: string, port: number): Promise<Containers> {
  await using opening = new AsyncDisposableStack()
  const stack = opening.use(new AsyncDisposableStack()) // also of what starts later
  const { gateway }: { gateway: { entrypoint: string[]; command: string[] } } = parse(
    readFileSync(join(root, 'docker-compose.yml'), 'utf8'),
    { merge: true },
  ).services
  const [program = '', ...options] = gateway.entrypoint
  if (program !== 'node') throw new Error(`unexpected entry point ${program}`)
  const environment = await environmentOf(await product.pid('gateway'))
  const network = `127.${20 + (process.pid % 200)}.9`
  const containers: Container[] = []
  const of = (service: string) => containers.filter((each) => each.service === service)
  const isRunning = ({ stop }: Container) => stop !== undefined
  let version = '1'
  let created = 0

  const create = (service: string, publishes = false) => {
    const at = ++created
    const address = publishes ? '127.0.0.1' : `${network}.${at + 1}`
    const container: Container = { id: `${service}-${at}`, service, version, publishes, address, stop: undefined }
    containers.push(container)
    return container
  }
  const run = async (container: Container) => {
    if (isRunning(container)) return
    container.stop = async () => undefined
    if (container.service === 'proxy') container.stop = await startProxy()
    if (container.service !== 'gateway') return
    const { publishes, address } = container
    const child = startProcess({
      script: join(root, 'dist', `${gateway.command[0]}.mjs`),
      options: options.filter((option) => option.startsWith('--')),
      env: {
        ...environment,
        HOST: address,
        PORT: publishes ? String(port) : '8080',
        OPERATIONS_HOST: address,
        OPERATIONS_PORT: publishes ? '0' : '9090',
        TRUST_PROXY: '127.0.0.1/32',
      },
    })
    container.stop = async () => child.stop()
    stack.use(child)
    await child.ready()
  }
  const stop = async (stopped: readonly Container[]) => {
    await Promise.all(stopped.map((each) => each.stop?.()))
    for (const each of stopped) each.stop = undefined
  }
  const remove = async (removed: readonly Container[]) => {
    await stop(removed)
    for (const each of removed) containers.splice(containers.indexOf(each), 1)
  }
  /** `up` of one service: as many as `scale` says, or one. */
  const up = async (service: string, command: string) => {
    const wanted = Number(new RegExp(`--scale ${service}=(\\d+)`).exec(command)?.[1] ?? 1)
    const keepsOthers = command.includes('--no-recreate')
    if (!keepsOthers && service !== 'proxy') await remove(of(service).filter((each) => each.version !== version))
    for (let more = wanted - of(service).length; more > 0; more--) create(service)
    if (!keepsOthers) await remove(of(service).slice(wanted))
    if (!command.includes('--no-start')) await Promise.all(of(service).map(run))
  }

  const dns = await startNames(() =>
    of('gateway')
      .filter((each) => isRunning(each) && !each.publishes)
      .map(({ address }) => address),
  )
  stack.use(dns)
  const file = readFileSync(join(root, 'deploy/container/proxy/haproxy.cfg'), 'utf8')
  let configuration = file
  const configurationHere = () =>
    configuration
      .replaceAll('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('127.0.0.11:53', `127.0.0.1:${dns.port}`)
      .replace('bind 127.0.0.1:8081', `bind ${network}.1:8081`)
  let reload = (_text: string): void => undefined
  async function startProxy() {
    const proxy = await runHaproxy(configurationHere(), port, { CLIENT_PROXIES: '0.0.0.0' })
    stack.use(proxy)
    reload = proxy.reload
    return async () => proxy[Symbol.asyncDispose]()
  }

  const asked: Containers['asked'] = []
  let failing: string | undefined
  const one = (id: string | undefined) => {
    const found = containers.find((each) => each.id === id)
    if (!found) throw new Error(`no container ${id}`)
    return found
  }
  /** Commands that change nothing. */
  const read = (args: readonly string[], last: string): string | undefined => {
    const command = args.join(' ')
    if (command.startsWith('compose config --images ')) return `image-${version}`
    if (command.startsWith('compose config --hash ')) return `${last} hash-${version}`
    if (command.startsWith('image inspect --format {{.Id}} ')) return last
    if (command.startsWith('compose ps '))
      return containers
        .filter(({ service }) => args.includes(service))
        .filter((each) => args.includes('--all') || isRunning(each))
        .map(({ id }) => id)
        .join('\n')
    if (args[0] !== 'inspect') return undefined
    const { version: its, publishes, stop: running } = one(last)
    if (command.includes('config-hash')) return `hash-${its} image-${its}`
    if (command.includes('PortBindings')) return publishes ? 'published' : ''
    if (command.includes('Health')) return running ? 'healthy' : 'unhealthy'
    return undefined
  }
  const docker = async (args: readonly string[]): Promise<string> => {
    const command = args.join(' ')
    const last = args.at(-1) ?? ''
    const known = read(args, last)
    if (known !== undefined) return known
    asked.push({ command, gateways: of('gateway').filter(isRunning).length })
    if (failing !== undefined && command.includes(failing)) {
      failing = undefined
      throw new Error(`failed: docker ${command}`)
    }
    const named = () => args.filter((arg) => containers.some(({ id }) => id === arg)).map(one)
    if (command.startsWith('compose up '))
      for (const service of args.includes('--no-deps')
        ? [...processes, 'proxy'].filter((each) => args.includes(each))
        : [...processes, 'proxy'])
        await up(service, command)
    else if (args[0] === 'stop') await stop(named())
    else if (args[0] === 'start') await Promise.all(named().map(run))
    else if (args[0] === 'rm') await remove(named())
    else if (command === 'compose stop proxy') await stop(of('proxy'))
    else if (command === 'compose kill --signal USR2 proxy') reload(configurationHere())
    else if (command.startsWith('compose run --rm --no-deps --no-TTY proxy -c '))
      checkProxy(join(folder, 'checked.cfg'), configurationHere())
    else if (
      !/^compose (?:run --rm --no-deps --no-TTY (?:secrets|setup(?: setup --check)?)|kill --signal HUP nats)$/.test(
        command,
      )
    )
      throw new Error(`unexpected command: docker ${command}`)
    return ''
  }
  const server = createServer(async (request, response) => {
    try {
      response.end(await docker(JSON.parse(await text(request))))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  const stub = join(folder, 'docker')
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(
    stub,
    `#!${process.execPath}
fetch('${to}', { method: 'POST', body: JSON.stringify(process.argv.slice(2)) }).then(async (reply) => {
  process[reply.ok ? 'stdout' : 'stderr'].write(await reply.text())
  process.exitCode = reply.ok ? 0 : 1
})
`,
  )
  chmodSync(stub, 0o755)
  const opened = opening.move()
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    programs: folder,
    running: (service) =>
      of(service)
        .filter(isRunning)
        .map((each) => each.version),
    start: (service, place) => run(create(service, place === 'published')),
    next: (changed, proxy = (text) => text) => {
      version = changed
      configuration = proxy(file)
    },
    failAt: (command) => {
      failing = command
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** `haproxy -c`. @throws with what it says */
function checkProxy(file: string, configuration: string): void {
  writeFileSync(file, configuration)
  const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], {
    env: { ...process.env, PATH: path, CLIENT_PROXIES: '0.0.0.0' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

async function environmentOf(pid: number): Promise<Record<string, string>> {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** A DNS server that answers every question with these addresses. */
async function startNames(addresses: () => string[]): Promise<AsyncDisposable & { port: number }> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12) + 5 // of the name, its type and its class
    const found = addresses()
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2) // a response; without addresses the name does not exist
    head.writeUInt16BE(found.length, 6)
    head.writeUInt32BE(0, 8)
    const answers = found.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    async [Symbol.asyncDispose]() {
      socket.close()
    },
  }
}
