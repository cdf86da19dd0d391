import * as Type from 'typebox'
import type { Typed } from '../model/common-schemas.ts'

/** Position of the plate in the image, in pixels of the upright image. */
export const BoundingBox = Type.Object({
  x: Type.Number({ minimum: 0, examples: [412] }),
  y: Type.Number({ minimum: 0, examples: [300] }),
  width: Type.Number({ minimum: 0, examples: [180] }),
  height: Type.Number({ minimum: 0, examples: [44] }),
})
export type BoundingBox = Typed<typeof BoundingBox>
