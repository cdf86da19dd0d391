import fc from 'fast-check'
import postgres, { type Sql } from 'postgres'
import { requiredTermsTypes, storeBody, termsBody } from '../../bodies.ts'
import type { Log } from '../../scenario-runner.ts'
import { callUntilDone, create, joinAdmin, joinNewMember, upload } from '../requests/accounts.ts'
import type { Target } from '../target.ts'
import { adminKinds, call, type Kind, memberKinds, newModel, type SequenceContext } from './model.ts'
import { orderCommands } from './order-commands.ts'
import { resourceCommands } from './resource-commands.ts'
import { resources } from './resources.ts'
import { sessionCommands } from './session-commands.ts'

export type SequenceReport = { sequences: number; calls: number; seconds: number; found: SequenceFinding[] }
export type SequenceFinding = {
  claim: string
  detail: string
  commands: string
  seed: number
  path: string
  replayPath: string
}

export type Options = {
  sequences: number
  seed: number
  path?: string | undefined
  log: Log
  commands?: number
  /** Stops at the first finding, without shrinking it. */
  untilFound?: boolean
}

/** Milliseconds. */
const shrinkFor = 15_000
/** Sequences with the same members: each member has a limit of look-ups at the provider per minute. */
const sequencesOfMembers = 10

const commandsOf = (most: number, replayPath?: string) =>
  fc.commands([...resourceCommands, ...orderCommands, ...orderCommands, ...sessionCommands, ...sessionCommands], {
    maxCommands: most,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  })

/** Calls of two members and an administrator in any order, compared with a model that predicts each response. */
export async function sequences(
  target: Target,
  { sequences: numRuns, seed, path, log, commands = 60, untilFound = false }: Options,
): Promise<SequenceReport> {
  const real = await createReal(target)
  const began = performance.now()
  try {
    const property = fc.asyncProperty(commandsOf(commands), async (all) => {
      real.begun += 1
      if (real.begun % sequencesOfMembers === 0) real.members = await joinTwo(target)
      else await deleteLeftovers(real)
      await fc.asyncModelRun(() => ({ model: newModel(), real }), all)
    })
    const given = { numRuns, seed, ...(path === undefined ? {} : { path }), interruptAfterTimeLimit: 600_000 }
    const result = await fc.check(property, { ...given, endOnFailure: true })
    const smallest = result.failed && !untilFound ? await fc.check(property, smaller(result)) : result
    const seconds = Math.round((performance.now() - began) / 1_000)
    log(`${numRuns} sequences, ${real.calls} calls in ${seconds} s`)
    return {
      sequences: result.numRuns,
      calls: real.calls,
      seconds,
      found: result.failed ? [findingOf(smallest.failed ? smallest : result)] : [],
    }
  } finally {
    await real.sql.end({ timeout: 1 })
  }
}

type Checked = Awaited<
  ReturnType<typeof fc.check<[Iterable<fc.AsyncCommand<ReturnType<typeof newModel>, SequenceContext>>]>>
>

/** Options that repeat the failure, and search for a shorter one while there is time. */
const smaller = ({ seed, counterexamplePath }: Checked) => ({
  seed,
  path: counterexamplePath ?? '',
  numRuns: 1,
  interruptAfterTimeLimit: shrinkFor,
})

function findingOf({ errorInstance, counterexample, seed, counterexamplePath }: Checked): SequenceFinding {
  const [commands] = counterexample ?? []
  const cause = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const replayPath = /replayPath="([^"]*)"/.exec(String(commands))?.[1] ?? ''
  return {
    claim: 'every response matches the model',
    detail: cause,
    commands: String(commands).replace(/\/\*.*\*\//, ''),
    ...{ seed, path: counterexamplePath ?? '', replayPath },
  }
}

async function createReal(target: Target): Promise<SequenceContext> {
  const base = target.http
  const admin = await joinAdmin(base)
  const createByAdmin = (path: string, body: object) => create(base, admin.accessToken, path, body)
  for (const type of requiredTermsTypes) await createByAdmin('/admin/api/terms', { ...termsBody, type })
  const [members, visitor] = await Promise.all([joinTwo(target), joinNewMember(base)])
  const [brand] = await callUntilDone<{ id: string }[]>(base, undefined, 'GET', '/api/carBrands')
  const price = 35_000
  const product = { name: '손세차', type: 'onetime', price, useLimit: 1, onSale: true }
  const sql = postgres(target.databaseUrl, { max: 1, onnotice: () => undefined })
  return {
    ...{ target, sql, admin, calls: 0, begun: 0, members },
    visitor: { member: visitor, admin: await joinAdmin(base) },
    brandId: brand?.id ?? '',
    imageId: await upload(base, admin.accessToken),
    storeId: await createByAdmin('/admin/api/stores', storeBody),
    product: { id: await createByAdmin('/admin/api/products', product), price },
    columns: await columnsOf(sql),
  }
}

const joinTwo = ({ http }: Target) => Promise.all([joinNewMember(http), joinNewMember(http)])

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Every column of every writable table, in the database's spelling and in camel case, and likely column names. */
async function columnsOf(sql: Sql): Promise<Map<Kind, string[]>> {
  const columns = new Map<Kind, string[]>()
  for (const kind of [...memberKinds, ...adminKinds]) {
    const [schema = '', table = ''] = resources[kind].table.split('.')
    const rows = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = ${schema} and table_name = ${table}`
    if (rows.length === 0) throw new Error(`there is no table ${schema}.${table}`)
    const names = rows.flatMap(({ name }) => [name, camel(name)])
    columns.set(kind, [...new Set([...names, 'role', 'approved', 'ownerId', 'isAdmin', 'amount', 'nobodyKnowsIt'])])
  }
  return columns
}

/** Deletes objects of the previous sequence that count towards a limit. */
async function deleteLeftovers(real: SequenceContext): Promise<void> {
  for (const { accessToken: token } of real.members)
    for (const kind of memberKinds) {
      const { result } = await call(real, 'GET', resources[kind].path, { token })
      for (const { id } of result as { id: string }[])
        await call(real, 'DELETE', `${resources[kind].path}/${id}`, { token })
    }
}
