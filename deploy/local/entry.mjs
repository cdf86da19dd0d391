// `dist/<name>.mjs`, which runs the bundle `dist/<name>.cjs` beside it with the code that an earlier start has compiled.
// V8 compiles a function when it is first called, and Node's own cache holds only what was compiled before the first one
// ran. So a third of a start goes into compiling, which is kept here when a start is over, in the folder of that cache.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Milliseconds from here until all that a start needs has been compiled. */
const startTakes = 3_000

const path = import.meta.filename.replace(/\.mjs$/, '.cjs')
const filename = pathToFileURL(path).href
const source = readFileSync(path, 'latin1') // the bundle is in ASCII
const folder = getCompileCacheDir() // of this version of Node; undefined where nothing is to be kept
const cache = folder && join(folder, `${basename(path)}.${crc32(path).toString(16)}`)

/** Of source and code together: V8 tells sources apart by their length alone, and believes the code that it is given. */
const checksumOf = (code) => crc32(code, crc32(source))

function readCompiled() {
  try {
    const kept = readFileSync(cache)
    const code = kept.subarray(4)
    return kept.readUInt32LE() === checksumOf(code) ? code : undefined
  } catch {
    return undefined // there is none yet, or it was cut short
  }
}

function keepCompiled() {
  const code = script.createCachedData()
  const head = Buffer.alloc(4)
  head.writeUInt32LE(checksumOf(code))
  const part = `${cache}.${process.pid}`
  try {
    writeFileSync(part, Buffer.concat([head, code]), { mode: 0o600 })
    renameSync(part, cache)
  } catch {
    // A folder that is full, or closed to us, makes the next start slower and nothing else.
  }
}

const cachedData = cache && readCompiled()
const script = new Script(source, {
  filename,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
script.runInThisContext()(createRequire(path), filename)
if (cache && (!cachedData || script.cachedDataRejected)) setTimeout(keepCompiled, startTakes).unref()
