import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

/** Cards that a member can have: each is a billing key at the provider, and the list is not paged. */
export const mostCards = 20

const Alias = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 50 })))

/** Only the provider's billing key and the masked number are stored; other card data is in no table, log or error. */
export const Card = Type.Object({
  id: Id,
  issuer: Type.String({ examples: ['BC카드'] }),
  maskedNumber: Type.String({ examples: ['1234-****-****-5678'] }),
  alias: Nullable(Type.String()),
  main: Type.Boolean({ description: 'Whether subscriptions renew with this card' }),
  createdAt: Instant,
})
export type Card = Typed<typeof Card>

export const cardOperations = {
  createCard: {
    http: 'POST /api/cards',
    access: 'member',
    summary: "Register a card with its card data, or with a billing key issued in the provider's window (customerUid)",
    description: `Card data is passed on to the provider for a billing key and is not stored; only the key and the
      masked number are. The first card becomes the main card, which pays for the renewals of subscriptions. While a
      renewal is unpaid, any new card becomes the main card and is charged for the renewal immediately.`,
    input: Strict(
      {
        cardNumber: Type.Optional(Type.String({ pattern: '^\\d(?:-?\\d){13,18}$', examples: ['4111-1111-1111-1111'] })),
        expiry: Type.Optional(Type.String({ pattern: '^20\\d{2}-(?:0[1-9]|1[0-2])$', examples: ['2030-12'] })),
        birth: Type.Optional(
          Type.String({
            pattern: '^(?:\\d{6}|\\d{10})$',
            description: 'Date of birth as YYMMDD, or business number',
            examples: ['900101'],
          }),
        ),
        passwordTwoDigits: Type.Optional(Type.String({ pattern: '^\\d{2}$', examples: ['12'] })),
        customerUid: Type.Optional(
          Type.String({
            pattern: '^(?=.*[\\w-])[\\w.:@-]{1,100}$',
            description: 'Chosen by the app and hard to guess: the first member to register it gets the card',
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
        'The provider declines the card (reason in `details`), has no billing key for this `customerUid`, or the billing key is already registered.',
      CARD_LIMIT: `The member has ${mostCards} cards. A billing key of \`customerUid\` is revoked: when there is room, issue another one
        under a new \`customerUid\`.`,
      VALIDATION_FAILED: 'Some of the card data is missing, or is sent together with `customerUid`.',
      RATE_LIMITED:
        'Within an hour the member has tried ten cards without success, or 40 in all; or within a minute the member has caused 30 lookups at the provider.',
      UNAVAILABLE: 'The provider does not respond; a billing key that it issued anyway is revoked.',
    },
  },
  listCards: {
    http: 'GET /api/cards',
    access: 'member',
    summary: 'List your cards, the main card first',
    description: 'The list is not paged: the main card, then the others from new to old.',
    input: Strict({}),
    result: Type.Array(Card),
  },
  updateCard: {
    http: 'PATCH /api/cards/{id}',
    resource: 'card',
    access: 'member',
    summary: 'Rename a card, or make it the main card',
    description: `Fields that are absent keep their value; \`alias\` null removes the name. With \`main\` true the
      card replaces the previous main card, and unpaid renewals are charged to it immediately.`,
    input: Strict({ id: Id, alias: Alias, main: Type.Optional(Type.Boolean()) }),
    result: Card,
    versioned: true,
    errors: {
      CARD_NOT_FOUND: 'The member has no card with this id.',
      VALIDATION_FAILED: '`main` is false for the main card: make another card the main card instead.',
    },
  },
  deleteCard: {
    http: 'DELETE /api/cards/{id}',
    resource: 'card',
    access: 'member',
    summary: 'Delete a card; its billing key is revoked at the provider',
    description: `The billing key is revoked shortly afterwards, with retries until it succeeds. If it was the main
      card, the newest of the others becomes the main card, and unpaid renewals are charged to it immediately. Renewals
      fail while the member has no card.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      CARD_NOT_FOUND: 'The member has no card with this id.',
    },
  },
} as const satisfies Record<string, Spec>
