import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { Instant, Nothing, Nullable, notBlank, Strict } from '../model/common-schemas.ts'
import { freshSignInMinutes, type Spec } from '../model/operation.ts'
import type { AdminRole } from '../model/permissions.ts'

const requiredOf = (role: AdminRole) => ({
  schema: Type.Boolean(),
  default: false as boolean,
  description: `Administrators with the role ${role} set up a second factor before they can do anything else`,
})

/** Settings that the product itself reads (known keys): type, default and effect. */
export const knownSettings = {
  'recognition.minimumConfidence': {
    schema: Type.Number({ minimum: 0, maximum: 1 }),
    default: 0.8 as number,
    description: 'Reads with a lower confidence are stored as rejected and start no visit',
  },
  'recognition.revisitSeconds': {
    schema: Type.Integer({ minimum: 1, maximum: 86_400 }),
    default: 600 as number,
    description: 'Reads of one plate at one store that are at most this many seconds apart belong to one visit',
  },
  'recognition.lookalikeSeconds': {
    schema: Type.Integer({ minimum: 0, maximum: 60 }),
    default: 10 as number,
    description:
      'Reads of a store that are at most this many seconds apart are compared: if their plates differ by one character that cameras confuse, or one read has the plate of the other among its `candidates`, the less likely plate is doubtful; 0 switches this off',
  },
  'recognition.guestName': {
    schema: Type.String({ minLength: 1, maxLength: 50, pattern: notBlank }),
    default: '방문객' as string,
    description: 'The name shown for a plate that no member has registered',
  },
  'recognition.maskName': {
    schema: Type.Boolean(),
    default: false as boolean,
    description: 'Masks names and plates on screens',
  },
  'products.useOnVisit': {
    schema: Type.Boolean(),
    default: true as boolean,
    description: 'A visit by a member with an available product is recorded as a use of that product',
  },
  'notices.public': {
    schema: Type.Boolean(),
    default: false as boolean,
    description: 'Notices for members can be read without a token',
  },
  'orders.refundDays': {
    schema: Type.Integer({ minimum: 0, maximum: 365 }),
    default: 7 as number,
    description: 'Days within which a member can refund an unused order',
  },
  'orders.freshSignInWon': {
    schema: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
    default: 100_000 as number,
    description: `An administrator with a second factor must have signed in within the last ${freshSignInMinutes} minutes to refund an order, if the total refunded of the order reaches this amount in KRW; 0 switches this off`,
  },
  'secondFactor.owner': requiredOf('owner'),
  'secondFactor.manager': requiredOf('manager'),
  'secondFactor.staff': requiredOf('staff'),
  'secondFactor.accountant': requiredOf('accountant'),
} as const satisfies Record<string, { schema: TSchema; default: unknown; description: string }>

export type SettingKey = keyof typeof knownSettings
export type SettingValue<K extends SettingKey> = (typeof knownSettings)[K]['default']
export const settingKeys = Object.keys(knownSettings) as SettingKey[]
export const isKnownSetting = (key: string): key is SettingKey => Object.hasOwn(knownSettings, key)

const exampleKey = 'recognition.guestName'
const Key = Type.String({ pattern: '^[a-z][a-zA-Z0-9.]{0,63}$', maxLength: 64, examples: [exampleKey] })
const effect = knownSettings[exampleKey].description

/** The largest value of a setting, in bytes of JSON. */
export const settingValueLimit = 16 * 1024

export const AppSetting = Type.Object({
  key: Type.String({ examples: [exampleKey] }),
  value: Type.Any({ description: 'Any JSON value', examples: ['손님'] }),
  description: Nullable(Type.String({ examples: [effect] })),
  updatedAt: Nullable(Instant),
  updatedBy: Nullable(Type.String({ description: 'Name of the administrator', examples: ['박관리'] })),
})
export type AppSetting = Static<typeof AppSetting>

export const appSettingOperations = {
  listAppSettings: {
    http: 'GET /admin/api/appSettings',
    access: 'adminOrScreen',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'List all settings; a known key that is not set has its default',
    description: `Returns every setting sorted by key. Known keys are those that the product itself reads; they are
      included even if they are not set. The list is not paged: all settings together are limited to 512 KiB.`,
    input: Strict({}),
    result: Type.Array(AppSetting),
  },
  putAppSetting: {
    http: 'PUT /admin/api/appSettings',
    audits: '앱 설정 변경',
    access: 'admin',
    permission: 'settings.change',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Set one setting; it takes effect without a restart',
    description: `Creates or replaces the setting; a repetition has no further effect. Without \`description\` the
      stored one is kept. A known key accepts only its own type, and every service applies the new value within
      moments. The change is recorded in the audit log.`,
    input: Strict({
      key: Key,
      value: Type.Any({
        description: 'Any JSON value of at most 16 KiB; a known key accepts only its own type',
        examples: ['손님'],
      }),
      description: Type.Optional(Nullable(Type.String({ maxLength: 500, examples: [effect] }))),
    }),
    result: AppSetting,
    errors: {
      VALIDATION_FAILED:
        '`value` does not have the type of its key, is larger than 16 KiB as JSON, or would make all settings larger than 512 KiB.',
    },
  },
  getAppSetting: {
    http: 'GET /admin/api/appSettings/{key}',
    resource: 'appSetting',
    access: 'adminOrScreen',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Get one setting',
    description: `A known key that is not set returns its default with \`updatedAt\` null. The \`ETag\` is the version
      that \`DELETE\` accepts in \`If-Match\`.`,
    input: Strict({ key: Key }),
    result: AppSetting,
    versioned: true,
    errors: {
      APP_SETTING_NOT_FOUND: 'The key is not a known key and has not been set.',
    },
  },
  deleteAppSetting: {
    http: 'DELETE /admin/api/appSettings/{key}',
    resource: 'appSetting',
    audits: '앱 설정 삭제',
    access: 'admin',
    permission: 'settings.change',
    scope: 'headOffice',
    freshSignIn: 'always',
    summary: 'Delete a setting; a known key returns to its default',
    description: `Services apply the default of a known key within moments. Deleting a known key that is not set is a
      no-op. The change is recorded in the audit log.`,
    input: Strict({ key: Key }),
    result: Nothing,
    versioned: true,
    errors: {
      APP_SETTING_NOT_FOUND: 'The key is not a known key and has not been set.',
    },
  },
} as const satisfies Record<string, Spec>
