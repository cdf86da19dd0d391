import type { TSchema } from 'typebox'
import { AppSetting } from '../catalog/app-settings.ts'
import { Banner } from '../catalog/banners.ts'
import { Image } from '../catalog/images.ts'
import { Notice, NoticeSummary } from '../catalog/notices.ts'
import { Product } from '../catalog/products.ts'
import { BusinessHours, Store } from '../catalog/stores.ts'
import { Terms, TermsChange, TermsSummary } from '../catalog/terms.ts'
import { Admin } from '../member/admins.ts'
import { AuditLog } from '../member/audit-logs.ts'
import { Car, CarBrand } from '../member/cars.ts'
import { MemberDetail, MemberSession, MemberSummary } from '../member/member-administration.ts'
import { Agreement, Me, TermsToAgree } from '../member/members.ts'
import { LiveReload, LiveScreen, LiveText, Screen } from '../member/screens.ts'
import { Tokens } from '../member/tokens.ts'
import { Card } from '../orders/cards.ts'
import {
  Order,
  OrderDetail,
  OrderEntry,
  OrderPayment,
  OrderRecord,
  OrderSummary,
  RefundAccount,
  Revenue,
  VirtualAccount,
} from '../orders/order.ts'
import { OwedReturn } from '../orders/owed-returns.ts'
import { UseLog, UseLogDetail } from '../orders/use-logs.ts'
import { UserProduct, UserProductSummary } from '../orders/user-products.ts'
import { DeadLetter } from '../recognition/dead-letters.ts'
import { Device, DeviceWithSecret } from '../recognition/devices.ts'
import { Gate } from '../recognition/gates.ts'
import { ListedPlate } from '../recognition/listed-plates.ts'
import { LiveEvent, LiveGap, ProductUsed } from '../recognition/messages.ts'
import { NearPlate, ReviewedRead } from '../recognition/read-reviews.ts'
import {
  Rehearsal,
  RehearsalExample,
  RehearsalResult,
  RehearsedSettings,
  RehearsedVisit,
} from '../recognition/rehearsals.ts'
import { PastCorrection, VisitDetail, VisitRead, VisitRow, VisitStatistic } from '../recognition/visits.ts'
import { BoundingBox } from '../values/bounding-box.ts'

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [name: string]: Json }

/** Schemas of the components; the document refers to them by name. */
const named: Record<string, TSchema> = {
  Admin,
  Agreement,
  AppSetting,
  AuditLog,
  Banner,
  BoundingBox,
  BusinessHours,
  Car,
  CarBrand,
  Card,
  DeadLetter,
  Device,
  DeviceWithSecret,
  Gate,
  Image,
  ListedPlate,
  LiveEvent,
  LiveGap,
  LiveReload,
  LiveScreen,
  LiveText,
  Me,
  MemberDetail,
  MemberSession,
  MemberSummary,
  NearPlate,
  Notice,
  NoticeSummary,
  Order,
  OrderDetail,
  OrderEntry,
  OrderPayment,
  OrderRecord,
  OrderSummary,
  OwedReturn,
  PastCorrection,
  Product,
  ProductUsed,
  RefundAccount,
  Revenue,
  Rehearsal,
  RehearsalExample,
  RehearsalResult,
  RehearsedSettings,
  RehearsedVisit,
  ReviewedRead,
  Screen,
  Store,
  Terms,
  TermsChange,
  TermsSummary,
  TermsToAgree,
  Tokens,
  UseLog,
  UseLogDetail,
  UserProduct,
  UserProductSummary,
  VirtualAccount,
  VisitDetail,
  VisitRead,
  VisitRow,
  VisitStatistic,
}

const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))

/** The schema as JSON, with references to the named schemas in it. */
export function reference(schema: TSchema): JsonObject {
  return convert(plain(schema))
}

/** The named schemas, for the components of the document. */
export function componentSchemas(): JsonObject {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, convertInside(plain(schema))]))
}

function plain(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema))
}

const isObject = (json: Json): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

function convert(schema: JsonObject): JsonObject {
  const name = names.get(JSON.stringify(schema))
  return name === undefined ? convertInside(schema) : { $ref: `#/components/schemas/${name}` }
}

function convertInside(original: JsonObject): JsonObject {
  const schema = forGenerators(original)
  const converted = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === 'properties' && isObject(value)) {
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, of]) => [name, isObject(of) ? convert(of) : of])),
      ]
    }
    if (key === 'items' && isObject(value)) return [key, convert(value)]
    if (key === 'anyOf' && Array.isArray(value)) return [key, value.map((of) => (isObject(of) ? convert(of) : of))]
    return [key, value]
  })
  const isNames = Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string')
  return Object.fromEntries(isNames ? [['type', 'string'], ...converted] : converted)
}

/** The same schema in a form that client generators understand. */
function forGenerators(schema: JsonObject): JsonObject {
  if (schema.contentMediaType === 'application/octet-stream') return { ...schema, format: 'binary' }
  const { type, anyOf, ...rest } = schema
  // They generate `any` for a schema with both `type` and `anyOf`.
  if (typeof type !== 'string' || !Array.isArray(anyOf)) return schema
  return { ...rest, anyOf: anyOf.map((of) => (isObject(of) ? { type, ...of } : of)) }
}
