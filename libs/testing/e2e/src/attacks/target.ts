/** A product that is attacked: where it is reached, and what an attacker does not have but a judge looks at. */
export type Target = AsyncDisposable & {
  http: string
  /** Where devices sign in. */
  nats: string
  /** Where nats-server tells of itself. */
  monitor: string
  databaseUrl: string
  /** With which access tokens are signed, PEM. */
  keys: { privateKey: string; publicKey: string }
  /** What all processes wrote so far. */
  logs(): Promise<string>
  /** Of each process, MiB. */
  memory(): Promise<Record<string, number>>
  /** Process ids by name. */
  processes(): Promise<Record<string, number>>
}

/** What a product that is attacked is started with: no limit stands in the way of an attack, and no token ends within it. */
export const settings = {
  RATE_LIMIT: '0',
  ACCESS_TOKEN_SECONDS: '86400',
  SMS_HOURLY_BUDGET: '1000000',
}

/** Of a product that runs for its developers; an outsider does not have it. */
export const joinCode = 'kingcar-join'
