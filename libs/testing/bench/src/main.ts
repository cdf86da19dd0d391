import { isReached, type Report, save, toMarkdown } from './report.ts'
import * as cached from './scenarios/cached.ts'
import * as connect from './scenarios/connect.ts'
import * as gate from './scenarios/gate.ts'
import * as growth from './scenarios/growth.ts'
import * as http from './scenarios/http.ts'
import * as idle from './scenarios/idle.ts'
import * as ingest from './scenarios/ingest.ts'
import * as lists from './scenarios/lists.ts'
import * as live from './scenarios/live.ts'
import * as logins from './scenarios/logins.ts'
import * as members from './scenarios/members.ts'
import * as memory from './scenarios/memory.ts'
import * as orders from './scenarios/orders.ts'
import * as recognition from './scenarios/recognition.ts'
import * as rehearsal from './scenarios/rehearsal.ts'
import * as scale from './scenarios/scale.ts'
import * as soak from './scenarios/soak.ts'
import * as start from './scenarios/start.ts'
import * as visit from './scenarios/visit.ts'

/**
 * `npm run bench -- [scenario…] [--smoke]`: runs scenarios one after the other and writes their reports to
 * `libs/testing/bench/reports`. Exits with 1 if a claim is missed.
 */
const progress = (line: string) => console.error(`  ${line}`)
const scenarios: Record<string, (short: boolean) => Promise<Report>> = {
  cached: (short) => cached.cached(short ? cached.smoke : cached.full, progress),
  connect: (short) => connect.connect(short ? connect.smoke : connect.full, progress),
  gate: (short) => gate.gate(short ? gate.smoke : gate.full, progress),
  growth: (short) => growth.growth(short ? growth.smoke : growth.full, progress),
  http: (short) => http.http(short ? http.smoke : http.full, progress),
  idle: (short) => idle.idle(short ? idle.smoke : idle.full, progress),
  ingest: (short) => ingest.ingest(short ? ingest.smoke : ingest.full, progress),
  lists: (short) => lists.lists(short ? lists.smoke : lists.full, progress),
  members: (short) => members.members(short ? members.smoke : members.full, progress),
  memory: (short) => memory.memory(short ? memory.smoke : memory.full, progress),
  orders: (short) => orders.orders(short ? orders.smoke : orders.full, progress),
  recognition: (short) => recognition.recognition(short ? recognition.smoke : recognition.full, progress),
  rehearsal: (short) => rehearsal.rehearsal(short ? rehearsal.smoke : rehearsal.full, progress),
  scale: (short) => scale.scale(short ? scale.smoke : scale.full, progress),
  logins: (short) => logins.logins(short ? logins.smoke : logins.full, progress),
  live: (short) => live.live(short ? live.smoke : live.full, progress),
  soak: (short) => soak.soak(short ? soak.smoke : soak.full, progress),
  start: (short) => start.start(short ? start.smoke : start.full, progress),
  visit: (short) => visit.visit(short ? visit.smoke : visit.full, progress),
}

const words = process.argv.slice(2)
const short = words.includes('--smoke')
const names = words.filter((word) => !word.startsWith('--'))
const unknown = names.filter((name) => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(`Unknown scenario ${unknown.join(', ')}. Known: ${Object.keys(scenarios).join(', ')}.`)
  process.exit(2)
}

for (const [name, run] of Object.entries(scenarios)) {
  if (names.length > 0 && !names.includes(name)) continue
  console.error(`bench ${name}`)
  const report = await run(short)
  console.log(toMarkdown(report))
  if (!short) await save(report, new URL('../reports', import.meta.url).pathname)
  if (!report.claims.every(isReached)) process.exitCode = 1
}
