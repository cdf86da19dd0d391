import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Child, startChild } from '@kingcar/localstack/leashed-child'
import { findNatsServer } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { startPostgres } from '@kingcar/localstack/postgres'
import { postgresIdentity } from '@kingcar/localstack/postgres-binaries'
import { temporaryFolder } from '@kingcar/testing'
import { deadline } from '@kingcar/testing/deadline'
import postgres from 'postgres'
import { writeSecrets } from '../kubernetes/secrets.ts'
import { writeCertificate } from './certificate.ts'
import { imageEnvironment } from './image-environment.ts'
import { type Manifest, render, templateOf } from './kustomize.ts'
import { accountValue, providerAccounts } from './provider-accounts.ts'

/*
 * The objects of an overlay as processes of this machine: command, arguments, environment, mounts, probes and limits of each
 * container are those of its manifest, on top of the image's. A pod has an address of 127.0.0.0/8 in place of its own, a folder
 * for each mount, and names of services lead to these addresses.
 */

export type Pod = {
  name: string
  address: string
  child: Child
  container: Manifest
  /** Whether a probe of the manifest is answered with success. */
  probe(name: 'startupProbe' | 'readinessProbe' | 'livenessProbe'): Promise<boolean>
}

export type Cluster = AsyncDisposable & {
  pods: readonly Pod[]
  /** The folder of secrets, as an operator has it. */
  secrets: string
  /** The URL of what a Service leads to on its port. */
  urlOf(service: string, port: number): string
  addressOf(pod: string): string
  /** Runs a job that a CronJob makes, and returns its exit code. */
  runJob(name: string): Promise<number | null>
  /** The certificate that clients trust, if the overlay uses TLS. */
  ca: string | undefined
  output: readonly string[]
}

/**
 * Starts PostgreSQL, the nats-servers, the job setup and one process of each Deployment.
 * @param app what the image has in `/app`
 */
