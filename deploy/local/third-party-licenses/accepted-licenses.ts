/** What may be part of a product whose source stays closed: each asks for no more than its text and its authors' names. */
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
 * What may lie beside it as a library of its own, loaded while it runs and not changed, so that anybody can put another in its
 * place: libvips, which sharp loads.
 */
const acceptedBeside = ['LGPL-3.0-or-later']

/**
 * Whether the product may be made of what an expression of SPDX says. Of a choice one is enough.
 * @param beside for a package that is shipped whole, beside the bundles
 */
export function mayShip(expression: string, beside = false): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  const fits = (licence: string) => accepted.includes(licence) || (beside && acceptedBeside.includes(licence))
  return choices.some((choice) => choice.split(' AND ').every(fits))
}
