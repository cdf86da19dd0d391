import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { type Permission, permissions } from '../model/permissions.ts'
import { AdminName, AdminStores } from './admins.ts'

/** The largest number of API keys: one page of the console shows them all. */
export const mostApiKeys = 100
/** The longest life of a key, in days, so that a forgotten key expires. */
export const mostApiKeyDays = 730
/** The longest time, in hours, for which the previous secret still works after a rotation. */
export const mostOverlapHours = 168

/**
 * Permissions that no key can have. Accounts, administrators and keys are managed by people; webhooks and alerts send
 * data to others; settings decide how administrators sign in.
 */
const ofPeople = [
  'account',
  'admins.manage',
  'webhooks.manage',
  'alerts.manage',
  'settings.change',
] as const satisfies Permission[]

/** Permissions that a key can have. */
export const apiKeyPermissions = permissions.filter(
  (each): each is Exclude<Permission, (typeof ofPeople)[number]> => !ofPeople.some((own) => own === each),
)

const KeyPermissions = Type.Array(Type.Enum([...apiKeyPermissions]), {
  description: 'Permissions of the key; CSV files also need `exports`',
  minItems: 1,
  uniqueItems: true,
  examples: [['visits.read', 'uses.read']],
})
const KeyName = Type.String({ description: 'Name of the program that uses the key', examples: ['정산 프로그램'] })
const Key = Nullable(
  Type.String({
    description: 'Secret for `Authorization: Bearer`; null if it was returned before',
    examples: ['kc_019aa000000370008000000000000001_Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY'],
  }),
)

export const ApiKey = Type.Object({
  id: Id,
  name: KeyName,
  permissions: KeyPermissions,
  storeIds: AdminStores,
  createdBy: Type.String({ description: 'Name of the administrator', examples: ['박관리'] }),
  createdByDisabled: Type.Boolean({
    description: 'The administrator who created the key is disabled; the key remains valid',
    examples: [false],
  }),
  createdAt: Instant,
  expiresAt: Instant,
  rotatedAt: Nullable(Instant),
  /** Until when the secret from before the last rotation works. */
  overlapUntil: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
})
export type ApiKey = Typed<typeof ApiKey>

export const NewApiKey = Type.Object({ id: Id, key: Key, expiresAt: Instant })
export type NewApiKey = Typed<typeof NewApiKey>

export const apiKeyOperations = {
  createApiKey: {
    http: 'POST /admin/api/apiKeys',
    audits: 'API 키 만들기',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Create an API key for a program',
    description: `The key works for HTTP and the live WebSocket, in the header \`Authorization: Bearer kc_…\`. It is
      stored as a hash: only the first response contains it, and a repetition with the same \`Idempotency-Key\` returns
      \`key\` null. What the program does is in the audit log under the name of the key. It cannot get the permission
      to make keys, or to change administrators, webhooks, alerts or settings.`,
    input: Strict({
      name: AdminName,
      permissions: KeyPermissions,
      storeIds: AdminStores,
      expiresAt: Instant,
    }),
    result: NewApiKey,
    status: 201,
    idempotent: true,
    errors: {
      API_KEY_LIMIT: `There are ${mostApiKeys} keys.`,
      VALIDATION_FAILED: `\`name\` has no letter and no digit, \`storeIds\` has a store that does not exist, or \`expiresAt\` is in the past or more than ${mostApiKeyDays} days ahead.`,
    },
  },
  listApiKeys: {
    http: 'GET /admin/api/apiKeys',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'List API keys',
    description: `Returns a page of the keys that were not deleted, also expired ones, newest first unless \`sort\` is given.
      \`lastUsedAt\` is accurate to ten minutes.`,
    input: Strict({ ...pageable('createdAt', 'expiresAt') }),
    result: Page(ApiKey),
  },
  rotateApiKey: {
    http: 'POST /admin/api/apiKeys/{id}/rotate',
    resource: 'apiKey',
    audits: 'API 키 교체',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Replace the secret of an API key',
    description: `Returns the key with another secret. The previous secret works for \`overlapHours\` more, so that the
      program can change over without a gap; an older one stops working immediately. With 0 hours the previous secret
      stops working immediately, too. Live WebSockets that a secret opened are closed when it stops working.`,
    input: Strict({
      id: Id,
      overlapHours: Type.Optional(
        Type.Integer({ description: 'Default 24', minimum: 0, maximum: mostOverlapHours, examples: [24] }),
      ),
    }),
    result: NewApiKey,
    idempotent: true,
    errors: { API_KEY_NOT_FOUND: 'No API key has this id, or it was deleted or has expired.' },
  },
  deleteApiKey: {
    http: 'DELETE /admin/api/apiKeys/{id}',
    resource: 'apiKey',
    audits: 'API 키 삭제',
    access: 'admin',
    permission: 'admins.manage',
    scope: 'headOffice',
    summary: 'Delete an API key',
    description: 'It stops working immediately, and its live WebSockets are closed. The audit log keeps its name.',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: { API_KEY_NOT_FOUND: 'No API key has this id, or it was deleted.' },
  },
} as const satisfies Record<string, Spec>
