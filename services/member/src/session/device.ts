type Names = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts, because browsers also name other browsers with which they are compatible. */
const browsers: Names = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Whale', /\bWhale\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const systems: Names = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: Names, text: string) => names.find(([, pattern]) => pattern.test(text))?.[0]

/**
 * Browser and system by a `User-Agent`, such as `Chrome, Windows`. The header itself is not stored.
 * @returns null if neither is known
 */
export function deviceOf(userAgent = ''): string | null {
  const known = [browsers, systems].flatMap((names) => nameIn(names, userAgent) ?? [])
  return known.length === 0 ? null : known.join(', ')
}
