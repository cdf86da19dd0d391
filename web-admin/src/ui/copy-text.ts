/** Copies a text; resolves to whether that worked. Browsers offer the clipboard on secure origins only, and may refuse it. */
export const copyText = async (text: string): Promise<boolean> =>
  (await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )) ?? false
