import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'devDependencies',
  Record<string, string>
>

type Workflow = { jobs: Record<string, { 'timeout-minutes': number; steps: { run?: string }[] }> }
const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow
const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

test('the workflow runs every check and both layers of the tests, by scripts that exist', () => {
  const named = commands.flatMap((line) => /^npm (?:run (?:--silent )?)?([\w:]+)/.exec(line)?.[1] ?? [])
  expect(named).toEqual(['check', 'test', 'test:long', 'sbom'])
  for (const name of named) expect(scripts).toHaveProperty([name])
  const others = commands.filter((line) => !line.startsWith('npm '))
  expect(others).toEqual([
    'sudo apt-get update && sudo apt-get install --yes haproxy prometheus',

    expect.stringMatching(/^docker buildx build --file deploy\/Dockerfile --sbom=true --provenance/),
  ])
  expect(existsSync(join(root, 'deploy/Dockerfile'))).toBe(true)
})

test('the shards of the long tests are all of them', () => {
  const { strategy } = jobs.long as unknown as { strategy: { matrix: { shard: number[] } } }
  const count = strategy.matrix.shard.length
  expect(strategy.matrix.shard).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  expect(commands.find((line) => line.includes('test:long'))).toMatch(
    new RegExp(`--shard=\\S.* matrix\\.shard .*/${count}$`),
  )
})

test('every job ends within a time', () => {
  for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
})

test('one version of Node: of the product, of version managers and of the development container', () => {
  expect(read('.nvmrc').trim()).toBe(devDependencies.node)
  expect((JSON.parse(read('.devcontainer/devcontainer.json')) as { image: string }).image).toBe(
    `node:${devDependencies.node}-bookworm`,
  )
})
