import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

const Alias = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 50 })))

/** Only the provider's billing key and the masked number are stored. Other card data is in no table, log or error. */
export const Card = Type.Object({
  id: Id,
  issuer: Type.String({ examples: ['BC카드'] }),
  maskedNumber: Type.String({ examples: ['1234-****-****-5678'] }),
  alias: Nullable(Type.String()),
  main: Type.Boolean({ description: 'Subscriptions renew with it' }),
  createdAt: Instant,
})
export type Card = Typed<typeof Card>

export const cardOperations = {
  createCard: {
    http: 'POST /api/cards',
    access: 'member',
    summary:
      "Register a card by all of its data, or by a billing key issued in the provider's window (customerUid) alone",
    description: `The card's data pass through to the provider for a billing key and are kept nowhere; kept are the key
      and the masked number. The first card is the main one, with which subscriptions renew; renewals that are not paid
      are charged with it at once.`,
    input: Strict(
      {
        cardNumber: Type.Optional(Type.String({ pattern: '^\\d(?:-?\\d){13,18}$', examples: ['4111-1111-1111-1111'] })),
        expiry: Type.Optional(Type.String({ pattern: '^20\\d{2}-(?:0[1-9]|1[0-2])$', examples: ['2030-12'] })),
        birth: Type.Optional(
          Type.String({
            pattern: '^(?:\\d{6}|\\d{10})$',
            description: 'YYMMDD or business number',
            examples: ['900101'],
          }),
        ),
        passwordTwoDigits: Type.Optional(Type.String({ pattern: '^\\d{2}$', examples: ['12'] })),
        customerUid: Type.Optional(
          Type.String({
            pattern: '^(?=.*[\\w-])[\\w.:@-]{1,100}$',
            description: 'Chosen by the app so that nobody can guess it: whoever names it first has the card',
          }),
        ),
        alias: Alias,
      },
      {
        cardNumber: '4111-1111-1111-1111',
        expiry: '2030-12',
        birth: '900101',
        passwordTwoDigits: '12',
        alias: '생활비',
      },
    ),
    timeoutSeconds: 15,
    result: Card,
    status: 201,
    idempotent: true,
    errors: {
      CARD_REFUSED:
        'The provider refuses the card, with its reason in `details`, has no billing key of this `customerUid`, or somebody has registered that one.',
      VALIDATION_FAILED: "Some of the card's data are missing, or stand beside `customerUid`.",
      RATE_LIMITED:
        'The member has tried ten cards within an hour that came to nothing, or caused thirty look-ups at the provider within a minute.',
      UNAVAILABLE: 'The provider does not answer; a key that it issued all the same is revoked.',
    },
  },
  listCards: {
    http: 'GET /api/cards',
    access: 'member',
    summary: 'Your cards, the main one first',
    description: 'Every card of the member, without pages, the main one first and then the newest.',
    input: Strict({}),
    result: Type.Array(Card),
  },
  updateCard: {
    http: 'PATCH /api/cards/{id}',
    resource: 'card',
    access: 'member',
    summary: 'Rename a card, or make it the main one, with which renewals that are not paid are charged at once',
    description: `Changes what is named and leaves the rest; \`alias\` null takes the name away. With \`main\` true the
      former main card is it no longer.`,
    input: Strict({ id: Id, alias: Alias, main: Type.Optional(Type.Boolean()) }),
    result: Card,
    versioned: true,
    errors: {
      CARD_NOT_FOUND: 'The member has no card of this id.',
      VALIDATION_FAILED: '`main` is false for the main card: make another one the main card instead.',
    },
  },
  deleteCard: {
    http: 'DELETE /api/cards/{id}',
    resource: 'card',
    access: 'member',
    summary:
      'Remove a card; its billing key is revoked at the provider, and the newest of the others becomes the main one in its place',
    description: `The billing key is revoked a moment later, and again until it is. Renewals that are not paid are
      charged at once with the card that takes its place; without any card they fail.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      CARD_NOT_FOUND: 'The member has no card of this id.',
    },
  },
} as const satisfies Record<string, Spec>
