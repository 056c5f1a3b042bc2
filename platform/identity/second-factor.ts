/** What a token must show of a second factor: one of these contexts, or one of these methods (OpenID Connect Core 2). */
export type SecondFactor = { acr: readonly string[]; amr: readonly string[] }

/** Whether the token shows the second factor that is asked for; null where none is. */
export function showsSecondFactor(
  required: SecondFactor | undefined,
  shown: { acr: string | null; amr: readonly string[] },
): boolean | null {
  if (!required) return null
  return (
    (shown.acr !== null && required.acr.includes(shown.acr)) ||
    shown.amr.some((method) => required.amr.includes(method))
  )
}
