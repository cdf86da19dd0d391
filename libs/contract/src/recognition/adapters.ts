import Type from 'typebox'
import { ImageFile, imageLimit, multipartFrame } from '../catalog/images.ts'
import { FilePart, Id, Nothing, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'

const Plate = Type.String({ minLength: 1, maxLength: 64, examples: ['12가3456'] })
/** Room for an event with its pictures. */
const bodyLimit = imageLimit + multipartFrame

/** What recognizers send over HTTP instead of NATS or MQTT: pictures, and the webhooks that vendors' products speak by themselves. */
export const adapterOperations = {
  uploadRecognitionImage: {
    http: 'POST /api/recognition/images',
    access: 'device',
    summary: 'The picture of a read',
    input: Strict({}),
    parts: ImageFile,
    result: Type.Object({ id: Id }),
    status: 201,
    body: 'multipart',
    bodyLimit,
    idempotent: true,
    errors: ['IMAGE_INVALID'],
  },
  receivePlateRecognizer: {
    http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
    access: 'device',
    summary: 'Webhook of Plate Recognizer Stream',
    input: Strict({ deviceId: Id }),
    parts: Type.Object({ json: Type.String({ description: 'The event' }), upload: Type.Optional(FilePart) }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
  },
  receiveOpenAlpr: {
    http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
    access: 'device',
    summary: 'Webhook of OpenALPR and Rekor Scout',
    input: Type.Object({
      deviceId: Id,
      data_type: Type.String({ examples: ['alpr_group'], maxLength: 64 }),
      best_uuid: Type.Optional(Type.String({ maxLength: 128 })),
      best_plate_number: Type.Optional(Plate),
      best_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      epoch_start: Type.Optional(Type.Number({ description: 'Unix milliseconds' })),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
  },
  receiveFrigate: {
    http: 'POST /api/recognition/adapters/frigate/{deviceId}',
    access: 'device',
    summary: "Frigate's tracked object update",
    input: Type.Object({
      deviceId: Id,
      type: Type.String({ examples: ['lpr'], maxLength: 64 }),
      id: Type.Optional(Type.String({ maxLength: 128 })),
      plate: Type.Optional(Plate),
      score: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      timestamp: Type.Optional(Type.Number({ description: 'Unix seconds' })),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
  },
  receiveHikvision: {
    http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
    access: 'device',
    summary: 'ANPR event of Hikvision cameras (XML, with its pictures)',
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      anpr: Type.String({ description: 'EventNotificationAlert' }),
      pictures: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
  },
} as const satisfies Record<string, Spec>
