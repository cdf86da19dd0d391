import { imageWidths } from '@kingcar/contract'

/** A scheme that leads to a page, a letter or a call, and a path of this origin; a browser reads `//` and `/\` as another one. */
const allowedScheme = /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i
/** Browsers drop some of these, also within a scheme. */
const unprintable = /[\p{Cc}\s]/u
const ownImage = new RegExp(
  `^/api/images/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?:\\?width=(?:${imageWidths.join('|')}))?$`,
  'i',
)

/** Whether a link may lead there: https, http, mailto, tel, or a path of this origin. Escapes and entities are read already. */
export const isAllowedTarget = (target: string): boolean => allowedScheme.test(target) && !unprintable.test(target)

/** The id, in lower case, of the picture of ours that an image shows; undefined where it is another. */
export const ownImageId = (target: string): string | undefined => ownImage.exec(target)?.[1]?.toLowerCase()
