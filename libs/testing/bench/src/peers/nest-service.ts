import 'reflect-metadata'
import { Controller, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { MessagePattern, type MicroserviceOptions, Payload, RpcException, Transport } from '@nestjs/microservices'
import { connect, findStore } from './store-row.ts'

/** NestJS with its NATS transport (docs.nestjs.com/microservices/nats); the queue group as its page shows it. */
const { NATS_URL, DATABASE_URL } = process.env as { NATS_URL: string; DATABASE_URL: string }
const sql = connect(DATABASE_URL)

@Controller()
class StoresController {
  @MessagePattern('store.get')
  async get(@Payload() message: { id: string }) {
    const store = await findStore(sql, message.id)
    if (!store) throw new RpcException('STORE_NOT_FOUND')
    return store
  }
}

@Module({ controllers: [StoresController] })
class ServiceModule {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(ServiceModule, {
  transport: Transport.NATS,
  options: { servers: [NATS_URL], queue: 'stores' },
  logger: false,
})
await app.listen()
process.stdout.write('ready\n')
