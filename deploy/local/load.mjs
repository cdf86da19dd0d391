// `dist/load.mjs` runs the bundles `dist/<name>.cjs` beside it with the code that an earlier start has compiled. V8 compiles
// a function when it is first called, and Node's own cache holds only what was compiled before the first one ran. So a
// third of a start goes into compiling, which is kept here when a start is over, in the folder of that cache.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Milliseconds from here until all that a start needs has been compiled. */
const startTakes = 3_000

/** Of source and code together: V8 tells sources apart by their length alone, and believes the code that it is given. */
const checksumOf = (source, code) => crc32(code, crc32(source))

/**
 * Runs a bundle: `dist/<name>.mjs` as the main module of a process, a test for what it exports.
 * @param {string} name of the bundle
 * @param {boolean} isMain what `import.meta.main` is within it
 * @returns what the bundle's entry module exports
 */
export function load(name, isMain) {
  const path = join(import.meta.dirname, `${name}.cjs`)
  const filename = pathToFileURL(path).href
  const source = readFileSync(path, 'utf8') // the bundler leaves regular expressions as they are written, in Hangul too
  const folder = getCompileCacheDir() // of this version of Node; undefined where nothing is to be kept
  const cache = folder && join(folder, `${name}.cjs.${crc32(path).toString(16)}`)
  const cachedData = cache && readCompiled(cache, source)
  const script = new Script(source, {
    filename,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const exported = script.runInThisContext()(createRequire(path), filename, isMain)
  if (cache && (!cachedData || script.cachedDataRejected))
    setTimeout(() => keepCompiled(cache, source, script.createCachedData()), startTakes).unref()
  return exported
}

function readCompiled(cache, source) {
  try {
    const kept = readFileSync(cache)
    const code = kept.subarray(4)
    return kept.readUInt32LE() === checksumOf(source, code) ? code : undefined
  } catch {
    return undefined // there is none yet, or it was cut short
  }
}

function keepCompiled(cache, source, code) {
  const head = Buffer.alloc(4)
  head.writeUInt32LE(checksumOf(source, code))
  const part = `${cache}.${process.pid}`
  try {
    writeFileSync(part, Buffer.concat([head, code]), { mode: 0o600 })
    renameSync(part, cache)
  } catch {
    // A folder that is full, or closed to us, makes the next start slower and nothing else.
  }
}
