import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const compressible = /\.(?:html|js|css|svg|webmanifest|txt)$/
/** Bytes. Below that, compression saves no network packet. */
const minSize = 1024

/** Writes a `.br` and a `.gz` copy of each text file, so that the server does not compress at run time. */
export function precompress(): Plugin {
  let folder = ''
  let isWritten = false
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      if (!isWritten) return // the build has failed already
      const files = await readdir(folder, { recursive: true })
      for (const file of files.filter((name) => compressible.test(name))) {
        const path = join(folder, file)
        const bytes = await readFile(path)
        if (bytes.length < minSize) continue
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
        await writeFile(`${path}.br`, await brotli(bytes, quality))
        await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }))
      }
    },
  }
}
