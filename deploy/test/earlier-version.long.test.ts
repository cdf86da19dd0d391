import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf, signIn, type Tokens } from '@kingcar/e2e/http'
import { temporaryFolder } from '@kingcar/testing'
import { connect } from 'nats'
import { expect, test } from 'vitest'
import { runStarter } from './start-command.ts'

/*
 * Backups that earlier versions made of the demo: `npm run backup` while `npm start` ran. One member joined and bought with a card: a
 * one-time product, a subscription, a one-time product that was refunded, and one that is not paid. Cars of two demo members were
 * read once. Their secrets were only used to make them.
 */
const earlier = [
  {
    version: '0.1.0', // commit d194b036
    backup: 'fixtures/backup-2026-11-27.tar.gz',
    memberId: '01a21de3-643e-7ee6-a434-a7abeb56793e',
    device: {
      storeId: '01a21de2-b0b9-7bbb-80c5-4c8f218afe1f',
      deviceId: '01a21de2-b703-7477-974e-b338ad86554b',
      secret: 'TYwzWPdOP0yICSgUpqIXIpsaF7sUiM_DHwX3-R17owY',
    },
    wash: '손세차',
    carLimit: null, // of the subscription
    used: { productName: '월 4회 세차 구독' },
  },
  {
    version: '0.2.0', // commit f8243859, in containers; its demo grants nothing
    backup: 'fixtures/backup-0.2.0.tar.gz',
    memberId: '01a22cc5-c9e2-7894-8312-559c39fe865e',
    device: {
      storeId: '01a22cc5-88e8-7ce2-aef2-58f43977ad26',
      deviceId: '01a22cc6-4aa1-77c1-a53b-71ed358df422',
      secret: 'HmYTdXK_KouKblTyT3utdJPQSDJhZLG0i_T13NpZojY',
    },
    wash: '프리미엄 손세차',
    carLimit: 1,
    used: null,
  },
]

type Page<T> = { content: T[] }

test.each(earlier)(
  'a backup of $version is restored and migrated, and its accounts, orders, visits and recognizers work',
  async ({ backup, memberId, device, wash, carLimit, used }) => {
    await using folder = temporaryFolder()
    const dataDir = join(folder.path, 'data')
    const restored = runStarter(dataDir, {}, [
      process.execPath,
      'deploy/local/restore.ts',
      '--from',
      join(import.meta.dirname, backup),
    ])
    expect(await restored.exited, restored.output()).toBe(0)
    await using product = runStarter(dataDir)
    const { http, nats } = await product.ready()

    const { accessToken: admin } = await signIn(http, 'admin@kingcar.test', 'kingcar-demo-1234')
    const body = { email: 'member@kingcar.test', password: 'a long password' }
    const { accessToken } = await resultOf<Tokens>(http, 'POST', '/api/login', { body })
    const list = async (path: string, token = admin) =>
      (await resultOf<Page<Record<string, unknown>>>(http, 'GET', path, { token })).content

    expect(await list('/admin/api/members?size=100')).toContainEqual(
      expect.objectContaining({ id: memberId, email: 'member@kingcar.test', phoneNumber: '+821012345678' }),
    )
    for (const [productName, amount, refundedAmount, state] of [
      [wash, 35_000, 0, 'Completed'],
      ['무제한 세차 월 구독', 49_900, 0, 'Completed'],
      [wash, 35_000, 35_000, 'Refund'],
      [wash, 35_000, 0, 'Cancel'], // Create in the backup, and unpaid for more than 30 minutes since
    ])
      await expect
        .poll(() => list('/api/orders?size=100', accessToken))
        .toContainEqual(expect.objectContaining({ productName, amount, refundedAmount, state }))
    const visits = await list('/admin/api/visits?size=100')
    expect(visits).toMatchObject([
      { carNumber: '34나5678', name: '김영희', visitCount: 1, productUsed: null },
      { carNumber: '12가3456', name: '홍길동', visitCount: 1, productUsed: used },
    ])
    const detail = () =>
      resultOf<{ products: object[] }>(http, 'GET', `/admin/api/members/${memberId}`, { token: admin })
    await expect
      .poll(async () => (await detail()).products)
      .toEqual(expect.arrayContaining([expect.objectContaining({ type: 'subscribe', price: 49_900, carLimit })]))
    expect(await resultOf(http, 'GET', '/api/me', { token: accessToken })).toMatchObject({
      id: memberId,
      name: '김회원',
      birthDate: '1990-05-06',
    })

    const recognizer = await connect({ servers: nats, user: device.deviceId, pass: device.secret })
    const read = {
      readId: crypto.randomUUID(),
      carNumber: '90마2345',
      confidence: 0.97,
      recognizedAt: new Date().toISOString(),
    }
    await recognizer.request(`recognition.read.${device.storeId}.${device.deviceId}`, JSON.stringify(read))
    await recognizer.close()
    await expect
      .poll(async () => (await list('/admin/api/visits?size=1'))[0])
      .toMatchObject({ carNumber: '90마2345', name: '최수아', visitCount: 1 })
    const logs = globSync(join(dataDir, 'logs/*.log')).flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    expect(logs.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  },
)
