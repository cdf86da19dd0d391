import 'react'

declare module 'react' {
  /** Custom properties, with which a component passes numbers to its stylesheet. */
  interface CSSProperties {
    [property: `--${string}`]: string | number
  }
}
