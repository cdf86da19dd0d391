// `dist/load.mjs` runs the bundles `dist/<name>.cjs` beside it, using the code that an earlier start compiled. V8
// compiles a function at its first call, and Node's own compile cache holds only what was compiled before the first
// call. Without more, compilation would be a third of the start time. This loader stores the code after the start, in
// the folder of Node's cache.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Milliseconds after which everything that a start needs has been compiled. */
const startTakes = 3_000

/** Checksum of source and code: V8 compares only the length of the source, and trusts the code. */
const checksumOf = (source, code) => crc32(code, crc32(source))

/**
 * Runs a bundle: as the main module of a process (from `dist/<name>.mjs`), or in a test, for its exports.
 * @param {string} name of the bundle
 * @param {boolean} isMain value of `import.meta.main` in the bundle
 * @returns what the bundle's entry module exports
 */
export function load(name, isMain) {
  const path = join(import.meta.dirname, `${name}.cjs`)
  const filename = pathToFileURL(path).href
  const source = readFileSync(path, 'utf8') // not latin1: the bundler keeps Hangul in regular expressions
  const folder = getCompileCacheDir() // for this version of Node; undefined if caching is off
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
    return undefined // missing or truncated
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
    // If the folder is full or not writable, the only effect is a slower next start.
  }
}
