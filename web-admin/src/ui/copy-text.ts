/** Copies a text; resolves to whether it was. Browsers offer the clipboard on secure origins alone, and may refuse it. */
export const copyText = async (text: string): Promise<boolean> =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false
