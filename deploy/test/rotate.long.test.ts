import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { readTokenKeys } from '@kingcar/runtime'
import { temporaryFolder } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { writeSecrets } from '../kubernetes/secrets.ts'
import { keys, rotate } from '../local/configuration/key-rotation.ts'
import { makeSecrets, readSecrets } from '../local/configuration/secrets.ts'

const inSteps = Object.keys(keys).filter((name) => !keys[name]?.single)

describe.each(inSteps)('%s', (name) => {
  const first = makeSecrets()
  const added = rotate(first, name, 'add').secrets
  const switched = rotate(added, name, 'switch').secrets
  const dropped = rotate(switched, name, 'drop').secrets
  /** Every value that is changed, as a list of one or two. */
  const values = (secrets: typeof first) =>
    Object.entries(flat(secrets))
      .filter(([at, value]) => flat(added)[at] !== value || flat(first)[at] !== value)
      .map(([, value]) => (value.includes('PRIVATE') || value.includes('PUBLIC') ? blocksOf(value) : value.split(',')))

  test('the new value comes after the old one, then before it, then alone', () => {
    expect(values(added).length).toBeGreaterThan(0)
    const olds = values(first).map(([old]) => old)
    const news = values(added).map(([, made]) => made)
    expect(values(added)).toEqual(olds.map((old, at) => [old, news[at]]))
    expect(values(switched)).toEqual(olds.map((old, at) => [news[at], old]))
    expect(values(dropped)).toEqual(news.map((made) => [made]))
    expect(new Set([...olds, ...news]).size).toBe(olds.length + news.length)
  })

  test('nothing else is changed', () => {
    const changed = Object.keys(flat(first)).filter((at) => flat(first)[at] !== flat(dropped)[at])
    expect(changed.every((at) => ownsOf[name]?.test(at))).toBe(true)
  })

  test('steps must be taken in order', () => {
    for (const step of ['switch', 'drop']) expect(() => rotate(first, name, step)).toThrow('begin with add')
    expect(() => rotate(added, name, 'add')).toThrow('already has two values')
    expect(values(rotate(added, name, 'replace').secrets).every((each) => each.length === 1)).toBe(true)
  })
})

const ownsOf: Record<string, RegExp> = {
  jwt: /^jwt(?:Private|Public)Key$/,
  tokenSecret: /^tokenSecret$/,
  idempotencySecret: /^idempotencySecret$/,
  nats: /^nats\./,
  databases: /^databases\./,
}
const flat = ({ nats, databases, ...rest }: ReturnType<typeof makeSecrets>): Record<string, string> => ({
  ...rest,
  ...Object.fromEntries(Object.entries(nats).map(([user, value]) => [`nats.${user}`, value])),
  ...Object.fromEntries(Object.entries(databases).map(([role, value]) => [`databases.${role}`, value])),
})
const blocksOf = (pem: string) => readTokenKeys(pem, 'key').map((key) => key.pem)

test('keys of access tokens stay pairs, and both are read', () => {
  const { jwtPrivateKey, jwtPublicKey } = rotate(makeSecrets(), 'jwt', 'add').secrets
  const halves = readTokenKeys(jwtPrivateKey, 'private').map(({ pem }) =>
    createPublicKey(pem).export({ type: 'spki', format: 'pem' }),
  )
  expect(halves).toHaveLength(2)
  expect(readTokenKeys(jwtPublicKey, 'public').map(({ publicPem }) => publicPem)).toEqual(halves)
})

test('a key that cannot have two values is replaced, and an unknown one is rejected', () => {
  const first = makeSecrets()
  expect(rotate(first, 'callout', 'replace').secrets.calloutSeed).not.toBe(first.calloutSeed)
  expect(() => rotate(first, 'callout', 'add')).toThrow('use replace')
  for (const [name, step] of [
    ['postgres', 'replace'],
    ['toString', 'replace'],
    ['nats', 'toString'],
  ] as const)
    expect(() => rotate(first, name, step)).toThrow('Name a key')
})

