import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Customer, Payment, Prepared, Schedule } from './portone-objects.ts'
import type { Fate } from './test-cards.ts'

/** A payment with what its protocol does not show. */
export type KeptPayment = { payment: Payment; notices: string[] }
export type KeptCard = { customer: Customer; fate: Fate }
export type KeptSchedule = { schedule: Schedule; notices: string[] }

/** One line of the file: what something has become. */
type Entry =
  | { kind: 'payment'; value: KeptPayment }
  | { kind: 'card'; value: KeptCard }
  | { kind: 'cardGone'; value: string }
  | { kind: 'prepared'; value: Prepared }
  | { kind: 'schedule'; value: KeptSchedule }
  | { kind: 'stumbled'; value: string }

export type Ledger = Disposable & {
  /** By imp_uid, those first that began first. */
  readonly payments: ReadonlyMap<string, KeptPayment>
  /** When each was stored last, as a growing number. */
  readonly touched: ReadonlyMap<string, number>
  readonly cards: ReadonlyMap<string, KeptCard>
  readonly prepared: ReadonlyMap<string, Prepared>
  /** By merchant_uid. */
  readonly schedules: ReadonlyMap<string, KeptSchedule>
  /** Cards that have had their one error. */
  readonly stumbled: ReadonlySet<string>
  /** Attempts to pay for one merchant_uid, the first one first. */
  attempts(merchantUid: string): KeptPayment[]
  /** Stores, and returns when it is written. */
  put(entry: Entry): void
}

/**
 * The provider's own books: JSON lines that are only ever added to, the later one about the same thing counts. What is read
 * back at a start is what was answered before it, also after a kill: a line is written before its answer goes out.
 * @param file without it nothing is kept
 */
export function openLedger(file: string | undefined): Ledger {
  const payments = new Map<string, KeptPayment>()
  const touched = new Map<string, number>()
  const byMerchant = new Map<string, string[]>()
  const cards = new Map<string, KeptCard>()
  const prepared = new Map<string, Prepared>()
  const schedules = new Map<string, KeptSchedule>()
  const stumbled = new Set<string>()
  let touches = 0

  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'payment': {
        const { imp_uid, merchant_uid } = entry.value.payment
        if (!payments.has(imp_uid)) byMerchant.set(merchant_uid, [...(byMerchant.get(merchant_uid) ?? []), imp_uid])
        payments.set(imp_uid, entry.value)
        touched.set(imp_uid, ++touches)
        return
      }
      case 'card':
        cards.set(entry.value.customer.customer_uid, entry.value)
        return
      case 'cardGone':
        cards.delete(entry.value)
        return
      case 'prepared':
        prepared.set(entry.value.merchant_uid, entry.value)
        return
      case 'schedule':
        schedules.set(entry.value.schedule.merchant_uid, entry.value)
        return
      case 'stumbled':
        stumbled.add(entry.value)
    }
  }
  for (const entry of file === undefined ? [] : readEntries(file)) apply(entry)
  const descriptor = file === undefined ? undefined : openSync(file, 'a', 0o600)
  return {
    payments,
    touched,
    cards,
    prepared,
    schedules,
    stumbled,
    attempts: (merchantUid) =>
      (byMerchant.get(merchantUid) ?? []).flatMap((impUid) => {
        const kept = payments.get(impUid)
        return kept ? [kept] : []
      }),
    put(entry) {
      if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      apply(entry)
    },
    [Symbol.dispose]() {
      if (descriptor !== undefined) closeSync(descriptor)
    },
  }
}

/** The whole lines of the file. A last one that a kill tore was never answered for: it is cut off, so that the next begins anew. */
function readEntries(file: string): Entry[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
  const lines = bytes.subarray(0, whole).toString().split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry)
}
