import { usDate } from '#platform/dates/day.ts'
import { Note } from '#platform/ui/display/note.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { authorityInWords } from './authorities.ts'

/** What the determination that holds means for the form it stands over. */
export function DeterminationLine({ of, form }: { of: AuthDetail['determination']; form: 'approve' | 'reject' }) {
  if (!of) return null
  const said = `${authorityInWords(of.kind)} ${of.result === 'DENIED' ? 'denied' : 'granted'} this on ${usDate(of.determinedOn)}.`
  const means =
    form === 'reject'
      ? of.result === 'DENIED' && (of.kind === 'UR' || of.kind === 'IMR')
        ? 'Where the state leaves denials to reviewers, a reviewer rejects it.'
        : ''
      : of.result === 'DENIED'
        ? 'It may still be approved.'
        : 'Dates, drug level, fills and amounts are as determined.'
  return (
    <Note tone={of.result === 'DENIED' ? 'amber' : 'teal'}>
      <b>{said}</b> {means}
    </Note>
  )
}
