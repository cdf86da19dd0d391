import * as Type from 'typebox'
import { imageLimit, multipartFrame } from '../catalog/images.ts'
import { FilePart, Id, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

// Other messages of a vendor may use the same field names, so a value is validated only after the type of its message
// is known.
const Plate = Type.Optional(Nullable(Type.String({ examples: ['12가3456'] })))
const VendorNumber = (description: string, example: number) =>
  Type.Optional(Nullable(Type.Number({ description, examples: [example] })))
const EventId = Type.Optional(Nullable(Type.String({ examples: ['1769851800.123456-abcdef'] })))

const TrackedObject = Type.Optional(
  Type.Any({ description: 'In `events`, the tracked object, with `recognized_license_plate` and its score' }),
)

/** Bytes of an event with its images. */
const bodyLimit = imageLimit + multipartFrame

/**
 * Webhooks for vendors' products, which send over HTTP instead of NATS or MQTT. The gateway serves them itself: so no
 * event is lost while the recognition service restarts, even if the camera does not repeat it.
 */
export const adapterOperations = {
  receivePlateRecognizer: {
    http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: 'Webhook of Plate Recognizer Stream and Snapshot',
    description: `Set it as the webhook of Stream or Snapshot, with id and secret of a recognizer as HTTP Basic. Each
      plate of a recognition is a read; other events return 200 and are ignored. The response is sent after the reads
      are stored; a read that arrives again is stored once. An image that cannot be stored does not delay its read.`,
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      json: Type.String({
        description: 'The event. Without an image it can also be the whole body, as JSON or a form',
      }),
      upload: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.",
      RATE_LIMITED: 'The recognizer has exceeded its rate and is blocked temporarily.',
      UNAVAILABLE: "The read could not be stored; the vendor's product is expected to send it again.",
    },
  },
  receiveOpenAlpr: {
    http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: 'Webhook of OpenALPR and Rekor Scout',
    description: `Set it as the upload address of the agent, with id and secret of a recognizer as HTTP Basic. A group
      is a read; other events return 200 and are ignored. The response is sent after the read is stored; a read that
      arrives again is stored once. \`best_confidence\` is converted to the range 0 to 1.`,
    input: Type.Object({
      deviceId: Id,
      data_type: Type.String({ examples: ['alpr_group'], maxLength: 64 }),
      best_uuid: EventId,
      best_plate_number: Plate,
      best_plate: Type.Optional(
        Type.Any({
          description: 'In groups of version 1, instead of the two fields: an object with `plate` and `confidence`',
        }),
      ),
      best_confidence: VendorNumber('0 to 100', 97.4),
      candidates: Type.Optional(
        Type.Any({
          description: 'A list of `{plate, confidence}`; the first ten are stored',
          examples: [[{ plate: '12거3456', confidence: 61.2 }]],
        }),
      ),
      travel_direction: Type.Optional(
        Type.Any({
          description: 'Angle in the picture, 0 to 360, for recognizers with `arrivalAngle`',
          examples: [183.2],
        }),
      ),
      epoch_start: VendorNumber('Unix milliseconds', 1_769_851_800_000),
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.",
      RATE_LIMITED: 'The recognizer has exceeded its rate and is blocked temporarily.',
      UNAVAILABLE: "The read could not be stored; the vendor's product is expected to send it again.",
    },
  },
  receiveFrigate: {
    http: 'POST /api/recognition/adapters/frigate/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: "Webhook for Frigate's tracked object updates and events",
    description: `Send Frigate's MQTT messages \`tracked_object_update\` or \`events\` here, with id and secret of a
      recognizer as HTTP Basic. An update with a plate is a read, and so is an event with a new plate; other events
      return 200 and are ignored. The response is sent after the read is stored; a read that arrives again is stored
      once.`,
    input: Type.Object({
      deviceId: Id,
      type: Type.String({ examples: ['lpr'], maxLength: 64 }),
      id: EventId,
      plate: Plate,
      score: VendorNumber('0 to 1', 0.97),
      timestamp: VendorNumber('Unix seconds', 1_769_851_800.123),
      before: TrackedObject,
      after: TrackedObject,
    }),
    result: Nothing,
    bodyLimit: 1024 * 1024,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.",
      RATE_LIMITED: 'The recognizer has exceeded its rate and is blocked temporarily.',
      UNAVAILABLE: "The read could not be stored; the vendor's product is expected to send it again.",
    },
  },
  receiveHikvision: {
    http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
    resource: 'device',
    access: 'device',
    summary: 'ANPR event of Hikvision cameras (XML with images)',
    description: `Set it as the camera's alarm server, with id and secret of a recognizer. A time without an offset is
      Korean time; the largest image is stored with the read; other events return 200 and are ignored. The response is
      sent after the read is stored; a read that arrives again is stored once.`,
    input: Strict({ deviceId: Id }),
    parts: Type.Object({
      anpr: Type.String({
        description: 'EventNotificationAlert. Without images it can also be the whole body, as XML',
      }),
      pictures: Type.Optional(FilePart),
    }),
    result: Nothing,
    body: 'multipart',
    bodyLimit,
    unknownFields: 'ignore',
    errors: {
      VALIDATION_FAILED:
        "The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.",
      RATE_LIMITED: 'The recognizer has exceeded its rate and is blocked temporarily.',
      UNAVAILABLE: "The read could not be stored; the vendor's product is expected to send it again.",
    },
  },
} as const satisfies Record<string, Spec>
