import { screenSubject } from '@kingcar/bus'
import { Id, ScreenSeen } from '@kingcar/contract'
import { and, eq, sql } from 'drizzle-orm'
import { Value } from 'typebox/value'
import type { Ctx } from '../context.ts'
import { requestDeadline, screenInfo } from '../screen/queries.ts'
import { screens } from '../tables.ts'

type Screens = Pick<Ctx, 'bus' | 'db' | 'log'>
type Open = Pick<ScreenSeen, 'gateway' | 'version'> & { opened: boolean }

/** Open screens that are stored with one statement. */
const batch = 500
/**
 * Number of closed screens that are checked at the same time: each check takes a connection for as long as a gateway
 * takes to reply.
 */
const closedAtOnce = 2

/**
 * Handles gateways' reports that a screen's socket was opened, is open or was closed. While reports are stored, the
 * newest further report of each screen waits, so that thousands of screens that connect together need few statements.
 * The next report, half a minute later, repairs a lost one. A close counts only from the gateway that saw the screen
 * last, and only if no gateway holds its socket: the screen may have reconnected there or elsewhere, and reports may
 * arrive in any order.
 */
export function createScreenReports(ctx: Screens): (message: { subject: string; data: Uint8Array }) => void {
  const open = createQueue<Open>(batch, (reports) => storeOpen(ctx, reports))
  const closed = createQueue<string>(closedAtOnce, (gateways) =>
    Promise.all([...gateways].map(([id, gateway]) => storeClosed(ctx, id, gateway))),
  )
  const failed = (err: unknown) => ctx.log.warn({ err }, 'screen reports not stored')

  return ({ subject, data }) => {
    try {
      const id = Value.Parse(Id, subject.split('.')[1])
      const { gateway, version, state } = Value.Parse(ScreenSeen, JSON.parse(Buffer.from(data).toString()))
      if (state === 'gone') closed.set(id, gateway).catch(failed)
      else {
        const opened = state === 'opened' || open.get(id)?.opened === true
        open.set(id, { gateway, version, opened }).catch(failed)
      }
    } catch (err) {
      ctx.log.warn({ err }, 'screen report invalid')
    }
  }
}

/**
 * Collects values by screen and passes them to `work` in batches, one after the other. A batch that fails is halved,
 * because a slow database may complete smaller batches; a value is dropped only if it fails alone.
 * @param most largest number of values in a batch
 */
function createQueue<T>(most: number, work: (values: ReadonlyMap<string, T>) => Promise<unknown>) {
  const waiting = new Map<string, T>()
  let working = false
  let size = most

  async function drain(): Promise<void> {
    if (working) return
    working = true
    try {
      while (waiting.size > 0) {
        const values = new Map([...waiting].slice(0, size))
        for (const id of values.keys()) waiting.delete(id)
        try {
          await work(values)
          size = Math.min(2 * size, most)
        } catch (err) {
          if (values.size === 1) throw err
          size = Math.ceil(values.size / 2)
          for (const [id, value] of values) if (!waiting.has(id)) waiting.set(id, value)
        }
      }
    } finally {
      working = false
    }
  }
  return {
    get: (id: string) => waiting.get(id),
    set(id: string, value: T) {
      waiting.set(id, value)
      return drain()
    },
  }
}

async function storeOpen({ bus, db }: Screens, reports: ReadonlyMap<string, Open>): Promise<void> {
  const rows = [...reports].map(([id, { gateway, version }]) => ({ id, gateway, version }))
  const stored = await db.transaction((tx) =>
    tx.execute<{ id: string; name: string; storeId: string }>(sql`
      with report as (select * from jsonb_to_recordset(${JSON.stringify(rows)}) as r (id uuid, gateway text, version text)),
      locked as (select id from screens where id in (select id from report) order by id for update)
      update screens s
      set gone = false, last_seen_at = now(), seen_by = report.gateway, console_version = report.version
      from report join locked using (id) where s.id = report.id
      returning s.id, s.name, s.store_id as "storeId"`),
  )
  for (const screen of stored)
    if (reports.get(screen.id)?.opened) bus.send(screenSubject(screen.id), screenInfo(screen))
}

/** Locks the screen, so that a later report is stored after this one. */
const storeClosed = ({ bus, db }: Screens, id: string, gateway: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [screen] = await tx
      .select()
      .from(screens)
      .where(and(eq(screens.id, id), eq(screens.seenBy, gateway)))
      .for('update')
    if (!screen || (await bus.request(screenSubject(id), screenInfo(screen))) !== 'noSubscriber') return
    await tx.update(screens).set({ gone: true, lastSeenAt: sql`now()` }).where(eq(screens.id, id))
  }, requestDeadline)
