import { noticesOf } from '@kingcar/deploy/notices/notices'
import { packagesOf } from '@kingcar/deploy/notices/packages'
import type { Plugin } from 'vite'

/** Writes `licenses.txt`: who made what came into the scripts, styles and fonts of the console, and under which licence. */
export const thirdPartyLicenses = (): Plugin => ({
  name: 'notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
    // Of styles, and the fonts that they name, no script is left.
    const shipped = modules.filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(?:\?|$)/.test(id))
    const source = noticesOf('What the console of KingCar is made of', packagesOf(shipped.map(([id]) => id)))
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
  },
})
