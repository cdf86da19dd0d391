import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'

type RouteBudget = {
  /** What page, scripts and styles of the route may weigh together, gzipped; fonts do not count. */
  kilobytes: number
  /** The modules that it loads beyond the page's own script. */
  modules: string[]
  /** Whether it may download anything of `src/manage`. */
  management: boolean
  /** A module that it downloads when it is there, and what the module's own file may weigh, gzipped. */
  later?: { kilobytes: number; module: string }
}

/** Fails the build when a route's first load is over its budget, or holds what it must not. */
export function firstLoadBudget(routes: Record<string, RouteBudget>): Plugin {
  let folder = ''
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
    async closeBundle() {
      const over: string[] = []
      const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
      for (const [route, budget] of Object.entries(routes)) {
        const files = firstLoad(manifest, budget.modules)
        const management = files.filter((file) => managementFiles.has(file))
        if (!budget.management && management.length > 0) {
          this.error(`${route} downloads management code: ${management.join(', ')}`)
        }

        const judge = async (what: string, weighed: string[], allowed: number) => {
          const sizes = await Promise.all(
            weighed.map(async (file) => gzipSync(await readFile(join(folder, file))).length),
          )
          const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
          const line = `${route}: ${what} ${kilobytes.toFixed(1)} kB of ${allowed} kB, gzipped`
          if (kilobytes > allowed) over.push(line)
          this.info(line)
        }
        await judge('first load', files, budget.kilobytes)
        if (budget.later === undefined) continue
        const { module, kilobytes } = budget.later
        const own = manifest[module]
        if (own === undefined || files.includes(own.file)) this.error(`${route} does not download ${module} later.`)
        else await judge(`later ${module}`, [own.file], kilobytes)
      }
      if (over.length > 0) this.error(over.join('\n'))
    },
  }
}

/** Every file that a browser fetches to show a route: the page, its script and the route's, their imports and styles. */
function firstLoad(manifest: Manifest, modules: string[]): string[] {
  const files = new Set(['index.html'])
  const add = (key: string) => {
    const entry = manifest[key]
    if (entry === undefined) throw new Error(`The manifest knows no ${key}.`)
    if (files.has(entry.file)) return
    files.add(entry.file)
    for (const style of entry.css ?? []) files.add(style)
    entry.imports?.forEach(add)
  }
  add('index.html')
  modules.forEach(add)
  return [...files]
}
