import type { BoundingBox } from '@kingcar/contract'
import type { Region } from './encode.ts'

type Size = { width: number; height: number }

/** Width by height of a crop: every crop fills the same space in a list, and a plate of two lines fits as well. */
const aspect = 2.5
/** The plate with a margin, so that it can be read even if the box is a little off, and the bumper is visible. */
const marginOfWidth = 1.3
const marginOfHeight = 1.8

/**
 * The region of an image that shows a plate: around the box of the plate, with the aspect of crops if the image is
 * large enough. Returns undefined if the box is empty or not inside of the image.
 */
export function plateRegion({ x, y, width, height }: BoundingBox, image: Size): Region | undefined {
  const [right, bottom] = [Math.min(x + width, image.width), Math.min(y + height, image.height)]
  if (right - x < 1 || bottom - y < 1) return undefined
  const wished = Math.max((right - x) * marginOfWidth, (bottom - y) * marginOfHeight * aspect)
  const [wide, high] = [clamp(wished, image.width), clamp(wished / aspect, image.height)]
  return {
    left: start((x + right - wide) / 2, image.width - wide),
    top: start((y + bottom - high) / 2, image.height - high),
    width: wide,
    height: high,
  }
}

const clamp = (length: number, most: number) => Math.max(1, Math.min(Math.round(length), most))
const start = (wished: number, most: number) => Math.max(0, Math.min(Math.round(wished), most))

/** The same region in a copy of the image of this width. */
export function scaledTo(width: number, region: Region, image: Size): Region {
  const share = width / image.width
  const copy = { width, height: Math.max(1, Math.round(image.height * share)) }
  const [wide, high] = [clamp(region.width * share, copy.width), clamp(region.height * share, copy.height)]
  return {
    left: start(region.left * share, copy.width - wide),
    top: start(region.top * share, copy.height - high),
    width: wide,
    height: high,
  }
}
