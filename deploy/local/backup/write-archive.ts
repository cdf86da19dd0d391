import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { encrypt } from './encryption.ts'
import { type Content, type Manifest, manifestName } from './manifest.ts'
import { checkArchive, findArchive } from './read-archive.ts'

/**
 * Writes a backup: a tar of parts, compressed with gzip and, with a passphrase, encrypted in the age format. The file gets its
 * name only when it is on the disk and was verified. Only its owner can read it.
 */
export type ArchiveWriter = AsyncDisposable & {
  /** Appends bytes to a content, such as `tables/orders.orders`. */
  add(content: string, data: Uint8Array): Promise<void>
  /** Writes the buffered bytes of a content. */
  flush(content: string): Promise<void>
  /** Writes the manifest, verifies the file and gives it its name. */
  finish(manifest: Omit<Manifest, 'contents'>): Promise<{ bytes: number }>
}

/** Bytes of a part. A tar entry begins with its size, and the size of a table is unknown before it is read. */
const partSize = 4 * 2 ** 20
const ownersAlone = 0o600
/** Milliseconds since its last write after which an unfinished file counts as abandoned. */
const abandonedAfter = 3_600_000

type Part = { waiting: Uint8Array[]; size: number; parts: number; bytes: number; hash: Hash }

export async function openArchive(file: string, passphrase: string | undefined): Promise<ArchiveWriter> {
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  await removeAbandoned(dirname(file))
  const remove = () => rmSync(unfinished, { force: true })
  process.on('exit', remove) // an interrupted backup must not leave secrets behind
  const tar = pack()
  const compressed = createGzip({ level: constants.Z_BEST_SPEED })
  const compressing = pipeline(tar, compressed)
  const written = passphrase === undefined ? compressed : await encrypt(compressed, passphrase)
  const writing = pipeline(written, createWriteStream(unfinished, { flags: 'wx', mode: ownersAlone }))
  const all = Promise.all([compressing, writing])
  all.catch(() => undefined) // `add` throws it
  const contents = new Map<string, Part>()

  /** Writes an entry; resolves when the tar accepts the next one. */
  const put = (name: string, data: Uint8Array) =>
    Promise.race([
      all,
      new Promise<void>((resolve, reject) => {
        const header = { name, size: data.length, mode: ownersAlone }
        const entry = tar.entry(header, (error) => (error ? reject(error) : resolve()))
        entry.on('error', reject) // a full disk ends the entry that is being written
        entry.end(data)
      }),
    ])

  async function flush(content: string): Promise<void> {
    const part = contents.get(content)
    if (!part || part.size === 0) return
    const data = Buffer.concat(part.waiting)
    part.waiting = []
    part.size = 0
    part.parts += 1
    await put(`${content}/${String(part.parts).padStart(6, '0')}`, data)
  }

  return {
    async add(content, data) {
      const part = contents.get(content) ?? { waiting: [], size: 0, parts: 0, bytes: 0, hash: createHash('sha256') }
      contents.set(content, part)
      part.waiting.push(data)
      part.size += data.length
      part.bytes += data.length
      part.hash.update(data)
      if (part.size >= partSize) await flush(content)
    },
    flush,
    async finish(manifest) {
      for (const content of contents.keys()) await flush(content)
      const sums = [...contents].flatMap(([name, { bytes, hash }]): [string, Content][] =>
        bytes > 0 ? [[name, { bytes, sha256: hash.digest('hex') }]] : [],
      )
      const whole: Manifest = { ...manifest, contents: Object.fromEntries(sums) }
      await put(manifestName, Buffer.from(`${JSON.stringify(whole, undefined, 1)}\n`))
      tar.finalize()
      await all
      const bytes = await synced(unfinished)
      await checkArchive(await findArchive(unfinished, passphrase), [])
      await rename(unfinished, file)
      await synced(dirname(file))
      return { bytes }
    },
    async [Symbol.asyncDispose]() {
      tar.destroy()
      await all.catch(() => undefined)
      remove()
      process.off('exit', remove)
    },
  }
}

/** Removes unfinished files of killed processes, since they contain secrets. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((each) => /^kingcar-.*\.part$/.test(each))) {
    const file = join(folder, name)
    if (Date.now() - (await stat(file)).mtimeMs > abandonedAfter) await rm(file, { force: true })
  }
}

/** Waits until a file or folder is on the disk. */
async function synced(path: string): Promise<number> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle?.close()
  }
}
