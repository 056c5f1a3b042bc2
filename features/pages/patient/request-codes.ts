import type { AuthRow } from '#features/authorizations/contract.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'

/** The reject codes of a request with their meaning, each once: two drug interactions share one code. */
export const codesOf = ({ rejects }: Pick<AuthRow, 'rejects'>): { code: string; words: string }[] =>
  [...new Map(rejects.map((one) => [one.rejectCode, rejectWords(one.rejectCode, one.description)]))].map(
    ([code, words]) => ({ code, words }),
  )
