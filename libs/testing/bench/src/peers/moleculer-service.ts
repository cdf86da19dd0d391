import { type Context, Errors, ServiceBroker } from 'moleculer'
import { connect, findStore } from './store-row.ts'

/**
 * Moleculer with its NATS transporter. moleculer.services/docs/0.15: of serialisers "CBOR … is the fastest than any
 * other" (Networking), a tenth here. `contextParamsCloning` has "High performance impact" (Configuration) and is off by
 * default, as are metrics and tracing; of what is off "it won't cut down the performance" (Middlewares). The log is
 * off, too. The id is checked by its own validator ("By default, Moleculer uses the fastest-validator library").
 * Leaving the choice of a service to NATS (`disableBalancer`) makes no measurable difference.
 */
const { NATS_URL, DATABASE_URL } = process.env as { NATS_URL: string; DATABASE_URL: string }
const sql = connect(DATABASE_URL)

const broker = new ServiceBroker({
  nodeID: 'service',
  transporter: { type: 'NATS', options: { servers: [NATS_URL] } },
  serializer: 'CBOR',
  logger: false,
})
broker.createService({
  name: 'stores',
  actions: {
    get: {
      params: { id: { type: 'uuid' } },
      async handler({ params: { id } }: Context<{ id: string }>) {
        const store = await findStore(sql, id)
        if (!store) throw new Errors.MoleculerClientError('no such store', 404, 'STORE_NOT_FOUND')
        return store
      },
    },
  },
})
await broker.start()
process.stdout.write('ready\n')
