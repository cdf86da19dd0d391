import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/** Computed once: calling helmet for each response would cost half of a cached read. */
export type SecurityHeaders = {
  /** For every API response. */
  api: Record<string, string>
  /** For HTML pages and their files. */
  page: Record<string, string>
}

const self = ["'self'"]
const none = ["'none'"]

/** Pages run only scripts of their own origin and cannot be framed. `'self'` covers the live socket. */
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

/** API responses are not pages: nothing in them runs, and they cannot be framed. */
const dataPolicy = { defaultSrc: none, objectSrc: none, baseUri: none, frameAncestors: none }

/** Browser features that no page uses. The wall screen uses wake lock, fullscreen and sound, so these stay allowed. */
const permissions = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

type Directives = Record<string, string[]>

/** Lets helmet compute the headers of a policy, by a request to a throw-away app. */
async function helmetHeaders(directives: Directives, tls: boolean): Promise<Record<string, string>> {
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
  const responseHeaders = ['content-length', 'date', 'connection', 'content-type']
  const entries = Object.entries(headers).filter(([name]) => !responseHeaders.includes(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export async function createSecurityHeaders(tls: boolean): Promise<SecurityHeaders> {
  const page = await helmetHeaders(pagePolicy, tls)
  const data = await helmetHeaders(dataPolicy, tls)
  const apiHeaders =
    /^(?:content-security-policy|x-content-type-options|strict-transport-security|cross-origin-resource-policy)$/
  const api = Object.fromEntries(Object.entries(data).filter(([name]) => apiHeaders.test(name)))
  return { api: { ...api, 'cache-control': 'no-store' }, page: { ...page, 'permissions-policy': permissions } }
}
