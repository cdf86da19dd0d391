import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'webp'

/** A street picture as from a camera, with its GPS position. */
export const picture = (format: Format, width = 1_920, height = 1_080): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#456' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 30/1 0/1' }, IFD0: { Make: 'CAMERA-OF-THE-GATE' } })
    .toFormat(format)
    .toBuffer()

/** Metadata of a picture. */
export const describe = async (file: Buffer) => {
  const { format, width, height, exif, xmp, icc } = await sharp(file).metadata()
  return { format, width, height, metadata: exif ?? xmp ?? icc }
}

/** A multipart body for `fetch`: each part is a text or a file. */
export function formOf(
  ...parts: [name: string, content: string | Buffer, filename?: string, type?: string][]
): FormData {
  const form = new FormData()
  for (const [name, content, filename, type = 'image/jpeg'] of parts) {
    if (typeof content === 'string' && filename === undefined) form.append(name, content)
    else
      form.append(
        name,
        new Blob([typeof content === 'string' ? content : Uint8Array.from(content)], { type }),
        filename ?? 'a.jpg',
      )
  }
  return form
}

/** Stores the row of an administrator's picture without its bytes; returns its id. */
export async function addPicture(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into catalog.images (id, owner_kind, owner_id, content_type, width, height, bytes, widths)
    values (uuidv7(), 'admin', ${randomUUID()}, 'image/jpeg', 700, 500, 1, '{}') returning id`
  if (!row) throw new Error('insert returned no row')
  return row.id
}