export async function openCluster(overlay: 'local' | 'production', app: string, folder: string): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const objects = render(join(root, 'deploy/kubernetes/overlays', overlay))
  const secrets = join(folder, 'kingcar-secrets')
  mkdirSync(secrets)
  const one = (kind: string, name: string) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name)
  const withTls = overlay === 'production'
  if (withTls)
    for (const [name, keys] of Object.entries(providerAccounts)) {
      mkdirSync(join(secrets, name))
      for (const key of keys) writeFileSync(join(secrets, name, key), accountValue(key))
    }
  writeSecrets(secrets, { host: 'postgres-rw', readHost: withTls ? 'postgres-ro' : undefined, verified: withTls })
  const sources = new Map<string, Record<string, string>>()
  for (const { metadata, data } of render(secrets))
    sources.set(
      `Secret ${metadata.name}`,
      mapped(data, (value) => Buffer.from(value, 'base64').toString()),
    )
  for (const { kind, metadata, data } of objects)
    if (kind === 'ConfigMap') sources.set(`ConfigMap ${metadata.name}`, data)
  const ca = withTls ? issueCertificates(objects, folder, sources) : undefined

  const network = `127.${20 + (process.pid % 200)}.${withTls ? 2 : 1}`
  const replicasOf = (name: string, spec: Manifest): string[] =>
    spec.serviceName ? Array.from({ length: spec.replicas }, (_, at) => `${name}-${at}`) : [name]
  const workloads = objects.filter(({ kind }) => ['StatefulSet', 'Job', 'CronJob', 'Deployment'].includes(kind))
  const planned = workloads.flatMap(({ kind, metadata, spec }) =>
    replicasOf(metadata.name, spec).map((name) => ({
      kind,
      name,
      template: templateOf({ spec }),
      claims: spec.volumeClaimTemplates,
    })),
  )
  const addresses = new Map(
    [...planned.map(({ name }) => name), 'postgres-rw'].map((name, at) => [name, `${network}.${at + 10}`]),
  )
  addresses.set('postgres-ro', addresses.get('postgres-rw') as string) // no replica: everything runs on the primary
  const addressOf = (pod: string) => addresses.get(pod) as string
  const hosts = Object.fromEntries(
    [...addresses].map(([name, address]) => [name.startsWith('nats-') ? `${name}.nats-headless` : name, address]),
  )
  const preload = join(folder, 'names.cjs')
  writeFileSync(preload, namesOf(hosts))

  await startDatabase(one('Cluster', 'postgres'), sources, addressOf('postgres-rw'), folder, stack)
  const programs = join(folder, 'bin')
  mkdirSync(programs)
  symlinkSync(await findNatsServer(), join(programs, 'nats-server'))
  const output: string[] = []

  const urlOf = (service: string, port: number): string => {
    const { selector, ports } = one('Service', service).spec
    const { targetPort } = ports.find((each: Manifest) => each.port === port)
    const [container] = templateOf(one('Deployment', selector.app)).spec.containers
    return `http://${addressOf(selector.app)}:${portOf(container, targetPort)}`
  }

  const start = (
    { name, template, claims }: (typeof planned)[number],
    container = template.spec.containers[0],
  ): Pod => {
    const { spec } = template
    const address = addressOf(name)
    const isNode = /^kingcar:/.test(container.image)
    const paths = new Map(isNode ? [['/app', app]] : [])
    for (const { name: volumeName, mountPath } of container.volumeMounts) {
      const volume = spec.volumes.find((each: Manifest) => each.name === volumeName) ?? claims?.[0]
      const claim = volume.persistentVolumeClaim?.claimName
      const at = claim ? join(folder, 'claims', claim) : join(folder, 'pods', name, volumeName)
      mkdirSync(at, { recursive: true })
      const source = volume.secret
        ? `Secret ${volume.secret.secretName}`
        : volume.configMap && `ConfigMap ${volume.configMap.name}`
      const content = source ? sources.get(source) : {}
      if (!content) throw new Error(`${name}: ${source} is not there`)
      const items = volume.secret?.items as { key: string; path: string }[] | undefined
      const files = items ? items.map(({ key, path }) => [path, content[key] ?? '']) : Object.entries(content)
      for (const [path = '', value = ''] of files) writeFileSync(join(at, path), value)
      paths.set(mountPath, at)
    }
    const names = isNode ? /(?!)/ : /nats-%s\.nats-headless|127\.0\.0\.1/
    const place = placing(paths, names, address, `${addressOf('nats-0').replace(/\d$/, '')}%s`)
    const own = (container.env ?? []).map(({ name: variable, value, valueFrom }: Manifest) => [
      variable,
      valueFrom?.fieldRef.fieldPath === 'metadata.name' ? name : value,
    ])
    const maps = (container.envFrom ?? []).map(({ configMapRef }: Manifest) =>
      sources.get(`ConfigMap ${configMapRef.name}`),
    )
    const given = Object.assign({}, isNode ? imageEnvironment : {}, ...maps, Object.fromEntries(own))
    // A URL without a port leads to port 80 of a Service.
    const env = mapped(given, (value) => place(value.replace(/^http:\/\/([a-z]+)$/, (_url, to) => urlOf(to, 80))))
    const options = isNode ? { NODE_OPTIONS: `${env.NODE_OPTIONS} --require ${preload}` } : {}
    const entry: string[] = container.command ?? ['node', '/app/dist/run.mjs']
    const [command = '', ...args] = [...entry, ...(container.args ?? [])].map(place)
    const child = startChild({
      command: command === 'node' ? process.execPath : command,
      args,
      cwd: isNode ? app : folder,
      env: { PATH: `${programs}:${process.env.PATH}`, ...env, ...options },
      onLine: (line) => output.push(`${name}: ${line}`),
    })
    return { name, address, child, container, probe: (which) => probe(container, which, address, place) }
  }

  const of = (kind: string) => planned.filter((each) => each.kind === kind)
  const become = async (pods: readonly Pod[]) => {
    for (const pod of pods)
      for (const which of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
        await untilProbed(pod, which, output)
    return pods
  }
  const begin = (each: (typeof planned)[number]) => {
    const pod = start(each)
    stack.use(pod.child)
    return pod
  }
  const servers = await become(of('StatefulSet').map(begin))
  for (const job of of('Job').map(begin)) {
    const { code } = await job.child.outputEnded
    if (code !== 0) throw new Error(lastOf(output, job.name))
  }
  const processes = await become(of('Deployment').map(begin))
  const opened = stack.move()
  return {
    pods: [...servers, ...processes],
    secrets,
    addressOf,
    async runJob(name) {
      const [job] = of('CronJob').filter((each) => each.name === name)
      if (!job) throw new Error(`no job ${name}`)
      const { initContainers = [], containers } = job.template.spec
      for (const container of [...initContainers, ...containers]) {
        await using child = start(job, container).child
        const { code } = await child.outputEnded
        if (code !== 0) return code
      }
      return 0
    },
    urlOf,
    ca,
    output,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const mapped = (values: Record<string, string>, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const lastOf = (output: readonly string[], name: string) =>
  output
    .filter((line) => line.startsWith(`${name}: `))
    .slice(-5)
    .join('\n')

/** Waits until a probe succeeds. @throws Error with the process's last lines if it ends, or for too long does not */
async function untilProbed(pod: Pod, which: Parameters<Pod['probe']>[0], output: readonly string[]): Promise<void> {
  for (const until = Date.now() + 4 * deadline; !(await pod.probe(which)); await wait(250))
    if (!pod.child.running || Date.now() > until) throw new Error(`${which} fails\n${lastOf(output, pod.name)}`)
}

const portOf = (container: Manifest, name: string): number =>
  container.ports.find((each: Manifest) => each.name === name).containerPort

/** Puts the folders of mounts, and the addresses of the pod, into a text, in one pass: what was put in is not changed again. */
function placing(paths: Map<string, string>, names: RegExp, address: string, ofServers: string) {
  const mounts = [...paths.keys()].toSorted((a, b) => b.length - a.length).join('|')
  const all = new RegExp(`(?<![\\w.-])(?:${mounts})(?![\\w-])|(?<![\\d.])0\\.0\\.0\\.0|${names.source}`, 'g')
  return (text: string) =>
    text.replaceAll(all, (found) => paths.get(found) ?? (found.startsWith('nats-') ? ofServers : address))
}

/** What resolves the names of services in a process, before the resolver of the machine. */
const namesOf = (hosts: Record<string, string>) => `
const dns = require('node:dns')
const hosts = ${JSON.stringify(hosts)}
const { lookup, resolve4, resolve6 } = dns
dns.lookup = (name, options, done = options) => {
  const address = hosts[name]
  if (address === undefined) return lookup(name, options, done)
  process.nextTick(() => options?.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4))
}
dns.resolve4 = (name, ...rest) =>
  hosts[name] ? process.nextTick(() => rest.at(-1)(null, [hosts[name]])) : resolve4(name, ...rest)
dns.resolve6 = (name, ...rest) =>
  hosts[name] ? process.nextTick(() => rest.at(-1)(Object.assign(new Error('no record'), { code: 'ENODATA' }))) : resolve6(name, ...rest)
require('node:module').syncBuiltinESMExports()
`

/** What cert-manager makes of the Certificates: a Secret for each, with the names of the manifest. */
function issueCertificates(
  objects: readonly Manifest[],
  folder: string,
  sources: Map<string, Record<string, string>>,
): string {
  const made = objects
    .filter(({ kind, spec }) => kind === 'Certificate' && !spec.isCA)
    .map(({ spec }) => {
      const at = join(folder, spec.secretName)
      mkdirSync(at)
      const [first, ...others] = spec.dnsNames
      const { cert, key } = writeCertificate(at, first, { others })
      const [crt, private_] = [readFileSync(cert, 'utf8'), readFileSync(key, 'utf8')]
      sources.set(`Secret ${spec.secretName}`, { 'tls.crt': crt, 'tls.key': private_ })
      return crt
    })
  const ca = made.join('')
  sources.set('Secret kingcar-ca', { 'ca.crt': ca })
  return ca
}

/** What CloudNativePG makes of the Cluster: a database with its owner, at port 5432 of its address. */
async function startDatabase(
  { spec }: Manifest,
  sources: Map<string, Record<string, string>>,
  address: string,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { database, owner, encoding, secret } = spec.bootstrap.initdb
  const settings: Record<string, string> = { ...spec.postgresql.parameters, shared_buffers: '64MB' }
  const tls = sources.get(`Secret ${spec.certificates?.serverTLSSecret}`)
  if (tls) {
    const { uid = -1, gid = -1 } = postgresIdentity()
    const readable = stack.use(temporaryFolder()).path
    chownSync(readable, uid, gid)
    for (const [name, value] of Object.entries(tls)) {
      const at = join(readable, name)
      writeFileSync(at, value, { mode: 0o600 })
      chownSync(at, uid, gid)
      settings[name === 'tls.crt' ? 'ssl_cert_file' : 'ssl_key_file'] = at
    }
    settings.ssl = 'on'
  }
  const server = stack.use(await startPostgres({ dataDir: join(folder, 'postgres'), password: 'superuser', settings }))
  const password = sources.get(`Secret ${secret.name}`)?.password ?? ''
  const sql = postgres(server.url, { max: 1 })
  await sql.unsafe(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD '${password}'`)
  await sql.unsafe(`CREATE DATABASE ${database} OWNER ${owner} ENCODING '${encoding}'`)
  await sql.end()
  const relay = createServer((socket) => {
    const onward = connect(server.port, '127.0.0.1')
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.pipe(onward).pipe(socket)
  })
  stack.defer(() => void relay.close())
  await new Promise<void>((resolve, reject) => relay.once('error', reject).listen(5432, address, resolve))
}

/** As the kubelet does; `wget`, which the image of nats-server has, is a request here. */
async function probe(
  container: Manifest,
  which: string,
  address: string,
  place: (text: string) => string,
): Promise<boolean> {
  const { httpGet, exec } = container[which]
  if (exec?.command[0] !== 'wget' && exec) return spawnSync(exec.command[0], exec.command.slice(1)).status === 0
  const url = httpGet
    ? `http://${address}:${portOf(container, httpGet.port)}${httpGet.path}`
    : place(exec.command.at(-1))
  const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  return reply?.ok === true
}
