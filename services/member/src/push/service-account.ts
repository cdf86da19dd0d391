import { createPrivateKey, type KeyObject } from 'node:crypto'
import { assertEncrypted, ConfigError } from '@kingcar/runtime'
import Type from 'typebox'
import { Value } from 'typebox/value'

/** The account of Firebase that may send notifications. */
export type ServiceAccount = { projectId: string; email: string; tokenUrl: string; key: KeyObject }

const Account = Type.Object({
  project_id: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  client_email: Type.String({ minLength: 3 }),
  private_key: Type.String({ minLength: 1 }),
  token_uri: Type.String({ pattern: '^https?://' }),
})

/**
 * Reads the key file of a service account, as Firebase's console creates it. Undefined if none is configured.
 * @throws ConfigError if it is not one
 */
export function readServiceAccount({
  FCM_SERVICE_ACCOUNT,
  NODE_ENV,
}: {
  FCM_SERVICE_ACCOUNT?: string | undefined
  NODE_ENV: string
}): ServiceAccount | undefined {
  if (!FCM_SERVICE_ACCOUNT) return undefined
  let read: unknown
  try {
    read = JSON.parse(FCM_SERVICE_ACCOUNT)
  } catch {} // the error is thrown below, because this one would contain parts of the key
  if (!Value.Check(Account, read)) throw new ConfigError("FCM_SERVICE_ACCOUNT is not a service account's JSON")
  const { project_id: projectId, client_email: email, private_key, token_uri: tokenUrl } = read
  if (NODE_ENV === 'production') assertEncrypted({ 'token_uri of FCM_SERVICE_ACCOUNT': tokenUrl })
  try {
    return { projectId, email, tokenUrl, key: createPrivateKey(private_key) }
  } catch {
    throw new ConfigError('private_key of FCM_SERVICE_ACCOUNT is not a key')
  }
}
