import { useState } from 'react'
import { phoneHref } from '#platform/brand.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { spanWords, timeLeft } from '#features/deadlines/timer.ts'
import { usDate } from '#platform/dates/day.ts'
import { isoOf } from '#platform/dates/instant.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconExport } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { saveTranscript } from './chat-ended.tsx'
import css from './console.module.css'
import type { Conversation } from './contract.ts'
import { pageOf, solvedWords } from './labels.ts'
import { MOST_MESSAGE } from './limits.ts'

type ChatDetailsProps = {
  of: Pick<Conversation, 'email' | 'context' | 'notes' | 'startedAt' | 'lookingAt' | 'earlier' | 'chatEnded'>
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

type LookingAtProps = { at: Conversation['lookingAt']; page: { href: string; words: string }; now: number }
/** The request or patient on the page of the user, with the way to it. */
function LookingAt({ at, page, now }: LookingAtProps) {
  const link = (words: string) => (
    <a href={page.href} target="_blank" rel="noopener" className={css.address}>
      {words}
    </a>
  )
  if (!at) return <p>{link(page.words)}</p>
  const left = at.dueAt === null ? undefined : timeLeft(at.dueAt, isoOf(now))
  return (
    <>
      <div className={css.looking}>
        <b>{link(at.drug ?? at.patient)}</b>
        <small>
          {at.drug !== null && `${at.patient} · `}
          {at.claimNumber}
        </small>
        {(left !== undefined || at.rejectCodes.length > 0) && (
          <p>
            {left && (
              <Badge tone={left.tone === 'overdue' ? 'red' : left.tone === 'soon' ? 'amber' : 'neutral'}>
                {left.words}
              </Badge>
            )}
            {at.rejectCodes.map((code) => (
              <Badge key={code}>{code}</Badge>
            ))}
          </p>
        )}
      </div>
      <Facts
        of={[
          ...(at.pharmacy === null ? [] : [['Pharmacy', at.pharmacy] as const]),
          ...(at.pharmacyPhone === null
            ? []
            : [
                [
                  'Phone',
                  <a key="phone" href={phoneHref(at.pharmacyPhone)}>
                    {at.pharmacyPhone}
                  </a>,
                ] as const,
              ]),
          ...(at.injured === null ? [] : [['Injured', usDate(at.injured)] as const]),
        ]}
      />
    </>
  )
}

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
      </section>
      {page && !of.chatEnded && (
        <section>
          <h3>They are looking at</h3>
          <LookingAt at={of.lookingAt} page={page} now={now} />
        </section>
      )}
      {of.earlier.length > 0 && (
        <section>
          <h3>Earlier chats</h3>
          <ul className={css.notes}>
            {of.earlier.map((one) => (
              <li key={one.chatId} className={css.earlier}>
                <span>
                  {one.reason}
                  <small>
                    {whenWords(one.startedAt, person.timeZone, now)},{' '}
                    {spanWords(Date.parse(one.endedAt) - Date.parse(one.startedAt))}
                    {one.rating !== null && `, ${solvedWords[one.rating]}`}
                  </small>
                </span>
                <IconButton
                  icon={iconExport}
                  size="small"
                  plain
                  label={`Save the transcript of ${one.reason}, ${whenWords(one.startedAt, person.timeZone, now)}`}
                  onClick={() => void saveTranscript(one.chatId)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
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
