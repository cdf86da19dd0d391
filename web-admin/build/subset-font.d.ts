declare module 'subset-font' {
  /** A font with some characters of another font only. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      /** Feature names of four letters; by default all features. */
      keepFeatures: readonly string[]
    },
  ): Promise<Buffer>
}
