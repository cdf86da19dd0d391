import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { openBusSpy } from '../bus-spy.ts'
import { signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { type Operation, type Parameter, readOperations } from '../openapi-document.ts'
import { type Product, type ProductProcess, startProduct } from '../product.ts'
import { forEachConcurrently } from '../raw-http.ts'
import { createDevice } from '../recognizer.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'

export type IdentifierAttacks = {
  calls: number
  parameters: number
  /** Distinct subjects seen on the bus. */
  subjects: number
  /** Subjects that the product does not use, or that contain a part of a hostile id. */
  foreign: string[]
  /** Responses of 500 and above, and calls without a response. */
  failed: string[]
  /** Processes that died or lost their connection to the bus. */
  lost: string[]
}

const pieces = [
  ...['\r\n', '\r\nPUB evt.member.hostile 2\r\n{}\r\n', '\r\nSUB > 1\r\n', '\r\nPING\r\n', '\n', '\0', ' ', '\t', '.'],
  ...['..', '*', '>', '_INBOX.>', '$SYS.>', '$JS.API.STREAM.DELETE.READS', 'rpc.member.hostile', 'evt.member.hostile'],
  ...['/', '\\', '../../etc/passwd', '%', '%00', '%0d%0a', "'", "' or 1=1--", '";drop table x', '$1', '#{7*7}'],
  ...['{{7*7}}', '`id`', '__proto__', 'constructor', 'null', 'undefined', 'NaN', '-1', '1e309', '９', '한', 'é'],
  ...['\u202e', '\ufeff', '😀', '[]', '{}', '{"$gt":""}', '[object Object]', ';', ',', '#', '?', '&', '=', '+', '('],
  ...[')', '|', '<script>', '%c0%af'],
]
const uuid = '01980000-0000-7000-8000-000000000001'
/** Raw bytes, for inputs that a correct encoding would make harmless. */
const bytes = ['%zz', '%', '%c0%af', '%ed%a0%80', '%fe', '%u0041', '..;/', '%2e%2e%2f', '%252e', '*', '>', "'", '%00']

/** Ids as path segments: fragments alone, around a valid id, repeated, and very long. */
export function hostileIds(count: number, random: () => number): string[] {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const made = new Set([...bytes, ...pieces.map(encodeURIComponent), encodeURIComponent('x'.repeat(5_000))])
  while (made.size < count) {
    const row = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(pieces)).join('')
    const text = pick([row, uuid + row, row + uuid, uuid.slice(0, 8) + row + uuid.slice(8), row.repeat(50)])
    made.add(encodeURIComponent(text))
  }
  return shuffle(random, [...made]).slice(0, count)
}

/** The URL of a call in which one parameter is hostile and the others are valid. */
function addressOf({ path, inQuery }: Operation, hostile: Parameter, id: string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === hostile.name ? id : uuid))
  return inQuery.includes(hostile) ? `${filled}?${hostile.name}=${id}` : filled
}

/** Subjects that the product itself uses; they contain only caller input that a checked builder accepted. */
const own = [
  /^rpc\.(member|catalog|orders|recognition)\.(?!hostile)\w+$/,
  /^_INBOX_(gateway|member|catalog|orders|recognition|setup)\.[\w.]+$/,
  /^_R_\.[\w.]+$/,
  /^\$JS\.(API|ACK|EVENT)\.[\w.$>*-]+$/,
  /^\$O\.images\.[\w.=-]+$/,
  /^\$SYS\.REQ\.(USER\.AUTH|SERVER\.PING\.(CONNZ|SUBSZ|VARZ))$/,
  /^\$SYS\._INBOX\.\w+\.\w+$/, // where nats-server expects the auth callout's reply
  /^evt\.(gateway|member|catalog|orders|recognition)\.(?!hostile)\w+$/,
  /^(settings|visits|devices|screens?|recognition)\.[\w.-]+$/,
]

const processes: ProductProcess[] = ['gateway', 'member', 'catalog', 'orders', 'recognition']

async function lossesOf(product: Product, before: readonly number[]): Promise<string[]> {
  const losses = await Promise.all(
    processes.map(async (name, at) => {
      const log = await readFile(join(product.dataDir, 'logs', `${name}.log`), 'utf8')
      return [
        ...((await product.pid(name)) === before[at] ? [] : [`${name} died`]),
        ...(log.includes('NATS unreachable, reconnecting') ? [`${name} lost the bus`] : []),
        ...(log.includes('NATS reported an error') ? [`${name} was refused a subject`] : []),
      ]
    }),
  )
  return losses.flat()
}

const pidsOf = (product: Product) => Promise.all(processes.map((name) => product.pid(name)))

/** Sends hostile ids in each parameter of a path or query. */
export async function identifierAttacks(product: Product, each: number, seed: number): Promise<IdentifierAttacks> {
  const { http, email, password, recognizer } = product.ready
  const { id, secret } = await createDevice(product.ready, recognizer.storeId)
  const [admin, member] = [await signIn(http, email, password), await joinMember(http)]
  const device = Buffer.from(`${id}:${secret}`).toString('base64')
  const authorizationOf = ({ path, access }: Operation) =>
    access === 'device'
      ? `Basic ${device}`
      : `Bearer ${path.startsWith('/admin') ? admin.accessToken : member.accessToken}`
  const random = createRandom(seed)
  const before = await pidsOf(product)
  const heard = new Set<string>()
  await using spy = await openBusSpy(product, ({ subject }) => void heard.add(subject))
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const targets = (await readOperations(http)).flatMap((call) =>
    [...call.inPath, ...call.inQuery].map((parameter) => ({ call, parameter })),
  )
  const failed: string[] = []
  let calls = 0
  await forEachConcurrently(targets, 16, async ({ call, parameter }) => {
    for (const id of hostileIds(each, random)) {
      const address = addressOf(call, parameter, id)
      const status = await statusOf(agent, http, call.method, address, authorizationOf(call))
      calls += 1
      if (status === 0 || status >= 500) failed.push(`${status} ${call.method} ${address.slice(0, 200)}`)
    }
  })
  agent.destroy()
  const subjects = [...heard]
  return {
    calls,
    parameters: targets.length,
    subjects: subjects.length,
    foreign: subjects.filter((subject) => !own.some((form) => form.test(subject))),
    failed,
    lost: [...spy.errors, ...(await lossesOf(product, before))],
  }
}

/** The status of a call whose URL is sent unchanged; 0 without a response. */
function statusOf(agent: Agent, base: string, method: string, path: string, authorization: string): Promise<number> {
  const { hostname, port } = new URL(base)
  const body = method === 'GET' || method === 'DELETE' ? '' : '{}'
  const headers = { authorization, 'x-request-id': randomUUID(), ...(body && { 'content-type': 'application/json' }) }
  return new Promise((resolve) => {
    const call = request({ agent, hostname, port, method, path, headers, timeout: 15_000 }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', () => resolve(0))
    call.on('timeout', () => call.destroy())
    call.end(body)
  })
}

export const identifiers: Scenario = {
  about: '500 hostile ids for each parameter of a path or query, while a spy receives all messages on the bus',
  async run({ seed }) {
    await using product = await startProduct()
    const { calls, parameters, subjects, ...findings } = await identifierAttacks(product, 500, seed)
    return [{ name: 'identifiers', figures: { calls, parameters, subjects }, ...nothingFound(findings) }]
  },
}
