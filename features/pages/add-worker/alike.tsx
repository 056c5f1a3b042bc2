import type { Duplicate } from '#features/eligibility/contract.ts'
import { EXACT, MOST_POINTS } from '#features/eligibility/duplicates.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconWarning } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { plural } from '#platform/text/plural.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import css from './add-worker.module.css'
import type { OnFile } from './typed.ts'

type AlikeProps = {
  /** Workers on file, those most alike first. */
  people: readonly Duplicate[]
  /** The carrier's word for the patient. */
  word: string
  onSame: (one: OnFile) => void
  reason: string
  reasonId: string
  error: string | undefined
  onReason: (text: string) => void
}

/** Patients on file who look like the one that is typed: it is one of them, or somebody else for a reason. */
export function Alike({ people, word, onSame, reason, reasonId, error, onReason }: AlikeProps) {
  return (
    <Card title="Already on file?" sub={plural(people.length, word.toLowerCase())}>
      <div className={css.form}>
        <Note tone="amber" role="status">
          <b>{people.length === 1 ? `A ${word.toLowerCase()} on file looks alike.` : `${word}s on file look alike.`}</b>{' '}
          Choose the same person, and the claim is added to them. Otherwise say why this is somebody else.
        </Note>
        <ul className={css.people}>
          {people.map((one) => {
            const name = `${one.firstName} ${one.lastName}`
            return (
              <li key={one.claimantId}>
                <span>
                  <b>{name}</b>
                  <small>
                    Born {usDate(one.dob)} · Claim {one.claimNumber} · Injured {usDate(one.doi)} · Patient ID{' '}
                    {one.patientId}
                  </small>
                  <Badge
                    tone={one.score >= EXACT ? 'red' : 'amber'}
                    icon={one.score >= EXACT ? iconAlert : iconWarning}
                  >
                    {one.score >= EXACT ? 'Likely the same' : 'Possibly the same'}: {one.score} of {MOST_POINTS} points
                  </Badge>
                </span>
                <Button size="small" aria-label={`Same person: ${name}, ${one.patientId}`} onClick={() => onSame(one)}>
                  Same person
                </Button>
              </li>
            )
          })}
        </ul>
        <TextArea
          label="Somebody else, because"
          id={reasonId}
          error={error}
          hint="Logged with the claim."
          value={reason}
          onChange={onReason}
          limit={500}
        />
      </div>
    </Card>
  )
}
