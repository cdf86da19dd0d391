import 'reflect-metadata'
import { Controller, Get, Inject, Module, Param, ParseUUIDPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { type ClientProxy, ClientsModule, Transport } from '@nestjs/microservices'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { map } from 'rxjs'

/**
 * NestJS on its Fastify adapter, which docs.nestjs.com/techniques/performance recommends: "Fastify provides a good
 * alternative framework". It validates the id and, unlike the product, checks no token, writes no log and sets no
 * header.
 */
const { NATS_URL } = process.env as { NATS_URL: string }

@Controller('api/stores')
class StoresController {
  private readonly stores: ClientProxy

  constructor(@Inject('STORES') stores: ClientProxy) {
    this.stores = stores
  }

  @Get(':id')
  get(@Param('id', new ParseUUIDPipe()) id: string) {
    return this.stores.send('store.get', { id }).pipe(map((result: unknown) => ({ success: true, result })))
  }
}

@Module({
  imports: [ClientsModule.register([{ name: 'STORES', transport: Transport.NATS, options: { servers: [NATS_URL] } }])],
  controllers: [StoresController],
})
class GatewayModule {}

const app = await NestFactory.create<NestFastifyApplication>(GatewayModule, new FastifyAdapter(), { logger: false })
await app.listen(0, '127.0.0.1')
process.stdout.write(`ready ${await app.getUrl()}\n`)
