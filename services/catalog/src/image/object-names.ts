const imagePrefix = 'images/'

/** What the object store calls a picture, or a smaller one of this width in pixels. */
export const objectName = (imageId: string, width?: number) => `${imagePrefix}${imageId}/${width ?? 'original'}`

/** Whose object it is; undefined where it is no picture that was taken in. */
export function imageIdOf(name: string): string | undefined {
  return name.startsWith(imagePrefix) ? name.split('/')[1] : undefined
}
