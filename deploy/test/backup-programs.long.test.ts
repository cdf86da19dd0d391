import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { resultOf, signIn } from '@kingcar/e2e/http'
import { startNats } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/testing'
import { connect } from 'nats'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { build, bundlePrograms } from '../local/build.ts'
import { readSecrets, type Secrets, services } from '../local/configuration/secrets.ts'
import { readServers } from '../local/data-folder/running-servers.ts'
import type { Ready } from '../local/product.ts'
import { pictureOf } from './backup-load.ts'
import { runStarter, startedBefore } from './start-command.ts'

/*
 * The programs of the image, as a cluster runs them: three nats-servers, a database whose owner is not a superuser, and the
 * secrets in files.
 */

const passphrase = 'correct horse battery staple'
let programs: Awaited<ReturnType<typeof bundled>>

async function bundled() {
  const folder = temporaryFolder()
  const names = ['setup', 'backup', 'restore']
  await bundlePrograms(Object.fromEntries(names.map((name) => [name, `deploy/container/${name}.ts`])), folder.path)
  return folder
}

beforeAll(async () => {
  await build(() => undefined)
  programs = await bundled()
  return () => programs[Symbol.asyncDispose]()
})

type Ended = { code: number; stdout: Buffer; stderr: string }
type Environment = Readonly<Record<string, string>>

/** Runs a program of the image to its end, with only the given environment. */
async function run(
  name: string,
  env: Environment,
  args: readonly string[] = [],
  input: Buffer = Buffer.of(),
): Promise<Ended> {
  const script = [process.execPath, join(programs.path, `${name}.mjs`), ...args]
  // Files of at most so many blocks of 512 bytes: a disk that is full.
  const command = env.FILE_BLOCKS
    ? ['sh', '-c', `trap '' XFSZ; ulimit -f ${env.FILE_BLOCKS}; exec "$@"`, 'sh']
    : ['env']
  const [first = '', ...rest] = [...command, ...script]
  const child = spawn(first, rest, {
    env: { PATH: process.env.PATH, SERVICES_DIR: join(root, 'services'), ...env },
  })
  child.stdin.on('error', () => undefined) // a refused restore may end before it has read everything
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}

/** The output of a program that must succeed. */
async function output(...how: Parameters<typeof run>): Promise<Buffer> {
  const { code, stdout, stderr } = await run(...how)
  expect(code, stderr).toBe(0)
  return stdout
}

/** The sentence of a program that must fail. */
async function refusal(...how: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...how)
  expect([code, stdout.toString()], stderr).toEqual([1, ''])
  expect(stderr).not.toContain('\n    at ')
  return stderr
}

/** Three nats-servers, and a database with an owner of its own. */
async function startServers(folder: string, secrets: Secrets, stack: AsyncDisposableStack) {
  const cluster = stack.use(await startPostgres({ dataDir: folder, password: secrets.postgres }))
  const admin = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create role kingcar login createrole password 'owner'`)
  await admin.unsafe('create database kingcar owner kingcar')
  await admin.end()
  const ports = await Promise.all([1, 2, 3].map(() => freePort()))
  const brokers = await Promise.all(
    ports.map((port, at) =>
      startNats({
        storeDir: join(folder, `nats-${at}`),
        passwords: secrets.nats,
        calloutSeed: secrets.calloutSeed,
        cluster: {
          name: `nats-${at}`,
          port,
          routes: ports.filter((other) => other !== port).map((other) => `127.0.0.1:${other}`),
          password: 'routes',
        },
      }),
    ),
  )
  for (const broker of brokers) stack.use(broker)
  return {
    databaseUrl: `postgres://kingcar:owner@127.0.0.1:${cluster.port}/kingcar`,
    natsUrl: brokers.map(({ port }) => `127.0.0.1:${port}`).join(','),
  }
}

/** The numbers of replicas of all streams. */
async function replicasOf(servers: string, pass: string): Promise<number[]> {
  const connection = await connect({ servers: servers.split(','), user: 'setup', pass, inboxPrefix: '_INBOX_setup' })
  const manager = await connection.jetstreamManager({ checkAPI: false })
  const all = await Array.fromAsync(manager.streams.list())
  await connection.close()
  return [...new Set(all.map(({ config }) => config.num_replicas))]
}

