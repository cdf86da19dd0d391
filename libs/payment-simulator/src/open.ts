import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { controlRoutes } from './control-routes.ts'
import { type Controls, createControls } from './controls.ts'
import { createDeclines } from './declines.ts'
import { createFaultInjection, type FaultInjection, type FaultRule, never } from './fault-injection.ts'
import { openLedger } from './ledger.ts'
import { portoneRoutes } from './portone-routes.ts'
import { receiptRoutes, receiptUrl } from './receipts.ts'
import { Refusal } from './refusal.ts'
import { readForm } from './request-fields.ts'
import { runSchedules } from './schedules.ts'
import type { SimulatorState } from './state.ts'
import { createTokens } from './tokens.ts'
import { prefix, rewriteUrl, v2Routes } from './v2/routes.ts'
import { openWebhooks } from './webhooks.ts'

export type SimulatorOptions = {
  key: string
  secret: string
  /** Receives webhooks of payments without a notice_url. */
  webhookUrl?: string | undefined
  /** The account of API V2; made up if absent. */
  v2?: { secret?: string; storeId?: string; webhookSecret?: string; webhookUrl?: string | undefined }
  /** The API of payments in the window whose control names no API; `v1` by default. */
  windowApi?: 'v1' | 'v2'
  host?: string
  /** 0 picks one. */
  port?: number
  /** Where browsers reach the simulator, for receipts; undefined for its own address. */
  publicUrl?: string | undefined
  /** The ledger's file; undefined for memory only. */
  file?: string | undefined
}

export type Simulator = AsyncDisposable & Controls & { readonly url: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault rule for this call. */
    rule: FaultRule | undefined
  }
}

/** Milliseconds between two runs of scheduled payments. */
const every = 1_000

/** Credentials of the V2 account if the options have none. */
const usualV2 = { secret: 'v2_local_secret', storeId: 'store-local', webhookSecret: `whsec_${btoa('local'.repeat(6))}` }

/**
 * Starts a server that simulates PortOne's REST APIs V1 and V2 with a ledger of its own and no money. Disposing ends
 * delayed calls.
 */
export async function openSimulator(options: SimulatorOptions): Promise<Simulator> {
  await using opened = new AsyncDisposableStack()
  let ahead = 0
  const clock = () => Math.floor(Date.now() / 1_000)
  const now = () => clock() + ahead
  const ledger = opened.use(openLedger(options.file))
  const v2 = { ...usualV2, ...options.v2 }
  const v2Delivery = { url: v2.webhookUrl, storeId: v2.storeId, secret: v2.webhookSecret }
  const webhooks = opened.use(openWebhooks(options.webhookUrl, v2Delivery))
  let url = ''
  const receipts = (tid: string) => receiptUrl(options.publicUrl ?? url, tid)
  const declines = createDeclines()
  const windowApi = options.windowApi ?? 'v1'
  const state: SimulatorState = { ledger, webhooks, declines, transfers: [], receiptUrl: receipts, windowApi, now }
  const misbehaviour = createFaultInjection()
  const calls = new Map<string, number>()
  const move = (seconds: number) => {
    ahead += seconds
  }
  const tokens = createTokens(options.key, options.secret, clock) // by the real clock, by which clients cache them
  const controls = createControls({ state, misbehaviour, tokens, move, calls })

  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    routerOptions: { querystringParser: readForm, maxParamLength: 256 },
    rewriteUrl,
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, readForm(String(body))),
  )
  app.setErrorHandler<FastifyError>((error, _request, reply) => refuse(error, reply))
  app.setNotFoundHandler((_request, reply) => refuse(new Refusal('Not Found', { code: -1, status: 404 }), reply))
  injectFaults(app, misbehaviour, calls)
  portoneRoutes(app, state, tokens)
  v2Routes(app, state, v2)
  controlRoutes(app, controls)
  receiptRoutes(app, state)
  opened.defer(() => app.close())
  opened.use(misbehaviour) // disposed before the listener, which waits for the calls that the rules delay
  url = await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const timer = setInterval(() => runSchedules(state), every)
  opened.defer(() => clearInterval(timer))
  const held = opened.move()
  return Object.assign(controls, { url, [Symbol.asyncDispose]: () => held.disposeAsync() })
}

function refuse(error: Error & { statusCode?: number }, reply: FastifyReply): FastifyReply {
  const { code, status } = error instanceof Refusal ? error : { code: -1, status: error.statusCode ?? 500 }
  return reply.code(status).send({ code, message: error.message, response: null })
}

/** Counts each call and applies the fault rule that matches it. */
function injectFaults(app: FastifyInstance, misbehaviour: FaultInjection, calls: Map<string, number>): void {
  app.decorateRequest('rule', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (!path.startsWith('/control/')) {
      const name = `${request.method} ${request.routeOptions.url ?? path}`
      calls.set(name, (calls.get(name) ?? 0) + 1)
      request.rule = misbehaviour.take(request.method, path)
    }
    done()
  })
  app.addHook('preHandler', async (request, reply) => {
    const { rule } = request
    if (!rule) return undefined
    if (rule.before > 0) await misbehaviour.wait(rule.before)
    return rule.work ? undefined : reply.send(null) // onSend replaces the payload
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { rule } = request
    if (!rule) return payload
    if (rule.after > 0) await misbehaviour.wait(rule.after)
    return faultyPayload(rule, request, reply, payload, misbehaviour)
  })
}

async function faultyPayload(
  { answer, message = '[PG사] 요청을 처리할 수 없습니다.' }: FaultRule,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  misbehaviour: FaultInjection,
): Promise<unknown> {
  if (answer === 'own') return payload
  if (answer === 'silence') await misbehaviour.wait(never)
  if (answer === 'silence' || answer === 'drop') {
    request.raw.socket.destroy()
    return payload
  }
  if (answer === 'garbage') {
    reply.code(200).type('text/html; charset=utf-8')
    return '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'
  }
  const isV2 = request.url.startsWith(`${prefix}/`)
  const refusal = isV2
    ? answer === 'error'
      ? { type: 'INTERNAL', message: '일시적인 오류가 발생하였습니다.' }
      : { type: 'PG_PROVIDER', message, pgCode: '0000', pgMessage: message }
    : answer === 'error'
      ? { code: -1, message: '일시적인 오류가 발생하였습니다.', response: null }
      : { code: 1, message, response: null }
  reply.code(answer === 'error' ? 500 : isV2 ? 502 : 200).type('application/json; charset=utf-8')
  return JSON.stringify(refusal)
}
