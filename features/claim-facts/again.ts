import type { Facts } from '#features/authorizations/facts.ts'
import type { FirstApproval } from '#features/authorizations/rows.ts'
import type { examinedColumns } from '#features/new-authorization/prepare.ts'

// What an open request is once a fact of its claim changed: the rules look at it again as it was last billed.

type Now = ReturnType<typeof examinedColumns>
/** `words`: what the log says of it; null where the same codes stop it. */
export type Again = { words: string; stops: boolean } | null

const codesOf = (rejects: readonly { rejectCode: string }[]): string[] =>
  [...new Set(rejects.map(({ rejectCode }) => rejectCode))].toSorted()
const saying = (rejects: readonly { rejectCode: string; message?: string }[]): string =>
  rejects
    .map(({ rejectCode, message }) => `${rejectCode} ${message ?? ''}`)
    .toSorted()
    .join('|')

export function againOf(before: Pick<Facts, 'rejects'>, after: Pick<Now, 'rejects'>): Again {
  if (saying(before.rejects) === saying(after.rejects)) return null
  const [was, is] = [codesOf(before.rejects), codesOf(after.rejects)]
  if (is.length === 0)
    return { words: 'Nothing stops it any more: it pays when the pharmacy sends it again', stops: false }
  const more = is.filter((code) => !was.includes(code))
  const gone = was.filter((code) => !is.includes(code))
  const parts = [
    more.length > 0 ? `${more.join(', ')} ${more.length === 1 ? 'stops' : 'stop'} it now` : '',
    gone.length > 0 ? `${gone.join(', ')} ${gone.length === 1 ? 'does' : 'do'} not stop it any more` : '',
  ].filter(Boolean)
  const text = parts.join(', ') || `${is.join(', ')} still ${is.length === 1 ? 'stops' : 'stop'} it, for another reason`
  return { words: text, stops: true }
}

/** Whether the first of two approvals did not see what stops it now. */
export const isVoid = (
  first: Pick<FirstApproval, 'codes' | 'waitsFor'> | null,
  before: Pick<Facts, 'rejects'>,
  after: Pick<Now, 'rejects'>,
): boolean =>
  first !== null &&
  codesOf(after.rejects).some((code) => ![...codesOf(before.rejects), ...first.codes, ...first.waitsFor].includes(code))
