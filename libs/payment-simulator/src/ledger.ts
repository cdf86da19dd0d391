import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import type { Customer, ExternalReceipt, Payment, Prepared, Schedule } from './portone-objects.ts'
import type { CardFate } from './test-cards.ts'

/** A payment, and its webhook addresses, which the API does not show. */
export type StoredPayment = { payment: Payment; notices: string[] }
export type StoredCard = { customer: Customer; fate: CardFate }
export type StoredSchedule = { schedule: Schedule; notices: string[] }

/** One line of the file: an object's new value. */
type Entry =
  | { kind: 'payment'; value: StoredPayment }
  | { kind: 'card'; value: StoredCard }
  | { kind: 'cardGone'; value: string }
  | { kind: 'prepared'; value: Prepared }
  | { kind: 'schedule'; value: StoredSchedule }
  | { kind: 'stumbled'; value: string }
  | { kind: 'receipt'; value: ExternalReceipt }

export type Ledger = Disposable & {
  /** Payments by their imp_uid, in the order in which they began. */
  readonly payments: ReadonlyMap<string, StoredPayment>
  /** A sequence number of each payment's last change, by imp_uid. */
  readonly changeOrder: ReadonlyMap<string, number>
  readonly cards: ReadonlyMap<string, StoredCard>
  readonly prepared: ReadonlyMap<string, Prepared>
  /** Schedules by their merchant_uid. */
  readonly schedules: ReadonlyMap<string, StoredSchedule>
  /** Receipts of money that PortOne did not move, by merchant_uid. */
  readonly receipts: ReadonlyMap<string, ExternalReceipt>
  /** Cards that have returned their one error. */
  readonly stumbled: ReadonlySet<string>
  /** The imp_uid of each transaction of a payment gateway, by `pg_tid`: a payment's or a cancellation's. */
  readonly transactions: ReadonlyMap<string, string>
  /** Payment attempts for one merchant_uid, in order. */
  attempts(merchantUid: string): StoredPayment[]
  /** Stores an entry; it is written to the file when this returns. */
  put(entry: Entry): void
}

/**
 * The provider's own ledger: an append-only file of JSON lines. The last line about an object counts. A line is written
 * before the response is sent, so a restart, also after a kill, restores everything that a response has reported.
 * @param file undefined for memory only
 */
export function openLedger(file: string | undefined): Ledger {
  const payments = new Map<string, StoredPayment>()
  const changeOrder = new Map<string, number>()
  const byMerchant = new Map<string, string[]>()
  const cards = new Map<string, StoredCard>()
  const prepared = new Map<string, Prepared>()
  const schedules = new Map<string, StoredSchedule>()
  const receipts = new Map<string, ExternalReceipt>()
  const stumbled = new Set<string>()
  const transactions = new Map<string, string>()
  let changes = 0

  const apply = (entry: Entry) => {
    switch (entry.kind) {
      case 'payment': {
        const { imp_uid, merchant_uid, pg_tid, cancel_history } = entry.value.payment
        if (!payments.has(imp_uid)) byMerchant.set(merchant_uid, [...(byMerchant.get(merchant_uid) ?? []), imp_uid])
        payments.set(imp_uid, entry.value)
        changeOrder.set(imp_uid, ++changes)
        for (const tid of [pg_tid, ...cancel_history.map((each) => each.pg_tid)])
          if (tid !== null) transactions.set(tid, imp_uid)
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
      case 'receipt':
        receipts.set(entry.value.merchant_uid, entry.value)
        return
      case 'stumbled':
        stumbled.add(entry.value)
    }
  }
  for (const entry of file === undefined ? [] : readEntries(file)) apply(entry)
  const descriptor = file === undefined ? undefined : openSync(file, 'a', 0o600)
  return {
    payments,
    changeOrder,
    cards,
    prepared,
    schedules,
    receipts,
    stumbled,
    transactions,
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

/**
 * The complete lines of the file. An incomplete last line is cut off: the process was killed before it sent the
 * response.
 */
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
