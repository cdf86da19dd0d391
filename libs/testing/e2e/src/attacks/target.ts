/** An attacked product: its URLs, and data that judges use but attackers do not have. */
export type Target = AsyncDisposable & {
  http: string
  /** Where devices sign in. */
  nats: string
  /** The monitoring URL of nats-server. */
  monitor: string
  databaseUrl: string
  /** The signing keys of access tokens, PEM. */
  keys: { privateKey: string; publicKey: string }
  /** The output of all processes so far. */
  logs(): Promise<string>
  /** By process, MiB. */
  memory(): Promise<Record<string, number>>
  /** Process ids by name. */
  processes(): Promise<Record<string, number>>
}

/** Settings of an attacked product: rate limits do not stop an attack, and tokens do not expire during it. */
export const settings = {
  RATE_LIMIT: '0',
  ACCESS_TOKEN_SECONDS: '86400',
  SMS_HOURLY_BUDGET: '1000000',
}
