import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { contract, type Provider, type VerificationPurpose } from '@kingcar/contract'
import { createHealth, createLogger, type Process } from '@kingcar/runtime'
import { expect } from 'vitest'
import type { Member } from './start-member.ts'

const { sendPhoneVerification, checkPhoneVerification, listOutbox } = contract.member

type Sent = { to: string; subject: string | null; text: string; sentAt: string }

/** What a person does with a phone, through the operations of the service. */
export function phones(member: Member) {
  let count = 0
  const sent = async (number: string): Promise<Sent[]> =>
    (await member.call(listOutbox, {})).filter(({ to }) => to === number)
  const send = (
    phoneNumber: string,
    address: string,
    provider: Provider = 'KINGCAR',
    purpose?: VerificationPurpose | undefined,
  ) =>
    member.call(
      sendPhoneVerification,
      { provider, phoneNumber, ...(purpose && { purpose }) },
      { address, requestId: randomUUID() },
    )
  const check = (phoneNumber: string, code: string, provider: Provider = 'KINGCAR', verificationId?: string) =>
    member.call(checkPhoneVerification, { provider, phoneNumber, code, ...(verificationId && { verificationId }) })
  /** A number in E.164 with a prefix of its own, and an address, both unused by other tests. */
  const fresh = () => {
    count += 1
    const number = `+8210${String(count).padStart(4, '0')}0000`
    return { number, address: `10.0.${count >> 8}.${count & 255}` }
  }
  /** The code of the latest message to a number, once there are this many messages. */
  async function code(number: string, messages = 1): Promise<string> {
    await expect.poll(async () => (await sent(number)).length).toBe(messages)
    const [latest] = await sent(number)
    return /\d{6}/.exec(latest?.text ?? '')?.[0] ?? ''
  }
  /** Makes all sends this many seconds older for the limits. */
  const age = (seconds: number) =>
    member.backend.sql`update member.code_sends set at = at - make_interval(secs => ${seconds})`
  return {
    fresh,
    send,
    check,
    sent,
    code,
    age,
    /** Verifies a number and returns the token; makes earlier sends old enough for another code. */
    async verify(number: string, provider: Provider = 'KINGCAR', purpose?: VerificationPurpose): Promise<string> {
      await age(60)
      const before = (await sent(number)).length
      await send(number, fresh().address, provider, purpose)
      const { verificationToken } = await check(number, await code(number, before + 1), provider)
      return verificationToken
    },
  }
}

/** Another code than this one. */
export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A process that records the log. Without times, whose digits could equal a code. */
export function listeningProcess(): Process & { output(): string } {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk).replace(/"time":\d+/, ''))
      done()
    },
  })
  return {
    log: createLogger('member', 'trace', sink),
    health: createHealth(),
    stop: (reason) => {
      throw new Error(`the service asked to be stopped: ${reason}`)
    },
    output: () => lines.join(''),
  }
}
