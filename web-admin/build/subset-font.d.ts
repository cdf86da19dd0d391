declare module 'subset-font' {
  /** A font with some characters of another one, and nothing else. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      /** Four letters each; by default all. */
      keepFeatures: readonly string[]
    },
  ): Promise<Buffer>
}
