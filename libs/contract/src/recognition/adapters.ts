import * as Type from 'typebox'
import { imageLimit, multipartFrame } from '../catalog/images.ts'
import { FilePart, Id, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

// Other messages of a vendor may use the same names, so the service validates values after it knows the kind of message.
const Plate = Type.Optional(Nullable(Type.String({ examples: ['12가3456'] })))
const VendorNumber = (description: string, example: number) =>
  Type.Optional(Nullable(Type.Number({ description, examples: [example] })))
const EventId = Type.Optional(Nullable(Type.String({ examples: ['1769851800.123456-abcdef'] })))

/** Maximum size of an event with its images. */
const bodyLimit = imageLimit + multipartFrame

/** Webhooks of vendors' products: reads over HTTP instead of NATS or MQTT. */
export const adapterOperations = {
  receivePlateRecognizer: {
    http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
    resource: 'device',
    access: 'device',
    summary:
      'Webhook of Plate Recognizer Stream: each plate of a recognition is a read, anything else is answered and left',
    description: `Set it as the webhook of the stream, with id and secret of a recognizer as HTTP Basic. It is answered
      once the reads are stored, each once however often it comes; a picture that cannot be stored does not hold up its
      read.`,
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      json: Type.String({ description: 'The event. Without a picture also alone, as JSON or a form' }),
      upload: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.",
      RATE_LIMITED: 'The recognizer has sent too much, and is kept out for a while.',
      UNAVAILABLE: "The read could not be stored: the vendor's product sends it again.",
    },
  },
  receiveOpenAlpr: {
    http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: 'Webhook of OpenALPR and Rekor Scout: a group is a read, anything else is answered and left',
    description: `Set it as the upload address of the agent, with id and secret of a recognizer as HTTP Basic. It is
      answered once the read is stored, once however often it comes; \`best_confidence\` becomes 0 to 1.`,
    input: Type.Object({
      deviceId: Id,
      data_type: Type.String({ examples: ['alpr_group'], maxLength: 64 }),
      best_uuid: EventId,
      best_plate_number: Plate,
      best_confidence: VendorNumber('0 to 100', 97.4),
      candidates: Type.Optional(
        Type.Any({
          description: 'A list of `{plate, confidence}`; the first ten are kept',
          examples: [[{ plate: '12거3456', confidence: 61.2 }]],
        }),
      ),
      epoch_start: VendorNumber('Unix milliseconds', 1_769_851_800_000),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.",
      RATE_LIMITED: 'The recognizer has sent too much, and is kept out for a while.',
      UNAVAILABLE: "The read could not be stored: the vendor's product sends it again.",
    },
  },
  receiveFrigate: {
    http: 'POST /api/recognition/adapters/frigate/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: "Frigate's tracked object update: one with a plate is a read, anything else is answered and left",
    description: `Send Frigate's MQTT messages of tracked objects here, with id and secret of a recognizer as HTTP
      Basic. It is answered once the read is stored, once however often it comes.`,
    input: Type.Object({
      deviceId: Id,
      type: Type.String({ examples: ['lpr'], maxLength: 64 }),
      id: EventId,
      plate: Plate,
      score: VendorNumber('0 to 1', 0.97),
      timestamp: VendorNumber('Unix seconds', 1_769_851_800.123),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.",
      RATE_LIMITED: 'The recognizer has sent too much, and is kept out for a while.',
      UNAVAILABLE: "The read could not be stored: the vendor's product sends it again.",
    },
  },
  receiveHikvision: {
    http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: 'ANPR event of Hikvision cameras (XML, with its pictures); other events are answered and left',
    description: `Set it as the camera's alarm server, with id and secret of a recognizer. A time without an offset is
      meant in Korea; the largest of the pictures is kept with the read. It is answered once the read is stored, once
      however often it comes.`,
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      anpr: Type.String({ description: 'EventNotificationAlert. Without pictures also alone, as XML' }),
      pictures: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.",
      RATE_LIMITED: 'The recognizer has sent too much, and is kept out for a while.',
      UNAVAILABLE: "The read could not be stored: the vendor's product sends it again.",
    },
  },
} as const satisfies Record<string, Spec>
