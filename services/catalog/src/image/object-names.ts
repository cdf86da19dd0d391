const imagePrefix = 'images/'

/** Name in the object store of an image's original, or of its copy of this width (pixels). */
export const objectName = (imageId: string, width?: number) => `${imagePrefix}${imageId}/${width ?? 'original'}`

/** The image id in an object name; undefined if the object is not a stored image. */
export function imageIdOf(name: string): string | undefined {
  return name.startsWith(imagePrefix) ? name.split('/')[1] : undefined
}
