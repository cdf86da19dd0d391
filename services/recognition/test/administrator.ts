import { randomUUID } from 'node:crypto'
import type { Actor, Caller } from '@kingcar/bus'
import { type AuditEntry, contract, type DeadLetter, type Input, type Operation, type Result } from '@kingcar/contract'
import type { Recognition } from './recognition.ts'

export type Administrator = {
  /** Calls as the gateway does. */
  call<O extends Operation>(
    op: O,
    input: Input<O>,
    extras?: { ifMatch?: string; idempotencyKey?: string },
  ): Promise<Result<O>>
  /** The letters that wait, the newest first. */
  letters(): Promise<DeadLetter[]>
  /** Every entry for the audit log so far that is about this. */
  audited(entityId: string): AuditEntry[]
}

const actor: Actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID() }

/** An administrator in front of the service. */
export async function administratorOf({ backend }: Recognition): Promise<Administrator> {
  const bus = await backend.bus('gateway')
  const entries: AuditEntry[] = []
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    if (subject === 'evt.recognition.audited') entries.push(JSON.parse(Buffer.from(data).toString()))
  })
  const call: Administrator['call'] = (op, input, extras) => {
    const caller: Caller = { requestId: randomUUID(), actor, deadline: Date.now() + 10_000, ...extras }
    return bus.call(op, input, caller)
  }
  return {
    call,
    letters: async () => (await call(contract.recognition.listDeadLetters, { size: 100 })).content,
    audited: (id) => entries.filter(({ entityId }) => entityId === id),
  }
}
