import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceBroker } from 'moleculer'
import ApiGateway from 'moleculer-web'

/**
 * moleculer-web, which its README calls "the official API gateway service", with the settings of the service's peer.
 * Its routes accept only their aliases (`restrict`), parse no body and log nothing (CHANGELOG: "`logging` route option
 * to disable request logging"). It checks no token and sets no header; the service checks the id.
 */
const { NATS_URL } = process.env as { NATS_URL: string }

const broker = new ServiceBroker({
  nodeID: 'gateway',
  transporter: { type: 'NATS', options: { servers: [NATS_URL] } },
  serializer: 'CBOR',
  logger: false,
})
const api = broker.createService({
  name: 'api',
  mixins: [ApiGateway],
  settings: {
    port: 0,
    ip: '127.0.0.1',
    routes: [
      {
        path: '/api',
        mappingPolicy: 'restrict',
        aliases: { 'GET /stores/:id': 'stores.get' },
        bodyParsers: false,
        logging: false,
        onAfterCall: (_context: unknown, _route: unknown, _request: unknown, _response: unknown, result: unknown) => ({
          success: true,
          result,
        }),
      },
    ],
  },
})
await broker.start()
await broker.waitForServices('stores')
const { port } = (api as unknown as { server: Server }).server.address() as AddressInfo
process.stdout.write(`ready http://127.0.0.1:${port}\n`)
