import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsUsers } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { readConfig } from '@kingcar/runtime/config'
import { temporaryFolder } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readGatewayConfig } from '../../gateway/src/config.ts'
import { readSimulatorConfig } from '../../libs/payment-simulator/src/config.ts'
import { Config as Catalog } from '../../services/catalog/src/config.ts'
import { readMemberConfig } from '../../services/member/src/config.ts'
import { readOrdersConfig } from '../../services/orders/src/config.ts'
import { readRecognitionConfig } from '../../services/recognition/src/config.ts'
import { rulesFile } from '../kubernetes/rules.ts'
import { writeSecrets } from '../kubernetes/secrets.ts'
import { SetupConfig } from '../local/configuration/setup-config.ts'
import { imageEnvironment } from './image-environment.ts'
import { containersOf, nameOf, rules } from './kubernetes-rules.ts'
import { type Manifest, render } from './kustomize.ts'
import { providerAccounts } from './provider-accounts.ts'

const folder = join(root, 'deploy/kubernetes')
const overlays = ['local', 'production'] as const
const rendered = Object.fromEntries(overlays.map((name) => [name, render(join(folder, 'overlays', name))])) as Record<
  (typeof overlays)[number],
  Manifest[]
>

/** Where the types and validators of an object are, which are made of what Kubernetes and the operators publish. */
const packages: readonly [group: RegExp, name: string][] = [
  [/^postgresql\.cnpg\.io\//, '@kubernetes-models/cloudnative-pg'],
  [/^gateway\.networking\.k8s\.io\//, '@kubernetes-models/gateway-api'],
  [/^cert-manager\.io\//, '@kubernetes-models/cert-manager'],
  [/^(v1|(apps|batch|policy|autoscaling|networking\.k8s\.io)\/v\d)$/, 'kubernetes-models'],
]
/** Resources of the backup plugin, whose schema is not on npm. */
const withoutSchema = ['barmancloud.cnpg.io/v1']

const moduleOf = ({ apiVersion, kind }: Manifest) => {
  const name = packages.find(([group]) => group.test(apiVersion))?.[1]
  if (!name) throw new Error(`unknown apiVersion ${apiVersion}`)
  return `${name}/${apiVersion}/${kind}`
}
const published = (objects: readonly Manifest[]) =>
  objects.filter(({ apiVersion }) => !withoutSchema.includes(apiVersion))

/** What the compiler says of fields that are not there, and of values that they cannot have; the line names the object. */
function compile(objects: readonly Manifest[], path: string): string[] {
  const lines = objects.map((object, at) => {
    const type = `import('${moduleOf(object)}').I${object.kind}`
    return `export const _${at}: ${type} = ${JSON.stringify(object)}`
  })
  mkdirSync(join(root, 'node_modules/.cache/kubernetes'), { recursive: true })
  const file = join(root, 'node_modules/.cache/kubernetes', path)
  writeFileSync(file, lines.join('\n'))
  try {
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--types',
      '',
      '--module',
      'nodenext',
      '--target',
      'esnext',
    ]
    execFileSync(join(root, 'node_modules/.bin/tsc'), [...flags, file], { stdio: 'pipe', encoding: 'utf8', cwd: root })
    return []
  } catch (cause) {
    const { stdout } = cause as { stdout: string }
    return stdout.split('\n').flatMap((line) => {
      if (!line.includes('error TS')) return []
      const object = objects[Number(/\((\d+),/.exec(line)?.[1]) - 1]
      return [`${object?.kind} ${object?.metadata.name}: ${line.replace(/^.*?error /, '')}`]
    })
  }
}

describe('the manifests', () => {
  test('every field exists in the schema and has a valid value', async () => {
    const all = published([...rendered.local, ...rendered.production])
    expect(compile(all, `all-${process.pid}.ts`)).toEqual([])
    for (const object of all) {
      const { [object.kind]: Model } = await import(moduleOf(object))
      expect(() => new Model(object).validate(), `${object.kind} ${object.metadata.name}`).not.toThrow()
    }
  })

  test('an unknown field is detected at any depth, also in custom resources', () => {
    const objects = structuredClone(published(rendered.production))
    const one = (kind: string) => objects.find((object) => object.kind === kind)
    one('Deployment').spec.template.spec.containers[0].livenessProbe.periodSecond = 1
    one('Cluster').spec.postgresql.synchronous.numbers = 1
    one('Certificate').spec.privateKey.sizes = 1
    const said = compile(objects, `wrong-${process.pid}.ts`)
    const wrong = ['periodSecond', 'numbers', 'sizes']
    expect(wrong.filter((field) => !said.some((line) => line.includes(`'"${field}"' does not exist`)))).toEqual([])
    expect(said).toHaveLength(wrong.length)
  })
})

describe.each(overlays)("KingCar's rules, %s", (overlay) => {
  test.each(Object.keys(rules))('%s', (rule) => {
    expect(rules[rule]?.(rendered[overlay])).toEqual([])
  })
})

const one = (objects: readonly Manifest[], kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name)
const container = (objects: Manifest[]) => one(objects, 'Deployment', 'orders').spec.template.spec.containers[0]
const without = (kind: string, name: string) => (objects: Manifest[]) => {
  objects.splice(objects.indexOf(one(objects, kind, name)), 1)
}

/** What breaks each rule. */
const breaks: Record<string, ((objects: Manifest[]) => void)[]> = {
  'every object is applied in a step of the install': [
    (all) => delete one(all, 'HTTPRoute', 'gateway').metadata.labels,
    (all) => Object.assign(one(all, 'Service', 'nats').metadata.labels, { step: 'last' }),
  ],
  'every container is restricted': [
    (all) => delete container(all).securityContext.readOnlyRootFilesystem,
    (all) => delete one(all, 'StatefulSet', 'nats').spec.template.spec.securityContext,
  ],
  'every namespace enforces the restricted profile': [(all) => delete one(all, 'Namespace', 'kingcar').metadata.labels],
  'every long-running container has probes': [(all) => delete container(all).startupProbe],
  'every container has requests and limits': [(all) => delete container(all).resources.limits],
  'every image has a version': [
    (all) => Object.assign(container(all), { image: 'kingcar:latest' }),
    (all) => Object.assign(one(all, 'Cluster', 'postgres').spec, { imageName: 'postgres' }),
  ],
  'secrets are files': [
    (all) => container(all).env.push({ name: 'TOKEN_SECRET', value: 'x' }),
    (all) => container(all).env.push({ name: 'A', valueFrom: { secretKeyRef: { name: 'orders', key: 'A' } } }),
    (all) => container(all).envFrom.push({ secretRef: { name: 'orders' } }),
  ],
  'no ConfigMap holds a secret': [
    (all) => Object.assign(one(all, 'ConfigMap', 'settings').data, { NATS_PASSWORD: 'x' }),
  ],
  'every Deployment has a disruption budget and an autoscaler, and rolls out without downtime': [
    without('HorizontalPodAutoscaler', 'orders'),
    without('PodDisruptionBudget', 'orders'),
    (all) => Object.assign(one(all, 'Deployment', 'orders').spec.strategy.rollingUpdate, { maxUnavailable: 1 }),
    (all) => Object.assign(one(all, 'Deployment', 'orders').spec, { replicas: 2 }),
  ],
  'grace periods are long enough': [
    (all) => Object.assign(one(all, 'Deployment', 'gateway').spec.template.spec, { terminationGracePeriodSeconds: 15 }),
  ],
  'selectors match labels': [
    (all) => Object.assign(one(all, 'Service', 'gateway').spec.selector, { app: 'gate' }),
    (all) => Object.assign(one(all, 'PodDisruptionBudget', 'nats').spec.selector.matchLabels, { app: 'nat' }),
    (all) => Object.assign(one(all, 'Deployment', 'orders').spec.template.metadata.labels, { app: 'order' }),
  ],
  'ports match': [
    (all) => Object.assign(one(all, 'Service', 'gateway').spec.ports[0], { targetPort: 'https' }),
    (all) => Object.assign(container(all).readinessProbe.httpGet, { port: 'http' }),
  ],
  'all traffic is denied by default, and each pod has its own policies': [
    without('NetworkPolicy', 'default-deny'),
    (all) => Object.assign(one(all, 'StatefulSet', 'nats').spec.template.metadata, { labels: { app: 'other' } }),
  ],
  'policies name existing pods and ports': [
    (all) => Object.assign(one(all, 'NetworkPolicy', 'to-nats').spec.egress[0].ports[0], { port: 4223 }),
    (all) => Object.assign(one(all, 'NetworkPolicy', 'gateway').spec.podSelector.matchLabels, { app: 'gate' }),
  ],
  'mounted objects exist': [
    without('ConfigMap', 'nats-configuration'),
    without('ConfigMap', 'orders-settings'),
    (all) => container(all).volumeMounts.push({ name: 'other', mountPath: '/other' }),
  ],
}

test.each(Object.keys(rules))('a violation is detected: %s', (rule) => {
  const wrong = breaks[rule] ?? []
  expect(wrong.length).toBeGreaterThan(0)
  for (const breaking of wrong) {
    const objects = structuredClone(rendered.production)
    breaking(objects)
    expect(rules[rule]?.(objects), String(breaking)).not.toEqual([])
  }
})

/** What reads the environment of each process. */
const readers: Record<string, (environment: Record<string, string>) => object> = {
  gateway: readGatewayConfig,
  member: readMemberConfig,
  catalog: (environment) => readConfig(Catalog, environment),
  orders: readOrdersConfig,
  recognition: readRecognitionConfig,
  simulator: readSimulatorConfig,
  setup: (environment) => readConfig(SetupConfig, environment),
}
/** Each process of each overlay. */
const processes = overlays.flatMap((overlay) =>
  rendered[overlay]
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => [overlay, metadata.name] as const),
)
/** What Node.js, the log and the traces read of every process. */
const ofAll = ['LOG_LEVEL', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'OTEL_EXPORTER_OTLP_ENDPOINT']
const accounts = { ...providerAccounts, simulator: providerAccounts.orders }

describe('variables of processes', () => {
  const made = temporaryFolder()
  beforeAll(() => {
    writeSecrets(made.path, { host: 'postgres-rw', readHost: 'postgres-ro', verified: true })
    mkdirSync(join(made.path, 'simulator'))
    for (const [name, keys] of Object.entries(accounts))
      for (const key of keys) writeFileSync(join(made.path, name, key), 'of the provider')
    return () => made[Symbol.asyncDispose]?.()
  })

  const environmentOf = (objects: readonly Manifest[], name: string): Record<string, string> => {
    const pods = objects.map((object) => object.spec?.template?.spec)
    const spec = pods.find((pod) => pod?.containers[0].name === name)
    const [{ env = [], envFrom = [] }] = spec.containers
    const { secretName } = spec.volumes.find((volume: Manifest) => volume.name === 'secrets').secret
    const variables = env.map(({ name: variable, value }: Manifest) => [
      variable,
      value.replace('/run/secrets/kingcar/', `${join(made.path, secretName)}/`),
    ])
    const maps = envFrom.map(({ configMapRef }: Manifest) => one(objects, 'ConfigMap', configMapRef.name).data)
    return Object.assign({}, imageEnvironment, ...maps, Object.fromEntries(variables))
  }

  test.each(processes)("%s: %s starts with it on top of the image's, and nothing of it is unknown", (overlay, name) => {
    const environment = environmentOf(rendered[overlay], name)
    const config = readers[name]?.(environment) ?? {}
    const known = new Set([...Object.keys(config), ...ofAll])
    const own = Object.keys(environment).filter((key) => !(key in imageEnvironment))
    expect(own.filter((key) => !known.has(key.replace(/_FILE$/, '')))).toEqual([])
    expect(config).toMatchObject({ OPERATIONS_HOST: '0.0.0.0', OPERATIONS_PORT: 9090 })
  })

  test('a missing or unused variable is detected', () => {
    const { NATS_URL: _missing, ...rest } = environmentOf(rendered.production, 'gateway')
    expect(() => readers.gateway?.(rest)).toThrow('NATS_URL')
    expect(Object.keys(readers.gateway?.({ ...rest, NATS_URL: 'a', NATS_URLS: 'b' }) ?? {})).not.toContain('NATS_URLS')
  })

  test('the command writes each Secret with the mounted keys, and keeps existing ones', () => {
    const files = () =>
      globSync('*/*', { cwd: made.path })
        .sort()
        .map((path) => [path, readFileSync(join(made.path, path), 'utf8')] as const)
    const before = files()
    writeSecrets(made.path, { host: 'other', verified: true })
    expect(files()).toEqual(before)
    const there = new Set(before.map(([path]) => path))
    const listed = render(made.path).flatMap(({ metadata, data }) =>
      Object.keys(data).map((key) => `${metadata.name}/${key}`),
    )
    expect(listed.sort()).toEqual([...there])
    const wanted = containersOf(rendered.production).flatMap(({ pod, container: { env = [] } }) => {
      const secret = pod.volumes.find(({ name }: Manifest) => name === 'secrets').secret.secretName
      const paths: string[] = env.flatMap(
        ({ value = '' }: Manifest) => value.match(/^\/run\/secrets\/kingcar\/.*/) ?? [],
      )
      return paths.map((path) => path.replace('/run/secrets/kingcar', secret))
    })
    expect(wanted.filter((path) => !there.has(path))).toEqual([])
    expect(wanted.length).toBeGreaterThan(20)
  })
})

test('every metric of an autoscaler is defined in the adapter', () => {
  const adapter = parse(readFileSync(join(folder, 'autoscaling/prometheus-adapter.yaml'), 'utf8'))
  const made = adapter.rules.custom.map(({ name }: Manifest) => name.as)
  const asked = rendered.production
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map(({ spec }) => spec.metrics.find(({ type }: Manifest) => type === 'Pods')?.pods.metric.name)
  expect(asked).toHaveLength(5)
  expect(asked.filter((name) => !made.includes(name))).toEqual([])
})

/** A PodMonitor with the fields that are used; the operator's schema is not among the packages above. */
const podMonitor = {
  selector: expect.any(Object),
  podMetricsEndpoints: [
    { port: expect.any(String), interval: expect.stringMatching(/^\d+s$/), relabelings: expect.any(Array) },
  ],
}

describe('the objects for the Prometheus operator', () => {
  const objects = render(join(folder, 'monitoring'))
  const base = rendered.production

  test('each has the step, the namespace and known fields', () => {
    expect(objects.map(nameOf)).toEqual([
      'PodMonitor processes',
      'PodMonitor postgres',
      'PrometheusRule kingcar',
      'ConfigMap kingcar-dashboards',
    ])
    for (const { kind, metadata, spec } of objects) {
      expect(metadata).toMatchObject({ namespace: 'kingcar', labels: { step: 'monitoring' } })
      if (kind === 'PodMonitor') expect(spec).toEqual(podMonitor)
    }
  })

  test('each process is scraped as the job that alerts and dashboards name', () => {
    const { selector, podMetricsEndpoints } = one(objects, 'PodMonitor', 'processes').spec
    const [{ port, relabelings }] = podMetricsEndpoints
    const [{ key, operator, values }] = selector.matchExpressions
    expect([operator, Object.keys(selector)]).toEqual(['In', ['matchExpressions']])
    expect(relabelings).toEqual([
      { sourceLabels: [`__meta_kubernetes_pod_label_${key}`], targetLabel: 'job', replacement: 'kingcar-$1' },
    ])
    const pods = base.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template)
    expect(pods.map(({ metadata }) => metadata.labels[key]).sort()).toEqual(values.toSorted())
    for (const { spec } of pods) expect(spec.containers[0].ports).toContainEqual({ name: port, containerPort: 9090 })
    const rules = readFileSync(join(root, 'deploy/monitoring/alerts.yml'), 'utf8')
    for (const name of values) expect(rules).toContain(`absent(up{job="kingcar-${name}"})`)
    const database = one(objects, 'PodMonitor', 'postgres').spec
    expect(database.selector).toEqual({
      matchLabels: { 'cnpg.io/cluster': one(base, 'Cluster', 'postgres').metadata.name },
    })
    expect(database.podMetricsEndpoints[0].relabelings).toEqual([
      { targetLabel: 'job', replacement: 'kingcar-postgres' },
    ])
  })

  test('the rules are those of alerts.yml, and the dashboards are all of them', () => {
    expect(readFileSync(join(folder, 'monitoring/rules.yaml'), 'utf8'), 'npm run rules -w deploy').toBe(rulesFile())
    const { groups } = parse(readFileSync(join(root, 'deploy/monitoring/alerts.yml'), 'utf8'))
    expect(one(objects, 'PrometheusRule', 'kingcar').spec).toEqual({ groups })
    const { data, metadata } = one(objects, 'ConfigMap', 'kingcar-dashboards')
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' })
    expect(Object.keys(data)).toEqual(globSync('*.json', { cwd: join(root, 'deploy/monitoring/dashboards') }).sort())
  })
})

test('passwords of nats-server, job names and version match the sources', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const images = containersOf(rendered.production).map(({ container: { image } }) => image)
  expect(new Set(images.filter((image) => image.startsWith('kingcar')))).toEqual(new Set([`kingcar:${version}`]))
  expect(one(rendered.production, 'Job', `setup-${version}`)).toBeDefined()
  const { data } = one(rendered.production, 'ConfigMap', 'nats-configuration')
  expect(data['nats.conf']).toContain('sync_interval: always')
  const variables = new Set(Object.values(data).flatMap((text) => String(text).match(/\$[A-Z][A-Z_]+/g) ?? []))
  const { env } = one(rendered.production, 'StatefulSet', 'nats').spec.template.spec.containers[0]
  const secret = [...natsUsers, 'cluster'].map((user) => `NATS_PASSWORD_${user.toUpperCase()}`)
  const given = new Set([...env.map(({ name }: Manifest) => name), ...secret, 'NATS_CALLOUT_ISSUER', 'NATS_ROUTES'])
  const system = ['$SYS', '$JS', '$O', '$SRV', '$NAME'] // subjects, and the comment that explains variables
  expect([...variables].filter((name) => !given.has(name.slice(1)) && !system.includes(name))).toEqual([])
})
