import * as Type from 'typebox'
import { Id, Instant, type Typed } from '../model/common-schemas.ts'

/**
 * What a gateway has seen of devices that call it over HTTP, as a signal to the recognition service. `id` makes a
 * repetition harmless.
 */
export const DeviceSightings = Type.Object({
  id: Id,
  devices: Type.Array(
    Type.Object({
      deviceId: Id,
      /** Arrival time of the device's latest message. */
      seenAt: Instant,
      /** Number of the device's messages that were refused, with the reason and time of the latest. */
      refused: Type.Integer({ minimum: 0 }),
      refusal: Type.Optional(Type.Object({ reason: Type.String({ minLength: 1, maxLength: 120 }), at: Instant })),
    }),
  ),
})
export type DeviceSightings = Typed<typeof DeviceSightings>
