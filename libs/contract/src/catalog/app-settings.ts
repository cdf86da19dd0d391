import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { Instant, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

/** Settings with an effect in the product: type, default and effect. */
export const knownSettings = {
  'recognition.minimumConfidence': {
    schema: Type.Number({ minimum: 0, maximum: 1 }),
    default: 0.8 as number,
    description: 'Reads below it are kept, rejected, and start no visit',
  },
  'recognition.revisitSeconds': {
    schema: Type.Integer({ minimum: 1, maximum: 86_400 }),
    default: 600 as number,
    description: 'Reads of a plate at a store that are no further apart belong to one visit',
  },
  'recognition.guestName': {
    schema: Type.String({ minLength: 1, maxLength: 50 }),
    default: '방문객' as string,
    description: 'The name shown for a plate that no member has',
  },
  'recognition.maskName': {
    schema: Type.Boolean(),
    default: false as boolean,
    description: 'Masks name and plate on screens',
  },
  'products.useOnVisit': {
    schema: Type.Boolean(),
    default: true as boolean,
    description: 'A visit by a member with an available product writes a use log',
  },
  'notices.public': {
    schema: Type.Boolean(),
    default: false as boolean,
    description: 'Member notices need no token',
  },
  'orders.refundDays': {
    schema: Type.Integer({ minimum: 0, maximum: 365 }),
    default: 7 as number,
    description: 'Days in which an unused order can be refunded by its member',
  },
} as const satisfies Record<string, { schema: TSchema; default: unknown; description: string }>

export type SettingKey = keyof typeof knownSettings
export type SettingValue<K extends SettingKey> = (typeof knownSettings)[K]['default']
export const settingKeys = Object.keys(knownSettings) as SettingKey[]
export const isKnownSetting = (key: string): key is SettingKey => Object.hasOwn(knownSettings, key)

const exampleKey = 'recognition.guestName'
const Key = Type.String({ pattern: '^[a-z][a-zA-Z0-9.]{0,63}$', maxLength: 64, examples: [exampleKey] })
const effect = knownSettings[exampleKey].description

/** Maximum size of a setting's value as JSON, in bytes. */
export const settingValueLimit = 16 * 1024

export const AppSetting = Type.Object({
  key: Type.String({ examples: [exampleKey] }),
  value: Type.Any({ description: 'Any JSON', examples: ['손님'] }),
  description: Nullable(Type.String({ examples: [effect] })),
  updatedAt: Nullable(Instant),
  updatedBy: Nullable(Type.String({ description: 'Name of the administrator', examples: ['박관리'] })),
})
export type AppSetting = Static<typeof AppSetting>

export const appSettingOperations = {
  listAppSettings: {
    http: 'GET /admin/api/appSettings',
    access: 'adminOrScreen',
    summary: 'All settings; known ones always answer',
    description: `Every setting by its key, those of the product with their default where nobody has set them. All
      together are at most 512 KiB, so that there are no pages.`,
    input: Strict({}),
    result: Type.Array(AppSetting),
  },
  putAppSetting: {
    http: 'PUT /admin/api/appSettings',
    audits: '앱 설정 변경',
    access: 'admin',
    summary: 'Set one; it takes effect without a restart',
    description: `Creates or replaces one, however often it is sent; without \`description\` the one that stands stays.
      Keys of the product have a type, and every service follows them within moments. It stands in the audit log.`,
    input: Strict({
      key: Key,
      value: Type.Any({ description: 'Any JSON up to 16 KiB; known keys have a type', examples: ['손님'] }),
      description: Type.Optional(Nullable(Type.String({ maxLength: 500, examples: [effect] }))),
    }),
    result: AppSetting,
    errors: {
      VALIDATION_FAILED:
        '`value` is not of the type of its key, is more than 16 KiB as JSON, or all settings would be more than 512 KiB.',
    },
  },
  getAppSetting: {
    http: 'GET /admin/api/appSettings/{key}',
    resource: 'appSetting',
    access: 'adminOrScreen',
    summary: 'One setting',
    description: `A key of the product answers its default, with \`updatedAt\` null, until somebody sets it. The \`ETag\`
      is the version that \`DELETE\` takes in \`If-Match\`.`,
    input: Strict({ key: Key }),
    result: AppSetting,
    versioned: true,
    errors: {
      APP_SETTING_NOT_FOUND: "The key is not the product's, and nobody has set it.",
    },
  },
  deleteAppSetting: {
    http: 'DELETE /admin/api/appSettings/{key}',
    resource: 'appSetting',
    audits: '앱 설정 삭제',
    access: 'admin',
    summary: 'Remove one; a known key gets its default back',
    description: `A key of the product answers its default again, and services follow that within moments; any other is
      gone. It stands in the audit log. A key of the product that nobody has set is left as it is.`,
    input: Strict({ key: Key }),
    result: Nothing,
    versioned: true,
    errors: {
      APP_SETTING_NOT_FOUND: "The key is not the product's, and nobody has set it.",
    },
  },
} as const satisfies Record<string, Spec>
