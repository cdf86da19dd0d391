import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..')

/** Packages that each place may import besides files of its own package; the first match decides. */
const rules: readonly [place: RegExp, allowed: RegExp][] = [
  // The test packages import each other one way: bench → e2e → kit. The product imports none of them.
  [/^libs\/testing\/kit\//, /^(?!@kingcar\/(e2e|bench)(\/|$))/],
  [/^libs\/testing\/e2e\//, /^(?!@kingcar\/bench(\/|$))/],
  [/^libs\/testing\/bench\//, /./],
  [/(\.test\.tsx?|\/test\/.*|vite[a-z]*\.config\.ts|\.d\.ts)$/, /./],
  [/^libs\/contract\//, /^typebox(\/.*)?$/],
  [/^libs\/markdown\//, /^(@kingcar\/contract|markdown-it)$/],
  [/^libs\/client\/build\.ts$/, /^node:/],
  [/^libs\/client\/generate\//, /^(node:.*|@kingcar\/contract)$/],
  [/^libs\/client\//, /^$/], // installed alone by outside developers
  [/^libs\/runtime\//, /^(node:.*|pino|prom-client|fastify|undici|typebox(\/.*)?|@opentelemetry\/.*)$/],
  [
    /^libs\/bus\//,
    /^(node:.*|@kingcar\/(contract(\/events)?|runtime)|nats|prom-client|fast-json-stringify|typebox(\/.*)?)$/,
  ],
  [
    /^libs\/db\//,
    /^(node:.*|@kingcar\/(contract|runtime)|drizzle-orm(\/.*)?|postgres|prom-client|dataloader|typebox(\/.*)?)$/,
  ],
  [/^libs\/localstack\//, /^(node:.*|nats|playwright-core)$/],
  [/^libs\/recognizer\//, /^(node:.*|nats|mqtt)$/], // an outside client, as a maker's would be
  [/^libs\/payment-simulator\//, /^(node:.*|@kingcar\/runtime|fastify|typebox)$/], // checks KingCar from outside, as the provider would
  [/^libs\/service\//, /^(node:crypto|@kingcar\/(contract|bus|db|runtime)|drizzle-orm(\/.*)?|typebox)$/],
  [
    /^services\//,
    /^(node:.*|@kingcar\/(contract|bus|db|markdown|runtime|service(\/demo)?)|drizzle-orm(\/.*)?|typebox(\/.*)?|fastify|@fastify\/jwt|@node-rs\/argon2|jose|nodemailer|otpauth|@simplewebauthn\/server(\/helpers)?|libphonenumber-js(\/.*)?|sharp|prom-client|standardwebhooks|diff|@zxcvbn-ts\/language-common)$/,
  ],
  [
    /^gateway\//,
    /^(node:.*|@kingcar\/(contract|bus|runtime)|fastify|fastify-plugin|@fastify\/.*|fast-jwt|lru-cache|typebox(\/.*)?|ws|prom-client)$/,
  ],
  [/^web-admin\/build\//, /^(vite|subset-font|node:.*|@kingcar\/deploy\/third-party-licenses\/.*)$/],
  [
    /^web-admin\//,
    /^(@kingcar\/(contract|client|markdown)|react.*|@tanstack\/.*|zustand(\/.*)?|@tiptap\/.*|papaparse|uqr|@simplewebauthn\/browser|@atlaskit\/.*|pretendard\/.*|virtual:.*|vite(\/.*)?|node:.*|@vitejs\/.*)$/,
  ],
  [
    /^deploy\//,
    /^(node:.*|@kingcar\/(contract|bus(\/(provision|reads|stream-copy|stream-restore|streams))?|db(\/(migrate|snapshot|restore))?|localstack\/.*|runtime(\/(config|line-table))?)|@jridgewell\/sourcemap-codec|esbuild|postgres|nats|vite|typebox(\/.*)?|tar-stream|age-encryption)$/,
  ],
]

/** Pure rule files import the contract and other pure files, and do no input or output. */
const pure = [/^services\/[a-z]+\/src\/([a-z-]+)\/\1\.ts$/]
const allowedInPure = /^(@kingcar\/contract|\.\/.*|\.\.\/.*)$/

/** The areas of the console's management pages, and the other areas that each may import. */
const areasImported: Record<string, readonly string[]> = {
  account: [],
  ...{
    'access-log': [],
    admins: [],
    alerts: ['bell'],
    'api-keys': [],
    audit: [],
    banners: [],
    coupons: ['products'],
    'dead-letters': [],
    'counter-sales': [],
    members: ['counter-sales'],
    messages: [],
    notices: [],
    webhooks: [],
  },
  ...{ 'owed-returns': [], products: [], screens: [], settings: [], terms: [], 'use-logs': [] },
  closing: [],
  board: ['counter-sales', 'use-logs', 'visits'],
  settlements: ['closing'],
  visits: ['use-logs'],
  home: ['visits'],
  stores: ['devices', 'home', 'screens', 'statistics'],
  statistics: ['visits'],
  subscriptions: [],
  reads: ['visits'],
  devices: ['dead-letters'],
  gates: ['visits'],
  orders: ['counter-sales', 'members', 'owed-returns'],
  'store-import': ['stores'],
  'user-products': ['members'],
}
const sharedByAreas = [
  'api',
  'charts',
  'components',
  'editor',
  'feed',
  'form',
  'images',
  'list',
  'navigation',
  'page',
  'shell',
  'text',
  'undo',
  'user-product-tasks',
]
const consoleAreas = Object.entries(areasImported).map(([area, areas]) => [area, [...sharedByAreas, ...areas]] as const)

/**
 * Package → folder → the other folders of the package that it may import, types included. Files next to the folders may
 * import every folder, and no folder imports them. Tests next to the sources may import anything.
 */
const folders: Record<string, Record<string, readonly string[]>> = {
  'gateway/src': {
    http: [],
    adapter: [],
    auth: [],
    cache: ['http'],
    telemetry: ['http'],
    live: ['auth'],
    operations: ['adapter', 'auth', 'cache', 'http', 'live'],
    docs: ['http'],
    static: [],
    dev: [],
  },
  'web-admin/src/manage': {
    text: [],
    page: [],
    feed: [],
    api: ['page'],
    navigation: ['api', 'text'],
    components: ['api', 'page', 'text'],
    undo: ['api', 'components', 'page', 'text'],
    'user-product-tasks': ['api', 'components', 'text'],
    charts: ['components', 'text'],
    list: ['api', 'components', 'page', 'text'],
    form: ['api', 'components', 'list', 'page', 'text'],
    images: ['api', 'components', 'form', 'list', 'page', 'text'],
    editor: ['api', 'components', 'form', 'images', 'page', 'text'],
    search: ['api', 'components', 'list', 'navigation', 'page', 'text'],
    bell: ['api', 'components', 'list', 'page', 'text'],
    shell: ['api', 'bell', 'components', 'feed', 'form', 'list', 'navigation', 'page', 'search', 'text', 'undo'],
    ...Object.fromEntries(consoleAreas),
  },
  'web-admin/src': {
    api: [],
    ui: [],
    reload: [],
    errors: ['api', 'reload', 'ui'],
    routing: ['api', 'errors'],
    live: ['api'],
    login: ['api', 'routing', 'ui'],
    wall: ['api', 'errors', 'live', 'reload', 'routing', 'ui'],
    manage: ['api', 'live', 'reload', 'routing', 'ui', 'wall'],
    app: ['api', 'errors', 'login', 'manage', 'routing', 'ui', 'wall'],
  },
}

type Import = { file: string; specifier: string }

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return /^(node_modules|dist|\.turbo)$/.test(entry.name) ? [] : sources(path)
    return /\.(ts|tsx|mts|mjs)$/.test(entry.name) ? [path] : []
  })
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...statements].map((match) => ({ file, specifier: (match[1] ?? match[2]) as string }))
}

const packageOf = (file: string) => /^(?:(?:libs\/testing|libs|services)\/[^/]+|[^/]+)/.exec(file)?.[0] as string

function isWrong({ file, specifier }: Import): boolean {
  if (pure.some((place) => place.test(file)) && !allowedInPure.test(specifier)) return true
  const rule = rules.find(([place]) => place.test(file))
  if (!rule) return true
  if (!specifier.startsWith('.')) return !rule[1].test(specifier) && specifier !== '.'
  const target = relative(root, resolve(root, dirname(file), specifier))
  const crosses = packageOf(target) !== packageOf(file)
  const work = /^libs\/testing\/(e2e|bench)\//.exec(target)?.[1]
  return crosses && !rule[1].test(work ? `@kingcar/${work}` : '.')
}

const files = ['libs', 'services', 'gateway', 'web-admin', 'deploy'].flatMap(sources)
const imports = files.flatMap(importsOf)

test('imports follow the architecture', () => {
  expect(imports.filter(isWrong).map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
})

const sorted = Object.entries(folders)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const targetOf = ({ file, specifier }: Import) => relative(root, resolve(root, dirname(file), specifier))
/** The folder below `source` that contains a file; '' for a file next to the folders. */
const folderOf = (source: string, file: string) =>
  file
    .slice(source.length + 1)
    .split('/')
    .slice(0, -1)[0] ?? ''

function crossesFolders(each: Import): boolean {
  const target = targetOf(each)
  const found = sorted.find(([source]) => [each.file, target].every((file) => file.startsWith(`${source}/`)))
  if (!found || isTest(each.file) || !each.specifier.startsWith('.')) return false
  const [from, to] = [folderOf(found[0], each.file), folderOf(found[0], target)]
  return from !== '' && from !== to && !found[1][from]?.includes(to)
}

/** The circles of a graph, each as its path. */
function circlesOf(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (node: string, path: readonly string[]) => {
    const at = path.indexOf(node)
    if (at >= 0) circles.push([...path.slice(at), node].join(' → '))
    if (at >= 0 || done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return circles
}

/** Imports between files of the repository, without those of tests. */
const edges = (all: readonly Import[]) =>
  all
    .filter(({ file, specifier }) => specifier.startsWith('.') && !isTest(file) && !/\/test\//.test(file))
    .map((each) => [each.file, targetOf(each)] as const)

/** An import as one of a folder by its sibling, at the level where both paths part; none for a file next to that level. */
function folderEdge([file, target]: readonly [string, string]): [string, string][] {
  const [from, to] = [file.split('/').slice(0, -1), target.split('/').slice(0, -1)]
  const at = from.findIndex((folder, level) => folder !== to[level])
  return at === -1 || at >= to.length ? [] : [[from.slice(0, at + 1).join('/'), to.slice(0, at + 1).join('/')]]
}

test('no two folders import each other at any level, directly or through others, types included', () => {
  const between = edges(imports).flatMap(folderEdge)
  expect(between).toContainEqual(['services/orders/src/card', 'services/orders/src/payment'])
  expect(circlesOf(between)).toEqual([])
})

test.each(sorted)(
  'the folders of %s import each other as the table says, and the table names each of them',
  (source, rule) => {
    const wrong = imports.filter((each) => each.file.startsWith(`${source}/`) && crossesFolders(each))
    expect(wrong.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([])
    const found = new Set(files.filter((file) => file.startsWith(`${source}/`)).map((file) => folderOf(source, file)))
    found.delete('')
    expect(found).toEqual(new Set(Object.keys(rule)))
  },
)

test('a forbidden import of a folder, and a circle, are detected', () => {
  const [up, down] = [
    { file: 'gateway/src/http/server.ts', specifier: '../live/route.ts' },
    { file: 'gateway/src/live/route.ts', specifier: '../http/server.ts' },
  ]
  expect([up, down].map(crossesFolders)).toEqual([true, true])
  expect(crossesFolders({ file: 'gateway/src/http/server.ts', specifier: '../config.ts' })).toBe(true)
  expect(crossesFolders({ file: 'gateway/src/live/hub.ts', specifier: '../auth/access-tokens.ts' })).toBe(false)
  const other = { file: 'gateway/src/live/hub.ts', specifier: '../http/json/parse.ts' }
  expect(circlesOf(edges([up, other]).flatMap(folderEdge))).toEqual([
    'gateway/src/http → gateway/src/live → gateway/src/http',
  ])
  expect(edges([{ file: 'gateway/src/live/hub.ts', specifier: '../config.ts' }]).flatMap(folderEdge)).toEqual([])
})

test('the checks above cover every package, and detect a required import', () => {
  const packages = new Set(files.map(packageOf))
  expect(packages.size).toBe(20)
  expect(files.length).toBeGreaterThan(100)
  expect(imports.length).toBeGreaterThan(files.length)
  expect(imports).toContainEqual({ file: 'libs/contract/src/model/operation.ts', specifier: 'typebox' })
})

test.each([
  ['services/member/src/service.ts', '@kingcar/catalog'],
  ['services/member/src/service.ts', '../../catalog/src/service.ts'],
  ['libs/contract/src/index.ts', 'node:fs'],
  ['libs/client/src/index.ts', '@kingcar/bus'],
  ['libs/client/src/index.ts', '@kingcar/contract'],
  ['gateway/src/app.ts', '@kingcar/db'],
  ['gateway/src/app.ts', 'drizzle-orm'],
  ['libs/db/src/index.ts', '@kingcar/bus'],
  ['web-admin/src/app/main.tsx', '@kingcar/bus'],
  ['services/recognition/src/visit/visit.ts', '@kingcar/db'],
  ['libs/recognizer/src/device/device.ts', '@kingcar/bus'],
  ['libs/payment-simulator/src/open.ts', '../../../services/orders/src/provider/portone/call.ts'],
  ['libs/payment-simulator/src/open.ts', '@kingcar/contract'],
  ['services/orders/src/provider/portone/call.ts', '@kingcar/payment-simulator'],
  ['gateway/src/dev/simulator-proxy.ts', '@kingcar/payment-simulator'],
  ['libs/elsewhere/src/index.ts', 'typebox'],
  ['services/member/src/service.ts', '@kingcar/testing'],
  ['deploy/local/start.ts', '@kingcar/testing'],
  ['libs/localstack/src/leashed-child.ts', '@kingcar/testing'],
  ['libs/localstack/src/leashed-child.ts', '@kingcar/deploy/build'],
  ['libs/testing/kit/src/backend.ts', '@kingcar/e2e/product'],
  ['libs/testing/kit/src/backend.ts', '../../e2e/src/product.ts'],
  ['libs/testing/e2e/src/product.ts', '@kingcar/bench'],
])('%s may not import %s', (file, specifier) => {
  expect(isWrong({ file, specifier })).toBe(true)
})