test('a verifier is restarted with the new password after its readers know both, and they are not restarted again', () => {
  const first = makeSecrets()
  const added = rotate(first, 'nats', 'add')
  expect(added.restart).toEqual(['gateway', 'member', 'catalog', 'orders', 'recognition'])
  expect(rotate(added.secrets, 'nats', 'switch').restart).toEqual(['nats-server'])
  expect(rotate(first, 'databases', 'replace').restart).toEqual(['setup', 'member', 'catalog', 'orders', 'recognition'])
})

/** Runs the program of a person. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, command), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('on one machine the command changes secrets.json and prints no secret', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'secrets.json')
  const rotateHere = (...args: string[]) => run('deploy/local/rotate.ts', args, { DATA_DIR: folder.path })
  const without = rotateHere('tokenSecret', 'add')
  expect([without.status, without.said, existsSync(file)]).toEqual([
    1,
    expect.stringContaining('does not exist'),
    false,
  ])
  const { tokenSecret } = readSecrets(file)
  const twoSteps = rotateHere('tokenSecret', 'add', 'switch')
  expect([twoSteps.status, twoSteps.said]).toEqual([1, expect.stringContaining('Run it once for each step')])
  const { status, said } = rotateHere('tokenSecret', 'add')
  expect([status, said]).toEqual([0, expect.stringContaining('affected: member')])
  const both = readSecrets(file).tokenSecret
  expect(both).toMatch(new RegExp(`^${tokenSecret},[0-9a-f]{64}$`))
  for (const secret of both.split(',')) expect(said).not.toContain(secret)
})

test('in containers nats-server and the database get the first value, and processes both', async () => {
  await using folder = temporaryFolder()
  const env = { SECRETS_DIR: folder.path, NATS_CONFIG_DIR: join(root, 'deploy/nats') }
  const secrets = (...args: string[]) => run('deploy/container/secrets.ts', args, env)
  const read = (path: string) => readFileSync(join(folder.path, path), 'utf8')
  expect(secrets('rotate', 'nats', 'add').said).toContain('There are no secrets yet')
  expect(secrets().status).toBe(0)
  const old = read('orders/NATS_PASSWORD')
  const grafana = read('grafana/GRAFANA_PASSWORD')
  expect(grafana).toMatch(/^[0-9a-f]{48}$/)
  expect(secrets('rotate', 'nats', 'add').said).toContain('gateway, member')
  const both = read('orders/NATS_PASSWORD')
  expect(both.startsWith(`${old},k`)).toBe(true)
  expect(read('nats/secrets.conf')).toContain(`NATS_PASSWORD_ORDERS: "${old}"\n`)
  expect(secrets('rotate', 'nats', 'switch').said).toContain('Recreate these containers: nats.')
  expect(read('nats/secrets.conf')).toContain(`NATS_PASSWORD_ORDERS: "${both.split(',')[1]}"\n`)
  expect(read('grafana/GRAFANA_PASSWORD')).toBe(grafana)
})

test('for a cluster files are rewritten, except those that an operator wrote', async () => {
  await using folder = temporaryFolder()
  const at = { host: 'postgres-rw', readHost: 'postgres-ro', verified: true }
  const files = () =>
    new Map(globSync('*/*', { cwd: folder.path }).map((path) => [path, readFileSync(join(folder.path, path), 'utf8')]))
  writeSecrets(folder.path, at)
  writeFileSync(join(folder.path, 'catalog/DATABASE_URL'), 'postgres://of-an-operator')
  const before = files()
  expect(writeSecrets(folder.path, at, { key: 'databases', step: 'add' })).toContain('orders')
  const after = files()
  const changed = [...after].filter(([path, value]) => before.get(path) !== value).map(([path]) => path)
  expect(new Set(changed)).toEqual(
    new Set([
      ...['member', 'orders', 'recognition'].map((name) => `${name}/DATABASE_URL`),
      ...['member', 'catalog', 'orders', 'recognition'].map((name) => `${name}/DATABASE_READ_URL`),
      'backup/secrets.json',
      ...['MEMBER', 'CATALOG', 'ORDERS', 'RECOGNITION'].map((name) => `setup/DATABASE_PASSWORD_${name}`),
    ]),
  )
  expect(new URL(after.get('orders/DATABASE_URL') ?? '').password).toMatch(/^k\w+,k\w+$/)
})
