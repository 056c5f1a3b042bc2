/**
 * What a reject code means, with a capital: "Refill too soon". The server says it, in the one wording of
 * `reference/reject-codes.ts`.
 */
export function rejectWords(code: string, description: string): string {
  const words = description.trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : `Code ${code}`
}
