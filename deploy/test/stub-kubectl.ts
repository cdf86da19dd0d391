import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { containersOf, nameOf } from './kubernetes-rules.ts'
import { type Manifest, render, templateOf } from './kustomize.ts'

/*
 * A `kubectl` without a cluster, for the commands of the install: it keeps what was applied in a file, and fails where an API
 * server, a controller or the product would: an object without its namespace, a pod without its account or settings, a wait for
 * what was never applied, a process before its tables.
 */

/** What was applied, and what became ready because a command waited for it. */
export type Applied = { objects: Manifest[]; ready: string[] }

/** Groups of Kubernetes itself, and of the operators that the README requires. */
const groups = [
  /^v1$/,
  /^(?:apps|batch|policy|autoscaling|networking\.k8s\.io)\//,
  /^postgresql\.cnpg\.io\//,
  /^barmancloud\.cnpg\.io\//,
  /^cert-manager\.io\//,
  /^gateway\.networking\.k8s\.io\//,
  /^monitoring\.coreos\.com\//,
]

const [file = '', ...args] = process.argv.slice(2)
const { positionals, values } = parseArgs({
  args,
  allowPositionals: true,
  options: {
    filename: { type: 'string', short: 'f' },
    kustomize: { type: 'string', short: 'k' },
    selector: { type: 'string', short: 'l' },
    namespace: { type: 'string', short: 'n' },
    for: { type: 'string' },
    timeout: { type: 'string' },
    'server-side': { type: 'boolean' },
    all: { type: 'boolean' },
    from: { type: 'string' },
    patch: { type: 'string' },
    replicas: { type: 'string' },
  },
})
const state: Applied = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { objects: [], ready: [] }
const [verb = '', ...rest] = positionals

const verbs: Record<string, () => string[]> = {
  apply,
  create: () => createJob(rest[1] ?? '', find(values.from)),
  delete: () => {
    const gone = selected(state.objects, kindOf(rest[0]))
    state.objects = state.objects.filter((each) => !gone.includes(each))
    state.ready = state.ready.filter((name) => !gone.some((each) => nameOf(each) === name))
    return gone.map((each) => `${nameOf(each)} deleted`)
  },
  patch: () => {
    const object = find(`${rest[0]}/${rest[1]}`)
    Object.assign(object.spec, JSON.parse(values.patch ?? '').spec)
    return [`${nameOf(object)} patched`]
  },
  scale: () => scaled(Number(values.replicas)),
  wait: () =>
    rest[0] === 'pod'
      ? stopped()
      : waitFor(values.selector ? selected(state.objects, kindOf(rest[0])) : [find(rest[0])]),
  rollout: () => waitFor([find(rest[1])]),
  'port-forward': () => {
    const port = Number(rest[1]?.split(':')[1])
    const service = find(rest[0])
    if (!service.spec.ports.some((each: Manifest) => each.port === port)) throw new Error(`no port ${port}`)
    return []
  },
}
const run = verbs[verb]
if (!run) throw new Error(`kubectl ${verb} is unknown here`)
for (const line of run()) console.log(line)
writeFileSync(file, JSON.stringify(state))

function apply(): string[] {
  const all = values.filename
    ? parseAllDocuments(readFileSync(values.filename, 'utf8')).map((document) => document.toJS())
    : render(values.kustomize ?? '')
  const objects = selected(all)
  if (objects.length === 0) throw new Error('no objects passed to apply')
  // as kubectl does: namespaces first
  for (const object of objects.toSorted((a, b) => Number(b.kind === 'Namespace') - Number(a.kind === 'Namespace'))) {
    if (!groups.some((group) => group.test(object.apiVersion))) throw new Error(`no matches for ${object.apiVersion}`)
    const { namespace } = object.metadata
    if (object.kind !== 'Namespace' && !exists('Namespace', namespace)) throw new Error(`no namespace ${namespace}`)
    state.objects = [...state.objects.filter((each) => nameOf(each) !== nameOf(object)), object]
  }
  const problems = objects.flatMap((object) => lacking(object).map((each) => `${nameOf(object)}: no ${each}`))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return objects.map((object) => `${nameOf(object)} applied`)
}

/** A Job of a CronJob. A restore needs that no process runs. */
function createJob(name: string, from: Manifest): string[] {
  const running = state.objects.some(({ kind, status }) => kind === 'Deployment' && status !== 'stopped')
  if (from.metadata.name === 'restore' && running) throw new Error('Stop the product first.')
  state.objects.push({ kind: 'Job', metadata: { name }, spec: from.spec.jobTemplate.spec })
  return [`Job ${name} created`]
}

/** Waits until the pods of Deployments without replicas are gone. */
function stopped(): string[] {
  const deployments = state.objects.filter(({ kind }) => kind === 'Deployment')
  if (deployments.some(({ spec }) => spec.replicas !== 0))
    throw new Error('timed out waiting for the condition on pods')
  for (const each of deployments) each.status = 'stopped'
  return ['pods deleted']
}

