import { serviceVariables } from '@kingcar/service'
import Type, { type Static } from 'typebox'

/** The environment variables of this process; each can also be set as `NAME_FILE`. */
export const Config = Type.Object({
  ...serviceVariables('catalog'),
  JUSO_URL: Type.String({
    pattern: '^(?:https://|http://127\\.0\\.0\\.1:)',
    default: 'https://business.juso.go.kr',
    description: "API of the government's register of road addresses.",
  }),
  JUSO_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Key of the address search API of juso.go.kr; without it administrators type the addresses of stores.',
    }),
  ),
  JUSO_COORDINATES_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Key of the coordinates API of juso.go.kr; without it administrators type the coordinates.',
    }),
  ),
})
export type Config = Static<typeof Config>
