import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress, type ClaimPlace } from '#features/claims/patient-address.ts'
import { timeIn } from '#platform/dates/zone.ts'
import { exactWords, timeWords } from '#platform/dates/words.ts'
import { iconFile } from '#platform/ui/display/icons.ts'
import { Tile } from '#platform/ui/display/tile.tsx'
import folds from '#platform/ui/display/disclosure.module.css'
import type { Entry } from './contract.ts'
import { kindLooks } from './timeline-words.ts'
import css from './timeline.module.css'

type EntryProps = { entry: Entry; patient: ClaimPlace; zone: string }

/** A line: when, what happened, to what, and who did it. */
export function TimelineEntry({ entry, patient, zone }: EntryProps) {
  const look = kindLooks[entry.kind]
  const exact = exactWords(entry.at, zone)
  return (
    <li
      className={css.entry}
      data-line=""
      tabIndex={-1}
      onKeyDown={(event) => {
        // Enter on the line itself opens what it leads to.
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return
        event.currentTarget.querySelector('a')?.click()
      }}
    >
      <Tile size="small" icon={entry.documentId ? iconFile : look.icon} tone={look.tone} />
      <span className={css.what}>
        <span>
          <span className="sr-only">{look.one}: </span>
          {entry.about && <b>{entry.about}</b>} {entry.text}
        </span>
        <small>
          {entry.who}
          {entry.authorizationId && (
            <>
              {' · '}
              <Link href={requestPath(entry.authorizationId)}>Open request</Link>
            </>
          )}
          {entry.documentId && (
            <>
              {' · '}
              <Link href={`${patientAddress(patient, 'documents')}?document=${entry.documentId}`}>Open document</Link>
            </>
          )}
        </small>
      </span>
      <time className={css.time} dateTime={entry.at} title={exact}>
        {timeWords(timeIn(Date.parse(entry.at), zone))}
      </time>
    </li>
  )
}

/** Views that follow each other, shown on demand. */
export function ViewsInARow({ entries, patient, zone }: Omit<EntryProps, 'entry'> & { entries: readonly Entry[] }) {
  const who = [...new Set(entries.map((entry) => entry.who))]
  const words = who.length > 2 ? `${who.length} people` : who.join(' and ')
  return (
    <li className={css.fold}>
      <details className={folds.disclosure}>
        <summary data-line="">
          {entries.length} views by {words}
        </summary>
        <ol className={css.entries}>
          {entries.map((entry) => (
            <TimelineEntry key={entry.entryId} {...{ entry, patient, zone }} />
          ))}
        </ol>
      </details>
    </li>
  )
}
