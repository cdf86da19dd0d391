import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '../../openapi-document.ts'
import { nothingFound } from '../../scenario-runner.ts'
import { runTool, sampleOf, type Target, type Tool } from './target.ts'

/** A call with valid values, each parameter marked for sqlmap. */
function urlOf(base: string, { path, inPath, inQuery }: Operation): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = inPath.find((each) => each.name === name)?.schema ?? {}
    return `${sampleOf(schema)}*`
  })
  const query = inQuery.map(({ name, schema }) => `${name}=${encodeURIComponent(sampleOf(schema))}`)
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const options = [
  ...['--batch', '--disable-coloring', '--flush-session', '--level', '1', '--risk', '2', '--dbms', 'PostgreSQL'],
  ...['--technique', 'BEU', '--threads', '4', '--timeout', '5', '--retries', '0', '--ignore-code'],
  ...['400,401,403,404,422'],
]

/** sqlmap's output for one call. */
async function tryCall(target: Target, url: string, body: string | undefined): Promise<string> {
  const sent = body === undefined ? [] : ['--method', 'POST', '--data', body, '-H', 'Content-Type: application/json']
  const args = ['-u', url, '--output-dir', join(target.folder, 'sqlmap'), '-H', `Authorization: Bearer ${target.token}`]
  return runTool(target, 'sqlmap', [...args, ...sent, ...options], 60)
}

const bodies: Record<string, string> = {
  receivePaymentWebhook: '{"imp_uid":"imp_1","merchant_uid":"kc_1*","status":"paid*"}',
  checkPhoneVerification: '{"provider":"KINGCAR","phoneNumber":"01012345678*","code":"123456*"}',
  loginAdmin: '{"email":"a@kingcar.test*","password":"a long password*"}',
  createNotice: '{"title":"a*","content":"b*"}',
}

/** The name of the call, and why sqlmap gave up. */
const complaintsOf = (said: string) =>
  said
    .split('\n')
    .filter((line, at) => at === 0 || /\[(CRITICAL|ERROR|WARNING)\]/.test(line))
    .join('\n')

/** Seconds for all calls together. */
const patience = 1_200

/** Lists that search and filter, where a caller's text comes closest to SQL, and a few bodies. */
export const sqlmap: Tool = {
  name: 'sqlmap',
  async run(target) {
    const listing = target.calls.filter(
      ({ method, path, inPath, inQuery }) =>
        method === 'GET' &&
        !path.endsWith('/live') &&
        (inPath.length > 0 || inQuery.some(({ schema }) => schema.type === 'string')),
    )
    const parametersOf = ({ inPath, inQuery }: Operation) => inPath.length + inQuery.length
    const sending = target.calls.filter(({ id }) => id in bodies)
    const said: string[] = []
    const until = Date.now() + patience * 1_000
    for (const call of [...sending, ...listing.toSorted((a, b) => parametersOf(b) - parametersOf(a))]) {
      if (Date.now() > until) break
      const output = await tryCall(target, urlOf(target.base, call), bodies[call.id])
      said.push(`${call.id}\n${output}`)
    }
    await writeFile(join(target.folder, 'sqlmap.txt'), said.join('\n\n'))
    const injectable = said.filter((text) => /is vulnerable|identified the following injection point/.test(text))
    const tried = said.flatMap((text) => text.match(/parameter '[^']+' does not seem to be injectable/g) ?? [])
    const { claims, cases } = nothingFound({ injectable: injectable.map((text) => text.slice(-600)) })
    return {
      name: 'sqlmap',
      figures: { calls: said.length, of: listing.length + sending.length, parameters: tried.length },
      claims: {
        ...claims,
        'each call was tried': said.length === listing.length + sending.length,
        'each call has parameters that were tried': tried.length >= said.length,
      },
      cases: tried.length >= said.length ? (cases ?? []) : said.map(complaintsOf),
    }
  },
}
