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
import { startProcess, type TestProcess } from '@kingcar/testing'
import { parse } from 'yaml'

/*
 * The gateways and the proxy of docker-compose.yml as processes of this machine, on the bus of a running product, and a `docker`
 * that does with them what the commands of deploy/container/upgrade.sh do with containers. Each gateway has an address of
 * 127.0.0.0/8, and Docker's DNS is a server of one name.
 */

type Container = TestProcess & { id: string; address: string }

export type Containers = AsyncDisposable & {
  /** The published port. */
  url: string
  /** What was asked of `docker`, and the number of gateways that ran then. */
  asked: { command: string; gateways: number }[]
  /** Added to PATH for the script. */
  programs: string
  /** Starts a gateway as the version before has it, with the published port, or as this version has it. */
  startGateway(place: 'published' | 'behind'): Promise<void>
}

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
  const gateways: Container[] = []
  let started = 0

  const startGateway = async (place: 'published' | 'behind') => {
    const at = ++started
    const address = place === 'published' ? '127.0.0.1' : `${network}.${at + 1}`
    const child = startProcess({
      script: join(root, 'dist', `${gateway.command[0]}.mjs`),
      options: options.filter((option) => option.startsWith('--')),
      env: {
        ...environment,
        HOST: address,
        PORT: place === 'published' ? String(port) : '8080',
        OPERATIONS_HOST: address,
        OPERATIONS_PORT: place === 'published' ? '0' : '9090',
        TRUST_PROXY: '127.0.0.1/32',
      },
    })
    const container = { ...child, id: `gateway-${at}`, address }
    gateways.push(container)
    stack.use(child)
    await child.ready()
  }
  const stop = async (stopped: readonly Container[]) => {
    await Promise.all(stopped.map((each) => each.stop()))
    for (const each of stopped) gateways.splice(gateways.indexOf(each), 1)
  }

  const dns = await startNames(() => gateways.map(({ address }) => address).filter((each) => each !== '127.0.0.1'))
  stack.use(dns)
  let proxy: AsyncDisposable | undefined
  const startProxy = async () => {
    const configuration = readFileSync(join(root, 'deploy/container/proxy.cfg'), 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('127.0.0.11:53', `127.0.0.1:${dns.port}`)
      .replace('bind 127.0.0.1:8081', `bind ${network}.1:8081`)
      .replace('maxconn 12000', 'maxconn 400') // as many files as a user of a test machine may open
    proxy = stack.use(await runHaproxy(configuration, port, { CLIENT_PROXIES: '' }))
  }

  const asked: Containers['asked'] = []
  let before: Container[] = []
  const docker = async (command: string): Promise<string> => {
    asked.push({ command, gateways: gateways.length })
    if (command === 'compose ps --quiet gateway') {
      before = [...gateways]
      return before.map(({ id }) => id).join('\n')
    }
    if (command === 'compose ps --quiet proxy') return proxy ? 'proxy-1' : ''
    if (/^compose up .*--no-recreate .*--scale gateway=2 /.test(command)) await startGateway('behind')
    else if (command.startsWith('stop ')) await stop(gateways.filter(({ id }) => command.split(' ').includes(id)))
    else if (command === 'compose start proxy') await startProxy()
    else if (command === 'compose up --detach --wait') await stop(gateways.filter((each) => before.includes(each)))
    else if (!/^compose (?:run --rm --no-TTY (?:secrets|setup)|kill --signal HUP nats|create proxy)$/.test(command))
      throw new Error(`unexpected command: docker ${command}`)
    return ''
  }
  const server = createServer(async (request, response) => {
    try {
      response.end(await docker(JSON.parse(await text(request)).join(' ')))
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
    startGateway,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
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
