import type { Handlers } from '@kingcar/bus'
import type { Built } from '@kingcar/contract'
import type { Ctx } from './context.ts'

/** Every operation of this service. */
export const handlers: Handlers<Ctx, Built<'recognition'>> = {}
