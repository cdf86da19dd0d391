import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@kingcar/contract'
import { root } from '@kingcar/localstack/paths'
import type { TObject } from 'typebox'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Config as Gateway } from '../../gateway/src/config.ts'
import { TracingConfig } from '../../libs/runtime/src/tracing.ts'
import { Config as Catalog } from '../../services/catalog/src/config.ts'
import { Config as Member } from '../../services/member/src/config.ts'
import { Config as Orders } from '../../services/orders/src/config.ts'
import { Config as Recognition } from '../../services/recognition/src/config.ts'
import { services } from '../local/configuration/secrets.ts'
import { SetupConfig, streamProperties } from '../local/configuration/setup-config.ts'

type Service = {
  image: string
  command?: string[]
  entrypoint?: string[]
  user?: string
  read_only?: boolean
  restart?: string
  cap_drop?: string[]
  security_opt?: string[]
  environment?: Record<string, string | number>
  mem_limit?: string
  healthcheck?: { disable?: boolean; test?: string[] }
  volumes?: string[]
  logging?: unknown
  profiles?: string[]
  networks?: string[] | object
  ports?: string[]
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose: { services: Record<string, Service>; volumes: object; networks: Record<string, object> } = parse(
  read('docker-compose.yml'),
  {
    merge: true,
  },
)
const all = Object.entries(compose.services)
const dockerfile = read('deploy/Dockerfile')
const oneShots = ['secrets', 'setup', 'backup', 'restore']

describe.each(all)('the container %s', (name, service) => {
  test('cannot write its own files, gain rights, or fill the disk with logs', () => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.logging).toMatchObject({
      options: { 'max-size': expect.any(String), 'max-file': expect.any(String) },
    })
  })

  test('has no privileged user', () => {
    const isOurs = service.image.startsWith('kingcar:')
    expect(isOurs ? dockerfile : service.user).toMatch(isOurs ? /^USER node$/m : /^[1-9]\d*:[1-9]\d*$/)
  })

  test('is restarted when it dies, unless it is a one-off program', () => {
    expect(service.restart).toBe(oneShots.includes(name) ? undefined : 'unless-stopped')
  })

  test('reads its secrets only from files', () => {
    const secret = /SECRET|_PASSWORD(_|$)|_SEED$|_KEY$|_CODE$|^DATABASE_URL/
    const published = ['PORTONE_CHANNEL_KEY', 'PORTONE_IMP_CODE'] // sent to every member app
    const clear = Object.keys(service.environment ?? {}).filter((variable) => secret.test(variable))
    expect(clear.filter((variable) => !variable.endsWith('_FILE') && !published.includes(variable))).toEqual([])
  })
})

/** The settings of each process. */
const configs: Readonly<Record<string, TObject>> = {
  gateway: Gateway,
  member: Member,
  catalog: Catalog,
  orders: Orders,
  recognition: Recognition,
  setup: SetupConfig,
}

function variablesOf(name: string): { all: string[]; required: string[] } {
  const { properties, required } = configs[name] as TObject
  const hasDefault = (variable: string) => 'default' in (properties[variable] ?? {})
  return {
    all: Object.keys(properties),
    required: (required as string[]).filter((variable) => !hasDefault(variable)),
  }
}

test.each(Object.keys(configs))('%s gets the variables that it needs, and no unknown ones', (name) => {
  const given = Object.keys(compose.services[name]?.environment ?? {}).map((variable) => variable.replace(/_FILE$/, ''))
  const { all, required } = variablesOf(name)
  expect(required).toContain('NATS_URL')
  expect(required.filter((variable) => !given.includes(variable))).toEqual([])
  expect(
    given.filter((variable) => ![...all, 'LOG_LEVEL', ...Object.keys(TracingConfig.properties)].includes(variable)),
  ).toEqual([])
})

/** What the image or an overlay sets, an address of a provider that only a test changes, and other databases. */
const notTaken =
  /^(?:NATS_USER|OPERATIONS_\w+|HOST|PORT|NODE_ENV|\w+_DIR|TLS_\w+|LOCAL_ROUTES|MOVABLE_CLOCK|PORTONE_SIMULATOR_URL|\w+_EXEMPT_LOOPBACK|DRAIN_MILLISECONDS|JWT_ISSUER|(?:SOLAPI|FCM|JUSO)_URL|(?:GOOGLE|APPLE|KAKAO|NAVER)_(?:ISSUER|JWKS_URL|URL|API_URL|AUTH_URL)|DATABASE_URL_\w+|DATABASE_READ_URL|STREAM_REPLICAS)$/

