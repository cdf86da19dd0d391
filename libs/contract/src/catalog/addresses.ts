import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

/** Largest number of addresses of one search. */
export const maxAddresses = 10

export const FoundAddress = Type.Object({
  roadAddress: Type.String({ examples: ['서울특별시 강남구 테헤란로 152 (역삼동)'] }),
  jibunAddress: Type.String({ examples: ['서울특별시 강남구 역삼동 737 강남파이낸스센터'] }),
  zipCode: Type.String({ examples: ['06236'] }),
  latitude: Nullable(
    Type.Number({
      description: 'Latitude of the entrance of the building (WGS 84); null if unknown',
      examples: [37.5002],
    }),
  ),
  longitude: Nullable(Type.Number({ examples: [127.0364] })),
})
export type FoundAddress = Static<typeof FoundAddress>

export const addressOperations = {
  searchAddresses: {
    http: 'GET /admin/api/addresses',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'none',
    summary: 'Search Korean road addresses',
    description: `Returns at most ${maxAddresses} addresses of the government's register that match a road, a building or a
      lot number; none if the keyword is too general. An administrator can search 60 times a minute. Needs \`JUSO_KEY\` of the
      catalog service; without it, clients let the user type the address.`,
    input: Strict({ keyword: Type.String({ minLength: 2, maxLength: 80, examples: ['테헤란로 152'] }) }),
    result: Type.Array(FoundAddress, { maxItems: maxAddresses }),
    errors: {
      ADDRESS_SEARCH_OFF: '`JUSO_KEY` is not set.',
      RATE_LIMITED: 'The administrator has searched 60 times in a minute.',
      UNAVAILABLE: 'The register of addresses is unavailable, or refused the key.',
    },
  },
} as const satisfies Record<string, Spec>
