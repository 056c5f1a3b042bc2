import { useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import css from './console.module.css'
import type { Conversation } from './contract.ts'
import { pageOf } from './labels.ts'
import { MOST_MESSAGE } from './limits.ts'

type ChatDetailsProps = {
  of: Pick<Conversation, 'email' | 'context' | 'notes' | 'startedAt'>
  /** The address of the claim that was named. */
  claim: string | undefined
  onNote: (note: string) => Promise<void>
}

const labels: readonly (readonly [key: string, label: string])[] = [
  ['patientName', 'Patient'],
  ['claimNumber', 'Claim'],
  ['patientDOI', 'Injured'],
  ['patientSSN', 'SSN'],
]

/** Beside a chat: who writes, what it is about, the page the user is on, and the notes of agents. */
export function ChatDetails({ of, claim, onNote }: ChatDetailsProps) {
  const { person } = useUser()
  const now = useNow()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const { context } = of
  const page = pageOf(context['endpoint'] ?? '')
  const about = labels.flatMap(([key, label]) => {
    const value = context[key]
    return value === undefined ? [] : [[label, value] as const]
  })
  const over = [...note].length > MOST_MESSAGE
  return (
    <aside className={css.details} aria-label="About this chat">
      <section>
        <h3>Person</h3>
        <Facts
          of={[
            ['E-mail', of.email],
            ['Client', context['clientName']],
            ['Started', whenWords(of.startedAt, person.timeZone, now)],
          ]}
        />
      </section>
      <section>
        <h3>About</h3>
        {about.length > 0 ? <Facts of={about} /> : <p className="muted">No claim was given.</p>}
        {claim !== undefined && (
          <a href={claim} target="_blank" rel="noopener">
            Open the patient
          </a>
        )}
        {page && (
          <p>
            On the page{' '}
            <a href={page.href} target="_blank" rel="noopener" className={css.address}>
              {page.words}
            </a>
          </p>
        )}
      </section>
      <section>
        <h3>Private notes</h3>
        {of.notes.length > 0 && (
          <ul className={css.notes}>
            {of.notes.map((one) => (
              <li key={one.noteId}>
                <p>{one.text}</p>
                <small>
                  {one.by}, {whenWords(one.at, person.timeZone, now)}
                </small>
              </li>
            ))}
          </ul>
        )}
        <TextArea
          label="Note"
          hint="Only agents see this."
          rows={3}
          limit={MOST_MESSAGE}
          value={note}
          onChange={setNote}
        />
        <Button
          size="small"
          busy={busy}
          busyLabel="Saving"
          disabled={note.trim() === '' || over}
          onClick={() => {
            setBusy(true)
            void onNote(note).then(() => {
              setBusy(false)
              setNote('')
            })
          }}
        >
          Save note
        </Button>
      </section>
    </aside>
  )
}