test.each(Object.keys(configs))('an operator sets every other setting of %s', (name) => {
  const given = Object.keys(compose.services[name]?.environment ?? {}).map((variable) => variable.replace(/_FILE$/, ''))
  const settings = variablesOf(name).all.filter((variable) => !notTaken.test(variable))
  expect(settings.filter((variable) => !given.includes(variable))).toEqual([])
})

test('sizes and ages of streams can be set', () => {
  const { setup, nats } = compose.services
  for (const name of Object.keys(streamProperties)) expect(setup?.environment).toHaveProperty(name, `\${${name}:-}`)
  expect(nats?.environment).toHaveProperty('NATS_FILE_STORE', `\${NATS_FILE_STORE:-10GB}`)
})

test('no command of an operator builds an image, and the image is named by its version', () => {
  for (const [name, { image, ...service }] of all) {
    expect(service, name).not.toHaveProperty('build')
    if (image.startsWith('kingcar:')) expect(service, name).toHaveProperty('pull_policy', 'never')
  }
  const developers = parse(read('deploy/container/build.yml'))
  expect(developers).toEqual({ services: { secrets: { build: { context: '.', dockerfile: 'deploy/Dockerfile' } } } })
})

test('every server and process has a health check and a limit of memory', () => {
  for (const [name, { healthcheck, mem_limit }] of all.filter(([each]) => !oneShots.includes(each))) {
    if (name !== 'postgres') expect(mem_limit, name).toMatch(/^\dg$/)
    if (all.find(([each]) => each === name)?.[1].image.startsWith('kingcar:'))
      expect(dockerfile).toContain('HEALTHCHECK')
    else expect(healthcheck?.test, name).toHaveProperty('0', 'CMD')
  }
})

test('persistent data is in volumes, and every volume is used', () => {
  const nameOf = (volume: string) => volume.replace(/^\$\{\w+:-([^}]+)\}/, '$1').split(':')[0] ?? ''
  const mounted = all.flatMap(([, { volumes = [] }]) => volumes.map(nameOf)).filter((name) => !/^[./]/.test(name))
  expect(new Set(mounted)).toEqual(new Set(Object.keys(compose.volumes)))
  expect(compose.services.postgres?.volumes).toContain('postgres:/var/lib/postgresql')
  expect(compose.services.nats?.volumes).toContain('nats:/data')
})

test('arguments of `docker compose run secrets` are passed to the program secrets', () => {
  const { entrypoint, command } = compose.services.secrets ?? {}
  expect([entrypoint, command]).toEqual([['node', '/app/dist/run.mjs', 'secrets'], undefined])
})

