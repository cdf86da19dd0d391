import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type AuditEntry, contract, type DeadLetter, type Input, type Operation, type Result } from '@kingcar/contract'
import { callerOf } from '@kingcar/testing'
import { beforeAll } from 'vitest'
import type { Recognition } from './recognition.ts'

type Extras = { ifMatch?: string; idempotencyKey?: string }

export type Administrator = {
  actor: Actor
  /** Calls like the gateway. */
  call<O extends Operation>(op: O, input: Input<O>, extras?: Extras): Promise<Result<O>>
  /** The ETag of a response. */
  etag(op: Operation, input: object): Promise<string | undefined>
  /** Unsettled letters, the newest first. */
  letters(): Promise<DeadLetter[]>
  /** The audit entries of an entity so far. */
  audited(entityId: string): AuditEntry[]
}

const actor: Actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null }

/** Connects an administrator to the service. */
export async function administratorOf({ backend }: Recognition): Promise<Administrator> {
  const bus = await backend.bus('gateway')
  const entries: AuditEntry[] = []
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    if (subject === 'evt.recognition.audited') entries.push(JSON.parse(Buffer.from(data).toString()))
  })
  const from = (extras: Extras = {}) => callerOf({ actor, ...extras })
  const call: Administrator['call'] = (op, input, extras) => bus.call(op, input, from(extras))
  return {
    actor,
    call,
    etag: async (op, input) => (await bus.forward(op, JSON.stringify(input), from())).etag,
    letters: async () => (await call(contract.recognition.listDeadLetters, { size: 100 })).content,
    audited: (id) => entries.filter(({ entityId }) => entityId === id),
  }
}

/** An administrator for all tests of a file or `describe` block; call it after `startBeforeAll`. */
export function administratorBeforeAll(recognition: Recognition): Administrator {
  const administrator = {} as Administrator
  beforeAll(async () => {
    Object.assign(administrator, await administratorOf(recognition))
  })
  return administrator
}
