import { setTimeout as wait } from 'node:timers/promises'
import { joinCode, patiently, type Success, send } from '../../http.ts'
import { secrets } from '../known-secrets.ts'
import type { Target } from '../target.ts'
import type { Finding } from './finding.ts'
import type { Fixtures } from './fixtures.ts'
import { judgeAudit } from './rights-judge.ts'

/** Side effects of attacks: compares the product before and after. */
export async function watchSideEffects(
  target: Target,
  fixtures: Fixtures,
): Promise<{ findings(): Promise<Finding[]> }> {
  await waitUntilStable(target, fixtures)
  const names = Object.getOwnPropertyNames(Object.prototype)
  const [pids, connections, before] = [
    await target.processes(),
    await connectionsOf(target),
    await visibleData(target, fixtures),
  ]
  const thrown: string[] = []
  const note = (cause: unknown) =>
    void thrown.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  process.on('uncaughtException', note).on('unhandledRejection', note)
  return {
    async findings() {
      await waitUntilStable(target, fixtures)
      process.off('uncaughtException', note).off('unhandledRejection', note)
      const found: Finding[] = thrown.map((detail) => ({ claim: 'no uncaught error', detail }))
      const tell = (claim: string, detail: string) => found.push({ claim, detail })
      const after = await target.processes()
      if (JSON.stringify(after) !== JSON.stringify(pids))
        tell('no process has restarted', JSON.stringify({ pids, after }))
      const more = Object.getOwnPropertyNames(Object.prototype).filter((name) => !names.includes(name))
      if (more.length > 0) tell('no prototype has changed', more.join())
      const now = await connectionsOf(target)
      const lost = connections.filter(({ cid }) => !now.some((each) => each.cid === cid))
      if (lost.length > 0) tell('no process has lost the bus', lost.map(({ name }) => name).join())
      for (const detail of differences(before, await visibleData(target, fixtures)))
        tell('the data of others is unchanged', detail)
      return [...found, ...(await judgeAudit(target, fixtures)), ...judgeLogs(await target.logs(), fixtures)]
    },
  }
}

/** Waits for asynchronous work: until two polls are the same. */
async function waitUntilStable(target: Target, fixtures: Fixtures): Promise<void> {
  let last = ''
  for (const until = Date.now() + 10_000; Date.now() < until; await wait(300)) {
    const now = JSON.stringify(await visibleData(target, fixtures))
    if (now === last) return
    last = now
  }
}

type Connection = { cid: number; name: string }

/** The NATS connections of the product's own processes. */
async function connectionsOf({ monitor }: Target): Promise<Connection[]> {
  const { connections } = (await (await fetch(`${monitor}/connz?limit=1000`)).json()) as {
    connections: (Connection & { name?: string })[]
  }
  const own = ['gateway', 'member', 'catalog', 'orders', 'recognition']
  return connections.filter(({ name }) => own.includes(name ?? '')).map(({ cid, name }) => ({ cid, name }))
}

type Shown = Record<string, string>

/** Everything that the product shows of the accounts that attacks do not use. */
async function visibleData({ http }: Target, { control: { member, admin } }: Fixtures): Promise<Shown> {
  const shown: Shown = {}
  const look = async (path: string, token: string) => {
    const { status, body } = await patiently(() => send<Success<unknown>>(http, 'GET', path, { token }))
    const {
      termsToAgree: _,
      sessions: __,
      ...rest
    } = (body.result ?? {}) as { termsToAgree?: unknown; sessions?: unknown }
    shown[path] = JSON.stringify([status, Array.isArray(body.result) ? body.result : rest])
    return body.result
  }
  const lists = [
    '/api/cars',
    '/api/cards',
    '/api/orders?size=100',
    '/api/me/products?size=100',
    '/api/me/products/useLogs?size=100',
  ]
  await look('/api/me', member.accessToken)
  for (const path of lists) {
    const result = (await look(path, member.accessToken)) as { id: string }[] | { content: { id: string }[] }
    const all = Array.isArray(result) ? result : (result?.content ?? [])
    if (path.startsWith('/api/orders'))
      for (const { id } of all) await look(`/admin/api/orders/${id}`, admin.accessToken)
  }
  await look(`/admin/api/members/${member.id}`, admin.accessToken)
  await look(`/admin/api/admins/${admin.id}`, admin.accessToken)
  return shown
}

const differences = (before: Shown, after: Shown): string[] =>
  Object.keys(before).flatMap((path) =>
    before[path] === after[path] ? [] : [`${path}: ${before[path]} is now ${after[path]}`],
  )

/** Fields of personal data and secrets, where a log has a value for them. */
const confided =
  /"(?:cardNumber|expiry|birth|passwordTwoDigits|customerUid|password|currentPassword|newPassword|joinCode|verificationToken|accessToken|refreshToken|secret|authorization|email|phoneNumber)":"(?!\[Redacted\])[^"]+"/i

/** Email addresses: attacks only use this domain, which does not exist. */
const addresses = /[\w.+-]@[\w.-]+\.test\b/i

/** Private data in log lines, and lines that must not exist. */
function judgeLogs(text: string, { attackers, control }: Fixtures): Finding[] {
  const findings: Finding[] = []
  const people = [...attackers, control.member]
  const own = people.flatMap(({ email, phoneNumber, name }) => [email, name, phoneNumber.slice(-8)])
  const anybodys = ['4111-1111-1111-1111', '4111111111111111', joinCode]
  const held = [...new Set([...own, ...anybodys, ...secrets()])].filter((secret) => text.includes(secret))
  for (const secret of held) findings.push({ claim: 'no log contains private data', detail: aroundOf(text, secret) })
  const field = text.split('\n').find((line) => confided.test(line))
  if (field) findings.push({ claim: 'no log contains private data', detail: field.slice(0, 700) })
  const address = text.split('\n').find((line) => addresses.test(line))
  if (address) findings.push({ claim: 'no log contains private data', detail: address.slice(0, 700) })
  const kinds = new Map<string, { line: string; times: number }>()
  for (const line of text.split('\n')) {
    if (!/"level":[56]0/.test(line)) {
      const isNodes = /^\((?:node:\d+|Use `node)/.test(line) // Node's own warnings
      if (line !== '' && !line.startsWith('{"') && !isNodes)
        findings.push({ claim: 'logs are lines of JSON', detail: line.slice(0, 300) })
      continue
    }
    const { msg, err } = JSON.parse(line) as { msg: string; err?: { message?: string; code?: string } }
    if (err?.code === 'UNAVAILABLE') continue // on a busy machine, and tried again
    const key = `${msg} ${err?.message}`
    kinds.set(key, { line, times: (kinds.get(key)?.times ?? 0) + 1 })
  }
  for (const { line, times } of kinds.values())
    findings.push({ claim: 'no log contains an error', detail: `${times} of ${line.slice(0, 900)}` })
  return findings
}

const aroundOf = (text: string, secret: string) => {
  const at = text.indexOf(secret)
  return text.slice(Math.max(0, text.lastIndexOf('\n', at)), at + 100).slice(-700)
}
