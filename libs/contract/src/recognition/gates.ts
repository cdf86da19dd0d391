import * as Type from 'typebox'
import { Id, Nullable, Strict, Subset, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { gateFailures, gateModes, gateReasons } from './values.ts'

const rules = {
  mode: Type.Enum([...gateModes], {
    description: `\`automatic\`: the gate opens for a usable product and for the plates of the lists \`vip\` and \`staff\`;
      \`manual\`: for every car. It never opens for a blocked plate`,
    examples: ['manual'],
  }),
  whenUnavailable: Type.Enum([...gateFailures], {
    description: `What a recognizer does while it cannot reach KingCar with a car whose plate is not in its stored list
      of expected plates`,
    examples: ['closed'],
  }),
}

/** The rules by which the gates of a store open. */
export const Gate = Type.Object({ storeId: Id, ...rules })
export type Gate = Typed<typeof Gate>

/**
 * Message to `recognition.decision.<storeId>.<deviceId>`: whether the gate of a recognizer opens for a car. Of two
 * messages about one visit the one with the larger `version` is newer.
 */
export const GateDecision = Type.Object({
  visitId: Id,
  carNumber: Type.String({ examples: ['12가3456'] }),
  open: Type.Boolean(),
  reason: Type.Enum([...gateReasons], {
    description: `Reason. \`used\`: the car has a usable product, also \`usageOff\` if \`open\` is true; \`vip\`,
      \`staff\`, \`blocked\`: the plate is on this list; \`manual\`: the mode of the store; \`guest\`: the plate
      belongs to no member; all others are the \`useDecision\` of the visit`,
    examples: ['used'],
  }),
  memberName: Type.Optional(
    Type.String({
      description:
        'Masked name. Like `productName` and `remainingUses`, sent only to a recognizer with `gateShowsMember`',
      examples: ['김*지'],
    }),
  ),
  productName: Type.Optional(Type.String({ examples: ['기본 세차 10회'] })),
  remainingUses: Type.Optional(
    Nullable(Type.Integer({ description: 'Uses left after this visit; null without a limit', examples: [3] })),
  ),
  version: Type.Integer({ minimum: 1 }),
  expiresAt: Type.String({ format: 'date-time', description: 'Ignore the message from this time on' }),
})
export type GateDecision = Typed<typeof GateDecision>

/** A decision with its recognizer, as the event and the webhook have it. */
export const AddressedGateDecision = Type.Object({ storeId: Id, deviceId: Id, ...GateDecision.properties })

/** Base64 of the first 8 bytes of the HMAC of each plate, one after the other. */
const Plates = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$', examples: ['kJ3bYx0f9Qg='] })

/** What a recognizer needs to open its gate while it cannot reach KingCar: the content of `ExpectedPlates.payload`. */
export const ExpectedPlatesPayload = Type.Object({
  storeId: Id,
  deviceId: Id,
  issuedAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'A day later; ignore the payload from this time on' }),
  mode: rules.mode,
  whenUnavailable: rules.whenUnavailable,
  minimumConfidence: Type.Number({
    description: 'A read with a lower confidence does not open the gate',
    examples: [0.8],
  }),
  open: Plates,
  blocked: Plates,
})
export type ExpectedPlatesPayload = Typed<typeof ExpectedPlatesPayload>

/**
 * Message to `recognition.expected.<storeId>.<deviceId>`, every ten minutes and within seconds after a change of a
 * list: the plates that are expected today. The key of all HMACs (SHA-256) is the SHA-256 of the secret, so that the
 * values differ between recognizers and the stored message reveals no plate.
 */
export const ExpectedPlates = Type.Object({
  payload: Type.String({
    description: `JSON of \`ExpectedPlatesPayload\`. \`open\` and \`blocked\` have 8 bytes for each plate: the first
      bytes of the HMAC of the text \`plate \` followed by the plate without spaces and hyphens`,
    examples: ['{"storeId":"…","expiresAt":"2026-05-05T09:30:00.000Z"}'],
  }),
  signature: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'HMAC in hex of the text `list ` followed by `payload`',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
})
export type ExpectedPlates = Typed<typeof ExpectedPlates>

const storeMissing = 'No store has this id, or it was closed permanently.'

export const gateOperations = {
  getGate: {
    http: 'GET /admin/api/stores/{id}/gate',
    resource: 'store',
    access: 'admin',
    permission: 'devices.read',
    scope: 'stores',
    summary: 'Get the rules by which the gates of a store open',
    description: `They apply to the recognizers of the store with \`gateOutput\`. A store without rules of its own has the
      defaults: \`automatic\`, and \`closed\` while KingCar cannot be reached.`,
    input: Strict({ id: Id }),
    result: Gate,
    errors: { STORE_NOT_FOUND: storeMissing },
  },
  updateGate: {
    http: 'PATCH /admin/api/stores/{id}/gate',
    resource: 'store',
    audits: '차단기 설정 수정',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Change the rules by which the gates of a store open',
    description: `They apply from the next read on. Fields that are absent keep their value. The change is recorded in the
      audit log.`,
    input: Strict({ id: Id, ...Subset(rules) }),
    result: Gate,
    errors: { STORE_NOT_FOUND: storeMissing },
  },
} as const satisfies Record<string, Spec>
