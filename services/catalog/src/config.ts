import { serviceVariables } from '@kingcar/service'
import Type, { type Static } from 'typebox'

/** The environment variables of this process; each can also be set as `NAME_FILE`. */
export const Config = Type.Object(serviceVariables('catalog'))
export type Config = Static<typeof Config>
