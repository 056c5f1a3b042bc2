/** A reason in words: what was typed, else the list's. */
export const reasonWords = (
  id: number | undefined,
  text: string | undefined,
  of: readonly { id: number; reason: string }[],
): string => text?.trim() || of.find((one) => one.id === id)?.reason || ''
