import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import manifest from '../package.json' with { type: 'json' }

export type Peer = AsyncDisposable & { pid: number; url: string }

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** CommonJS packages ask for `require`, which a module has not. */
const banner = `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`

/** Bundles a peer as the product is bundled, starts it, and waits for its line `ready [url]`. */
export async function startPeer(name: string, environment: Record<string, string> = {}): Promise<Peer> {
  // beside node_modules' own cache, so that the packages outside the bundle are found
  const file = join(root, 'node_modules', '.cache', 'kingcar-bench', `${name}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: Object.keys(manifest.dependencies).filter((name) => !name.startsWith('@kingcar/')),
    banner: { js: banner },
    logLevel: 'error',
  })
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(text)
    if (/^ready.*\n/m.test(output)) break
  }
  const ready = /^ready ?(.*)\n/m.exec(output)
  if (!ready) throw new Error(`peer ${name} did not start: ${output}`)
  return {
    pid: child.pid as number,
    url: ready[1] as string,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}
