import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/** Header blocks that are computed once: a call a response would cost half of a cached read. */
export type HeaderBlocks = {
  /** Every answer of the API. */
  api: Record<string, string>
  /** Pages, and the files that they are made of. */
  page: Record<string, string>
}

const self = ["'self'"]
const none = ["'none'"]

/** A page that runs the scripts of its own origin and nothing else, and that nobody frames. */
const pagePolicy = {
  defaultSrc: none,
  scriptSrc: self,
  styleSrc: self,
  imgSrc: [...self, 'data:', 'blob:'],
  fontSrc: self,
  connectSrc: self,
  manifestSrc: self,
  workerSrc: self,
  objectSrc: none,
  baseUri: none,
  formAction: self,
  frameAncestors: none,
}

/** Data is no page: nothing in it runs, and nobody frames it. */
const dataPolicy = { defaultSrc: none, objectSrc: none, baseUri: none, frameAncestors: none }

/** What no page of ours asks a device for. The wall screen stays awake, fills the screen and sounds. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

type Directives = Record<string, string[]>

/** Asks helmet once for the headers of a policy. */
async function ask(directives: Directives, tls: boolean): Promise<Record<string, string>> {
  const app = Fastify()
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: tls ? { ...directives, upgradeInsecureRequests: [] } : directives,
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: tls && { maxAge: 31_536_000 },
    referrerPolicy: { policy: 'no-referrer' },
  })
  app.get('/', (_request, reply) => reply.send())
  const { headers } = await app.inject('/')
  await app.close()
  const own = ['content-length', 'date', 'connection', 'content-type']
  const entries = Object.entries(headers).filter(([name]) => !own.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** The blocks of this process. A page's socket goes to its own host, which `'self'` covers. */
export async function headerBlocks(tls: boolean): Promise<HeaderBlocks> {
  const page = await ask(pagePolicy, tls)
  const data = await ask(dataPolicy, tls)
  const kept =
    /^(?:content-security-policy|x-content-type-options|strict-transport-security|cross-origin-resource-policy)$/
  const api = Object.fromEntries(Object.entries(data).filter(([name]) => kept.test(name)))
  return { api: { ...api, 'cache-control': 'no-store' }, page: { ...page, 'permissions-policy': permissions } }
}
