import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import { root } from '@kingcar/localstack/paths'
import type * as gateway from '../../../../gateway/src/main.ts'
import type * as simulator from '../../../../libs/payment-simulator/src/main.ts'
import type * as catalog from '../../../../services/catalog/src/main.ts'
import type * as member from '../../../../services/member/src/main.ts'
import type * as orders from '../../../../services/orders/src/main.ts'
import type * as recognition from '../../../../services/recognition/src/main.ts'

type Programs = {
  gateway: typeof gateway
  catalog: typeof catalog
  member: typeof member
  orders: typeof orders
  recognition: typeof recognition
  'portone-simulator': typeof simulator
}

/** `deploy/local/load.mjs` */
type Loader = { load(name: string, isMain: boolean): unknown }

const loaded = new Map<string, unknown>()

/**
 * The exports of a program, from the bundle that `npm start` and the image run, loaded by the same loader: tests start
 * a service with this and never from its sources. The bundle is built first if its sources have changed.
 */
export async function loadProgram<N extends keyof Programs>(name: N): Promise<Programs[N]> {
  if (!loaded.has(name)) {
    await build(() => undefined)
    const loader: Loader = createRequire(import.meta.url)(join(root, 'dist/load.mjs'))
    loaded.set(name, loader.load(name, false))
  }
  return loaded.get(name) as Programs[N]
}