describe('the profile monitoring', () => {
  const monitors = all.filter(([, { profiles }]) => profiles?.includes('monitoring'))
  const networksOf = (name: string) => {
    const { networks = [] } = compose.services[name] ?? {}
    return Array.isArray(networks) ? networks : Object.keys(networks)
  }

  test('starts Prometheus, Alertmanager, Grafana and the exporter of free space, each of a fixed version', () => {
    expect(monitors.map(([name]) => name)).toEqual(['prometheus', 'alertmanager', 'node-exporter', 'grafana'])
    for (const [name, { image }] of monitors) expect(image, name).toMatch(/:v?\d+\.\d+\.\d+$/)
  })

  test('is reachable from this machine only, and only Prometheus reaches the processes', () => {
    for (const [name, { ports = [] }] of monitors)
      for (const port of ports) expect(port, name).toMatch(/^(?:127\.0\.0\.1|\$\{GRAFANA_HOST:-127\.0\.0\.1\}):/)
    expect(networksOf('prometheus')).toEqual(['operations', 'monitoring'])
    for (const name of ['alertmanager', 'node-exporter', 'grafana']) expect(networksOf(name)).toEqual(['monitoring'])
    for (const name of ['gateway', ...services]) expect(networksOf(name)).toContain('operations')
  })

  test('scrapes what prometheus.yml scrapes, at the names of the containers', () => {
    type Configuration = { scrape_configs: { job_name: string; static_configs: [{ targets: [string] }] }[] }
    const [local, containers] = ['prometheus.yml', 'prometheus.compose.yml'].map(
      (file) => parse(read(`deploy/monitoring/${file}`)) as Configuration,
    )
    const without = ({ scrape_configs: jobs, ...rest }: Configuration) => ({
      ...rest,
      alerting: undefined,
      jobs: jobs.map(({ job_name: job }) => job),
    })
    expect(without(containers as Configuration)).toEqual(without(local as Configuration))
    expect(containers?.scrape_configs.map(({ static_configs: [{ targets }] }) => targets[0])).toEqual([
      ...['gateway', ...services].map((name) => `${name}:9090`),
      'node-exporter:9100',
    ])
    expect(dockerfile).toMatch(/OPERATIONS_HOST=0\.0\.0\.0 OPERATIONS_PORT=9090/)
  })

  test('mounts files that exist', () => {
    const files = monitors.flatMap(([, { volumes = [] }]) => volumes.join(' ').match(/\.\/deploy[\w./-]+/g) ?? [])
    expect(files.length).toBeGreaterThan(4)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

test('the proxy alone publishes the port, speaks to gateways alone, and is trusted by them', () => {
  const { proxy, gateway } = compose.services
  expect([gateway?.ports, gateway?.networks]).toEqual([undefined, ['bus', 'front', 'operations']])
  expect([proxy?.ports, proxy?.networks]).toEqual([[`\${HOST:-127.0.0.1}:\${PORT:-8080}:8080`], ['edge', 'front']])
  const inFront = all.filter(([, { networks = [] }]) => (Array.isArray(networks) ? networks : []).includes('front'))
  expect(inFront.map(([name]) => name)).toEqual(['gateway', 'proxy'])
  const subnet = `\${FRONT_SUBNET:-172.16.254.0/28}`
  expect(subnet).not.toMatch(/-(?:172\.(?:1[7-9]|2\d|3[01])|192\.168)\./) // which Docker gives to networks one after the other
  expect(compose.networks.front).toEqual({ internal: true, ipam: { config: [{ subnet }] } })
  expect(gateway?.environment?.TRUST_PROXY).toBe(`${subnet}\${TRUST_PROXY:+,\${TRUST_PROXY:-}}`)
})

test('with tracing.yml each process that sends spans reaches an address outside', () => {
  const { services: added, networks }: typeof compose = parse(read('deploy/container/tracing.yml'))
  const isOpen = (name: string) => !('internal' in ((compose.networks[name] ?? networks[name] ?? {}) as object))
  for (const name of ['gateway', ...services]) {
    const of = [compose.services[name], added[name]].flatMap((each) => (each?.networks as string[] | undefined) ?? [])
    expect(of.filter(isOpen), name).toHaveLength(1)
  }
})

test('an error of the proxy is the response that a gateway gives', () => {
  const proxy = read('deploy/container/proxy/haproxy.cfg')
  const codes = {
    400: 'VALIDATION_FAILED',
    408: 'REQUEST_TIMEOUT',
    502: 'UNAVAILABLE',
    503: 'UNAVAILABLE',
    504: 'UNAVAILABLE',
  }
  const written = [
    ...proxy.matchAll(/^ {2}http-error status (\d+) content-type "application\/json.* lf-string '(.*)'$/gm),
  ]
  expect(Object.fromEntries(written.map(([, status, body = '']) => [status, JSON.parse(body)]))).toEqual(
    Object.fromEntries(
      Object.entries(codes).map(([status, code]) => {
        const [, message] = errors[code as keyof typeof errors]
        return [status, { success: false, error: { code, message, requestId: '%[uuid]' } }]
      }),
    ),
  )
  // haproxy refuses a section of a name twice, and is not on every machine.
  const sections = proxy.match(/^(?:frontend|backend|resolvers) .*$/gm) ?? []
  expect(sections).toEqual([...new Set(sections)])
})

test('no process sees the secrets of another', () => {
  for (const name of ['gateway', ...services, 'setup'])
    expect(compose.services[name]?.volumes).toEqual([`secrets-${name}:/run/kingcar:ro`])
})

test('the image has this version and every package of the project', () => {
  const { version, workspaces }: { version: string; workspaces: string[] } = JSON.parse(read('package.json'))
  expect(compose.services.gateway?.image).toBe(`kingcar:\${KINGCAR_VERSION:-${version}}`)
  const manifests = globSync(
    workspaces.map((each) => `${each}/package.json`),
    { cwd: root },
  )
  const copied = [...dockerfile.matchAll(/^COPY (\S+\/package\.json) \S+$/gm)].map(([, path]) => String(path))
  expect(new Set(copied)).toEqual(new Set(manifests))
})

test('files that must not be in an image are excluded from the build context', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const path of ['.git', '.data', '**/node_modules']) expect(ignored).toContain(path)
  expect(existsSync(join(root, 'deploy/container/run.mjs'))).toBe(true)
})
