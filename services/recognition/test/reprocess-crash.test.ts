import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { startBundle, waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { administratorOf } from './administrator.ts'
import { readOf, startTestRecognition } from './recognition.ts'

const { reprocessDeadLetter, deleteDeadLetter } = contract.recognition
const plate = '12가3456'
test.concurrent.each(['recognition.beforeCommit', 'recognition.afterTaken', 'recognition.beforeSettled'])(
  'killed at %s while a letter is reprocessed: it stays listed, and is reprocessed once',
  async (at) => {
    await using recognition = await startTestRecognition()
    const { sql } = recognition.backend
    const administrator = await administratorOf(recognition)
    const first = await recognition.start()
    const { storeId } = recognition
    const deviceId = randomUUID()
    await recognition.publish(readOf(plate), `recognition.read.${storeId}.${deviceId}`)
    await waitFor(async () => expect(await administrator.letters()).toHaveLength(1))
    const [letter] = await administrator.letters()
    const id = letter?.id ?? ''
    await sql`insert into recognition.devices (id, store_id, name) values (${deviceId}, ${storeId}, '출입구')`
    await first[Symbol.asyncDispose]()

    const { OPERATIONS_HOST: _host, OPERATIONS_PORT: _port, ...env } = recognition.config
    await using doomed = await startBundle('recognition', { ...env, FAULT: `${at}:kill` })
    await doomed.ready()
    const lost = administrator.call(reprocessDeadLetter, { id })
    await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(doomed.output()).not.toMatch(/\p{Script=Hangul}3456/u)
    expect(await sql`select from recognition.reads`).toHaveLength(at === 'recognition.beforeCommit' ? 0 : 1)

    await using _again = await recognition.start()
    expect(await administrator.letters()).toEqual([letter])
    expect(await administrator.call(reprocessDeadLetter, { id })).toBeNull()
    await recognition.settled()
    expect(recognition.published).toMatchObject([{ carNumber: plate, reads: 1, visitCount: 1, storeName: '강남점' }])
    expect(await sql`select from recognition.reads`).toHaveLength(1)
    expect(await administrator.letters()).toEqual([])
    await recognition.publish('no read')
    await waitFor(async () => expect(await administrator.letters()).toHaveLength(1))
    const [last] = await administrator.letters()
    await administrator.call(deleteDeadLetter, { id: last?.id ?? '' })
    await waitFor(() => expect(administrator.audited(last?.id ?? '')).toHaveLength(1))
    expect(administrator.audited(id)).toHaveLength(1) // earlier events have arrived
  },
  60_000,
)
