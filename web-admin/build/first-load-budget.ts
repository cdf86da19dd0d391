import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'

type RouteBudget = {
  /** Maximum total size of page, scripts and styles, gzipped, in kB (1000 bytes). */
  kilobytes: number
  /** Maximum total size of these and of the font, in kB. */
  withFont: number
  /** Modules that the route loads in addition to the entry script. */
  modules: string[]
  /** Whether the route may download code of `src/manage`. */
  management: boolean
  /** A lazily loaded module, and the maximum size of its own chunk, gzipped. */
  later?: { kilobytes: number; module: string }
}

/** Fails the build when the first load of a route exceeds its budget or contains code that it must not contain. */
export function firstLoadBudget(routes: Record<string, RouteBudget>, fontBytes: () => number): Plugin {
  let folder = ''
  let isWritten = false
  const managementFiles = new Set<string>()
  return {
    name: 'first-load-budget',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/src/manage/'))) {
          managementFiles.add(chunk.fileName)
        }
      }
    },
    writeBundle() {
      isWritten = true
    },
    async closeBundle() {
      if (!isWritten) return // the build has failed already
      const over: string[] = []
      const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
      for (const [route, budget] of Object.entries(routes)) {
        const files = firstLoad(manifest, budget.modules)
        const management = files.filter((file) => managementFiles.has(file))
        if (!budget.management && management.length > 0) {
          this.error(`${route} downloads management code: ${management.join(', ')}`)
        }

        const check = async (what: string, weighed: string[], allowed: number, fonts = 0) => {
          const sizes = await Promise.all(
            weighed.map(async (file) => gzipSync(await readFile(join(folder, file))).length),
          )
          const kilobytes = sizes.reduce((sum, size) => sum + size, fonts) / 1000
          const line = `${route}: ${what} ${kilobytes.toFixed(1)} kB of ${allowed} kB, gzipped`
          if (kilobytes > allowed) over.push(line)
          this.info(line)
        }
        await check('first load', files, budget.kilobytes)
        await check('first load with the font', files, budget.withFont, fontBytes())
        if (budget.later === undefined) continue
        const { module, kilobytes } = budget.later
        const chunk = manifest[module]
        if (chunk === undefined || files.includes(chunk.file)) this.error(`${route} does not load ${module} lazily.`)
        else await check(`later ${module}`, [chunk.file], kilobytes)
      }
      if (over.length > 0) this.error(over.join('\n'))
    },
  }
}

/** All files that a browser downloads to show a route: the page, the entry script, the route's modules, their imports and styles. */
function firstLoad(manifest: Manifest, modules: string[]): string[] {
  const files = new Set(['index.html'])
  const add = (key: string) => {
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`${key} is not in the manifest.`)
    if (files.has(entry.file)) return
    files.add(entry.file)
    for (const style of entry.css ?? []) files.add(style)
    entry.imports?.forEach(add)
  }
  add('index.html')
  modules.forEach(add)
  return [...files]
}
