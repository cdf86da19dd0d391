import { imageWidths } from '@kingcar/contract'

/** http(s), mailto, tel, or a path of this origin; browsers read `//` and `/\` as another origin. */
const allowedScheme = /^(?:(?:https?|mailto|tel):|\/(?![/\\]))/i
/** Browsers ignore some of these characters, even in a scheme. */
const unprintable = /[\p{Cc}\s]/u
const ownImage = new RegExp(
  `^/api/images/([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})(?:\\?width=(?:${imageWidths.join('|')}))?$`,
  'i',
)

/**
 * Whether a link may have this target: https, http, mailto, tel, or a path of this origin. Escapes and entities must be
 * decoded.
 */
export const isAllowedTarget = (target: string): boolean => allowedScheme.test(target) && !unprintable.test(target)

/** The lower-case id of an uploaded image; undefined for any other target. */
export const ownImageId = (target: string): string | undefined => ownImage.exec(target)?.[1]?.toLowerCase()