/** All Deployments. Processes start only with the streams and tables of their version. */
function scaled(replicas: number): string[] {
  const deployments = state.objects.filter(({ kind }) => kind === 'Deployment')
  if (replicas > 0 && !state.ready.some((name) => name.startsWith('Job setup-'))) throw new Error('no setup')
  for (const each of deployments) Object.assign(each.spec, { replicas }) // their pods are still stopping
  return deployments.map((each) => `${nameOf(each)} scaled`)
}

/** A wait ends only if there is something to wait for. */
function waitFor(objects: Manifest[]): string[] {
  if (objects.length === 0) throw new Error('no matching resources found')
  state.ready.push(...objects.map(nameOf))
  return objects.map((object) => `${nameOf(object)} condition met`)
}

/** What an object needs that is neither applied nor made by an operator from what is applied. */
function lacking(object: Manifest): string[] {
  const { kind, spec = {} } = object
  const pod = templateOf(object)?.spec
  const of = (what: string, ...names: (string | undefined)[]) =>
    names.filter((name) => name !== undefined && !exists(what, name)).map((name) => `${what} ${name}`)
  const afterwards = (...names: string[]) =>
    names.filter((name) => !state.ready.includes(name)).map((name) => `${name} ready`)
  const setups = state.objects.filter((each) => each.kind === 'Job').map(nameOf)
  return [
    ...of('ServiceAccount', pod?.serviceAccountName),
    ...(pod?.volumes ?? []).flatMap((volume: Manifest) => [
      ...of('ConfigMap', volume.configMap?.name),
      ...of('Secret', volume.secret?.secretName),
      ...of('PersistentVolumeClaim', volume.persistentVolumeClaim?.claimName),
    ]),
    ...containersOf([object]).flatMap(({ container }) => [
      ...(container.envFrom ?? []).flatMap(({ configMapRef }: Manifest) => of('ConfigMap', configMapRef?.name)),
      ...(container.env ?? []).flatMap(({ value }: Manifest) => missingKey(pod, value)),
    ]),
    ...(/Job$/.test(kind) ? afterwards('Cluster postgres', 'StatefulSet nats') : []),
    ...(kind === 'Deployment' ? (setups.length > 0 ? afterwards(...setups) : ['Job']) : []),
    ...(kind === 'Cluster'
      ? of(
          'Secret',
          spec.bootstrap.initdb.secret.name,
          spec.certificates?.serverCASecret,
          spec.certificates?.serverTLSSecret,
        )
      : []),
    ...(kind === 'HorizontalPodAutoscaler' ? of(spec.scaleTargetRef.kind, spec.scaleTargetRef.name) : []),
    ...(kind === 'HTTPRoute'
      ? spec.rules.flatMap(({ backendRefs }: Manifest) =>
          backendRefs.flatMap(({ name }: Manifest) => of('Service', name)),
        )
      : []),
    ...(kind === 'Certificate' ? of('Issuer', spec.issuerRef.name) : []),
    ...(kind === 'Issuer' ? of('Secret', spec.ca?.secretName) : []),
    ...(kind === 'ScheduledBackup' ? of('Cluster', spec.cluster.name) : []),
    ...(kind === 'ObjectStore' ? of('Secret', spec.configuration.s3Credentials.accessKeyId.name) : []),
  ]
}

/** A variable that names a file of the mounted Secret, which has no such key. */
function missingKey(pod: Manifest, value = ''): string[] {
  const key = /^\/run\/secrets\/kingcar\/(.+)/.exec(value)?.[1]
  const name = pod.volumes?.find((volume: Manifest) => volume.name === 'secrets')?.secret.secretName
  const secret = state.objects.find((each) => each.kind === 'Secret' && each.metadata.name === name)
  return !key || secret?.data[key] !== undefined ? [] : [`${key} in Secret ${name}`]
}

function exists(kind: string, name: string): boolean {
  const isMade = (each: Manifest) => kind === 'Secret' && each.kind === 'Certificate' && each.spec.secretName === name
  return state.objects.some((each) => (each.kind === kind && each.metadata.name === name) || isMade(each))
}

function selected(objects: Manifest[], kind?: string): Manifest[] {
  const [label = '', value] = values.selector?.split('=') ?? []
  return objects.filter(
    (each) => (!kind || each.kind === kind) && (!values.selector || each.metadata.labels?.[label] === value),
  )
}

function find(name = ''): Manifest {
  const [kind, own] = name.split('/')
  const found = state.objects.find((each) => each.kind === kindOf(kind) && each.metadata.name === own)
  if (!found) throw new Error(`${name} not found`)
  return found
}

function kindOf(name = ''): string {
  const kinds = ['Cluster', 'Job', 'CronJob', 'StatefulSet', 'Service', 'Deployment']
  return kinds.find((kind) => kind.toLowerCase() === name) ?? name
}
