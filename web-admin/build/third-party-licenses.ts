import { licensesFile } from '@kingcar/deploy/third-party-licenses/licenses-file'
import { packagesOf } from '@kingcar/deploy/third-party-licenses/packages'
import type { Plugin } from 'vite'

/** Writes `licenses.txt`: authors and licences of the third-party code, styles and fonts in the console. */
export const thirdPartyLicenses = (): Plugin => ({
  name: 'notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
    // Styles, and the fonts that they import, leave no code in the chunk (`renderedLength` is 0).
    const shipped = modules.filter(([id, { renderedLength }]) => renderedLength > 0 || /\.css(?:\?|$)/.test(id))
    const source = licensesFile('Third-party software in the console of KingCar', packagesOf(shipped.map(([id]) => id)))
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
  },
})
