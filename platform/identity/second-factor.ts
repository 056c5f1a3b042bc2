/** What a token must show of a second factor: one of these contexts, or one of these methods (OpenID Connect Core 2). */
export type SecondFactor = { acr: readonly string[]; amr: readonly string[] }

/** Whether the token shows the second factor that is asked for; null where none is. */
export function showsSecondFactor(
  asked: SecondFactor | undefined,
  shown: { acr: string | null; amr: readonly string[] },
): boolean | null {
  if (!asked) return null
  return (shown.acr !== null && asked.acr.includes(shown.acr)) || shown.amr.some((method) => asked.amr.includes(method))
}