/** The SHA-256 of each picture of the banners. */
async function picturesOf({ http }: Pick<Ready, 'http'>): Promise<string[]> {
  const { accessToken } = await signIn(http, 'admin@kingcar.test', 'kingcar-demo-1234')
  const banners = await resultOf<{ imageId: string }[]>(http, 'GET', '/api/banners')
  return Promise.all(banners.map(({ imageId }) => pictureOf(http, accessToken, imageId)))
}

test('a backup of one installation is restored in a cluster, with its pictures and keys', async () => {
  await using stack = new AsyncDisposableStack()
  const source = stack.use(await startedBefore())
  const folder = stack.use(temporaryFolder())
  const kept = readSecrets(join(source.path, 'secrets.json'))
  let archive: Buffer
  let pictures: string[] = []
  {
    await using product = runStarter(source.path)
    pictures = await picturesOf(await product.ready())
    const { databaseUrl, natsUrl } = readServers(source.path) ?? {}
    const from = {
      DATABASE_URL: databaseUrl ?? '',
      NATS_URL: natsUrl ?? '',
      NATS_PASSWORD: kept.nats.setup,
      SECRETS_FILE: join(source.path, 'secrets.json'),
      BACKUPS_DIR: folder.path,
    }
    expect(await refusal('backup', from)).toContain('set BACKUP_PASSPHRASE, or add --unencrypted')
    const full = { ...from, FILE_BLOCKS: '16' }
    expect(await refusal('backup', full, ['--unencrypted'])).toContain('The disk accepts no file of this size.')
    expect(readdirSync(folder.path)).toEqual([])
    archive = await output('backup', { ...from, BACKUP_PASSPHRASE: passphrase }, ['--to', '-'])
  }
  expect(pictures).toEqual([expect.stringMatching(/^\w{64}$/), expect.stringMatching(/^\w{64}$/)])

  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  const secretsFile = join(dataDir, 'secrets.json')
  const own = readSecrets(secretsFile)
  const { databaseUrl, natsUrl } = await startServers(folder.path, own, stack)
  const target = {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_PASSWORD: own.nats.setup,
    ...Object.fromEntries(services.map((name) => [`DATABASE_PASSWORD_${name.toUpperCase()}`, own.databases[name]])),
    STREAM_REPLICAS: '3',
    SECRETS_FILE: secretsFile,
    BACKUPS_DIR: folder.path,
    BACKUP_PASSPHRASE: passphrase,
  }
  await output('setup', target)
  const piped = ['--from', '-']
  const file = join(folder.path, 'backup.tar.gz.age')
  writeFileSync(file, archive, { mode: 0o600 })
  expect(await refusal('restore', target, ['--from', file])).toContain('Add --replace to delete it')
  const wrong = { phrase: { ...target, BACKUP_PASSPHRASE: 'wrong' }, role: databaseUrl.replace(':owner@', ':wrong@') }
  expect(await refusal('restore', wrong.phrase, piped, archive)).toContain('encrypted with another passphrase')
  expect(await refusal('restore', { ...target, DATABASE_URL: wrong.role }, piped, archive)).toContain(
    'PostgreSQL rejects the password.',
  )
  expect(await refusal('restore', target, piped, archive.subarray(0, -100))).toContain('is damaged')
  expect(readSecrets(secretsFile)).toEqual(own)

  expect(String(await output('restore', target, [...piped, '--replace'], archive))).toMatch(/^restored \{/)
  const { nats, databases, postgres: superuser, calloutSeed, setupCode } = own
  expect(readSecrets(secretsFile)).toEqual({ ...kept, nats, databases, postgres: superuser, calloutSeed, setupCode })
  expect(String(await output('setup', target))).toContain('up to date')
  expect(await replicasOf(natsUrl, nats.setup)).toEqual([3])

  await using product = runStarter(dataDir, {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    NATS_CALLOUT_SEED: calloutSeed,
    ...Object.fromEntries(Object.entries(nats).map(([user, each]) => [`NATS_PASSWORD_${user.toUpperCase()}`, each])),
  })
  expect(await picturesOf(await product.ready())).toEqual(pictures)
})
