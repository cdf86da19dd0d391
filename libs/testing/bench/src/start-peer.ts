import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import { build } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }

export type Peer = AsyncDisposable & { pid: number; url: string }

/** CommonJS packages call `require`, which a module does not have. */
const banner = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`

/** The folder of bundles; in node_modules, so that packages outside of a bundle are found. */
export const cache = join(import.meta.dirname, '../node_modules/.cache')

/** Bundles a peer as the product is bundled, and returns the bundle's path. */
export async function bundlePeer(name: string): Promise<string> {
  const file = join(cache, `${name}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(manifest.dependencies),
    banner: { js: banner },
    logLevel: 'error',
  })
  return file
}

/** Bundles a peer, starts it, and waits for its line `ready [url]`. It ends with this process in any case. */
export const startPeer = async (name: string, environment: Record<string, string> = {}): Promise<Peer> =>
  startPeerBundle(await bundlePeer(name), environment)

/** Starts a bundle of `bundlePeer`, as `startPeer` does. */
export async function startPeerBundle(file: string, environment: Record<string, string> = {}): Promise<Peer> {
  const output: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const child = startChild({
    command: process.execPath,
    args: [file],
    env: { ...process.env, ...environment, NODE_ENV: 'production' },
    onLine(line) {
      output.push(line)
      const url = /^ready ?(.*)$/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    },
  })
  const url = await Promise.race([ready, child.exited.then(() => undefined)])
  if (url === undefined) throw new Error(`${basename(file)} did not start: ${output.join('\n')}`)
  return {
    pid: child.pid,
    url,
    async [Symbol.asyncDispose]() {
      child.signal('SIGKILL')
      await child.exited
    },
  }
}
