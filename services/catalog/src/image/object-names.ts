const imagePrefix = 'images/'

/** Name in the object store of an image's original, of its copy of this width (pixels), or of a crop. */
export const objectName = (imageId: string, variant: number | string = 'original') =>
  `${imagePrefix}${imageId}/${variant}`

/** The image id in an object name; undefined if the object is not a stored image. */
export function imageIdOf(name: string): string | undefined {
  return name.startsWith(imagePrefix) ? name.split('/')[1] : undefined
}
