import * as Type from 'typebox'
import { imageLimit, multipartFrame } from '../catalog/images.ts'
import { FilePart, Id, Nothing, Nullable, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'

// Other messages of a vendor may use the same names, so the service judges values once it knows what a message is.
const Plate = Type.Optional(Nullable(Type.String({ examples: ['12가3456'] })))
const VendorNumber = (description: string) => Type.Optional(Nullable(Type.Number({ description })))
const EventId = Type.Optional(Nullable(Type.String()))

/** Room for an event with its pictures. */
const bodyLimit = imageLimit + multipartFrame

/** What recognizers send over HTTP instead of NATS or MQTT: the webhooks that vendors' products speak by themselves. */
export const adapterOperations = {
  receivePlateRecognizer: {
    http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
    access: 'device',
    summary:
      'Webhook of Plate Recognizer Stream: each plate of a recognition is a read, anything else is answered and left',
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      json: Type.String({ description: 'The event. Without a picture also alone, as JSON or a form' }),
      upload: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
  },
  receiveOpenAlpr: {
    http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
    access: 'device',
    summary: 'Webhook of OpenALPR and Rekor Scout: a group is a read, anything else is answered and left',
    input: Type.Object({
      deviceId: Id,
      data_type: Type.String({ examples: ['alpr_group'], maxLength: 64 }),
      best_uuid: EventId,
      best_plate_number: Plate,
      best_confidence: VendorNumber('0 to 100'),
      candidates: Type.Optional(Type.Any({ description: 'A list of `{plate, confidence}`; the first ten are kept' })),
      epoch_start: VendorNumber('Unix milliseconds'),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
  },
  receiveFrigate: {
    http: 'POST /api/recognition/adapters/frigate/{deviceId}',
    access: 'device',
    summary: "Frigate's tracked object update: one with a plate is a read, anything else is answered and left",
    input: Type.Object({
      deviceId: Id,
      type: Type.String({ examples: ['lpr'], maxLength: 64 }),
      id: EventId,
      plate: Plate,
      score: VendorNumber('0 to 1'),
      timestamp: VendorNumber('Unix seconds'),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
  },
  receiveHikvision: {
    http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
    access: 'device',
    summary: 'ANPR event of Hikvision cameras (XML, with its pictures); other events are answered and left',
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      anpr: Type.String({ description: 'EventNotificationAlert. Without pictures also alone, as XML' }),
      pictures: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
  },
} as const satisfies Record<string, Spec>
