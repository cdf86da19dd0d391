/** A payment as the provider's simulator records it. Amounts in won, times in Unix seconds and 0 for never. */
export type ProviderPayment = {
  imp_uid: string
  merchant_uid: string
  /** `api` for a charge of KingCar. */
  channel: string
  pay_method: string
  status: string
  amount: number
  cancel_amount: number
  paid_at: number
  vbank_num: string | null
}

type Envelope<T> = { code: number; message: string | null; response: T }

async function exchange<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }).catch((cause: unknown) => {
    throw new ControlRefused(`${url}: no response`, { cause })
  })
  const { code, message, response: result } = (await response.json()) as Envelope<T>
  if (code !== 0) throw new ControlRefused(`${url} returned ${message}`)
  return result
}

/** The payer's bank, the issuer or the provider's window refused, or its response was lost. */
export class ControlRefused extends Error {
  override name = 'ControlRefused'
}

/** One of the simulator's controls. @throws ControlRefused */
export const control = <T = ProviderPayment>(providerUrl: string, name: string, body: object = {}): Promise<T> =>
  exchange<T>(`${providerUrl}/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The same for a control that may be repeated: a connection may be closed while it is used again. */
export const setControl = (providerUrl: string, name: string, body: object = {}): Promise<unknown> =>
  patiently(() => control(providerUrl, name, body))

/** Every payment of the provider, with and without money. */
export const listPayments = async (providerUrl: string): Promise<ProviderPayment[]> =>
  (await patiently(() => exchange<{ payments: ProviderPayment[] }>(`${providerUrl}/control/ledger`))).payments

/** A cash receipt of the provider; `cancelled_at` is 0 while it is valid. */
type ProviderReceipt = { merchant_uid: string; amount: number; cancelled_at: number }

/** Every cash receipt of sales at counters, cancelled ones too. */
export const listReceipts = async (providerUrl: string): Promise<ProviderReceipt[]> =>
  (await patiently(() => exchange<{ receipts: ProviderReceipt[] }>(`${providerUrl}/control/ledger`))).receipts

/** Tries of a call, and milliseconds between two of them. */
const tries = { most: 10, pauseMs: 500 }

/** Repeats what a busy service or a closed connection has refused. @throws the last error */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries.most - 1; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, tries.pauseMs))
  }
}
