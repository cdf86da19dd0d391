import type { TSchema } from 'typebox'
import { carriesBody, type Operation, route } from '../model/operation.ts'
import { type JsonObject, reference } from './component-schemas.ts'

/** Names that the specification gives to bodies, by operation. Other bodies are named after their operation. */
const specified: Readonly<Record<string, string>> = {
  loginMember: 'loginDto',
  reissueAdmin: 'reissueOrLogoutRequestDto',
  logoutAdmin: 'reissueOrLogoutRequestDto',
  reissueMember: 'reissueOrLogoutRequestDto',
  logoutMember: 'reissueOrLogoutRequestDto',
  joinAdmin: 'adminAddRequestDto',
  putAppSetting: 'appSettingAddOrUpdateRequestDto',
  createBanner: 'bannerAddRequestDto',
  updateBanners: 'bannerListUpdateRequestDto',
  createCar: 'carAddOrUpdateRequestDto',
  updateCar: 'carAddOrUpdateRequestDto',
  createCard: 'createCardRequestDto',
  joinMember: 'memberJoinRequestDto',
  sendPhoneVerification: 'phoneVerificationRequestDto',
  checkPhoneVerification: 'phoneVerificationCheckRequestDto',
  loginSocial: 'socialLoginDto',
  createNotice: 'noticeAddRequestDto',
  updateNotice: 'noticeUpdateDto',
  createOrder: 'createOrderRequestDto',
  payOrder: 'paymentRequestDto',
  receivePaymentWebhook: 'iamPortOrderWebhookRequestDto',
  createProduct: 'productAddRequestDto',
  updateProduct: 'productUpdateRequestDto',
  createStore: 'storeAddRequestDto',
  updateStore: 'storeUpdateRequestDto',
  createTerms: 'termsAddRequestDto',
  updateTerms: 'termsUpdateRequestDto',
}

type Body = { name: string; schema: JsonObject; required: readonly string[] }

/** The JSON or form body of an operation; undefined if it has none. Files are sent as multipart parts instead. */
function bodyOf(op: Operation): Body | undefined {
  if (!carriesBody(op) || op.parts) return undefined
  const inPath = new Set(route(op).parameters)
  const fields = Object.entries<TSchema>(op.input.properties).filter(([name]) => !inPath.has(name))
  if (fields.length === 0) return undefined
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, reference(field)])),
    ...(op.unknownFields === 'ignore' ? {} : { additionalProperties: false }),
  }
  const required = (op.input.required ?? []).filter((name) => !inPath.has(name))
  return { name: specified[op.name] ?? `${op.name}Request`, schema, required }
}

/**
 * The schemas of request bodies by name, for the components of the document. Bodies of one name have the same fields;
 * those are required that every one of their operations requires.
 */
export function requestSchemas(operations: readonly Operation[]): Record<string, JsonObject> {
  const bodies = Map.groupBy(
    operations.flatMap((op) => bodyOf(op) ?? []),
    ({ name }) => name,
  )
  const schemas = [...bodies].map(([name, all]): [string, JsonObject] => {
    const [{ schema, required }] = all as [Body]
    if (new Set(all.map((body) => JSON.stringify(body.schema))).size > 1) throw new Error(`bodies named ${name} differ`)
    const shared = required.filter((field) => all.every((body) => body.required.includes(field)))
    return [name, { ...(shared.length > 0 ? { required: shared } : {}), ...schema }]
  })
  return Object.fromEntries(schemas)
}

/** The schema of an operation's body, which refers to the components; and whether the body is required. */
export function requestSchema(
  op: Operation,
  components: Record<string, JsonObject>,
): { schema: JsonObject; required: boolean } | undefined {
  const body = bodyOf(op)
  if (!body) return undefined
  const $ref = `#/components/schemas/${body.name}`
  const shared = components[body.name]?.required ?? []
  const own = body.required.filter((field) => !Array.isArray(shared) || !shared.includes(field))
  const schema: JsonObject = own.length > 0 ? { allOf: [{ $ref }], required: own } : { $ref }
  return { schema, required: body.required.length > 0 }
}
