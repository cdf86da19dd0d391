/** Licences of packages that may be bundled into a closed-source product: they only require their text and authors to be shown. */
const accepted = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]
/**
 * Licences of unchanged, dynamically loaded libraries beside the bundles, which a user can replace: libvips, which sharp loads.
 */
const acceptedBeside = ['LGPL-3.0-or-later']

/**
 * True if the product may ship a package with this SPDX expression; of a choice (`OR`) one accepted licence is enough.
 * @param beside the package is shipped unchanged beside the bundles
 */
export function mayShip(expression: string, beside = false): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  const fits = (licence: string) => accepted.includes(licence) || (beside && acceptedBeside.includes(licence))
  return choices.some((choice) => choice.split(' AND ').every(fits))
}
