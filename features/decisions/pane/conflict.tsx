import { useEffect, useRef } from 'react'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { iconCopy } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { decisionWords } from '#features/authorizations/in-words.ts'
import { isComplete } from '#features/authorizations/statuses.ts'
import css from '../decision.module.css'
import { otherChangeWords, type OtherChange } from './conflict.ts'

export type ConflictProps = {
  other: OtherChange
  /** Who handed it over to where it is now. */
  sentBy: string | null
  /** What this person meant to do, line by line. */
  mine: readonly string[]
  form: 'approve' | 'reject'
  zone: string
  now: number
  /** Keeps the other user's decision and drops this user's input. */
  onKeepOther: () => void
  /** Back to the form, on the request as it is now. */
  onLookAgain: () => void
}

/** Somebody else changed the request first: their decision beside this user's input, which can be copied. */
export function Conflict({ other, sentBy, mine, form, zone, now, onKeepOther, onLookAgain }: ConflictProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const decided = isComplete(other.statusId)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(mine.join('\n'))
      announce('Copied. Paste it into a note.')
    } catch {
      announce('Copying is not allowed here. Select the text and copy it.', 'assertive')
    }
  }
  return (
    <div className={css.decided}>
      <h2 ref={heading} tabIndex={-1}>
        {otherChangeWords(other, (at) => whenWords(at, zone, now))}
      </h2>
      <Note tone="amber">
        <b>{form === 'approve' ? 'NOT approved.' : 'NOT rejected.'}</b>{' '}
        {decided
          ? 'Their decision applies. Your entries are saved below.'
          : 'Your entries are saved. Check the request as it is now.'}
      </Note>
      <div className={css.sides}>
        <div className={css.side}>
          <h3>Theirs</h3>
          <Facts
            of={[
              ...(decided
                ? ([
                    ['Decision', other.decision ? decisionWords(other.decision).words : other.status],
                    ['By', other.by],
                    ['When', other.at && exactWords(other.at, zone)],
                    ['Reason', other.reason],
                  ] as const)
                : ([
                    ['Status', other.status],
                    ['Sent by', sentBy],
                  ] as const)),
              ['Codes', other.codes.join(', ')],
            ]}
          />
        </div>
        <div className={css.side}>
          <h3>Yours, not sent</h3>
          <ul>
            {mine.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
      <div className={css.acts}>
        <Button tone="primary" onClick={decided ? onKeepOther : onLookAgain}>
          {decided ? 'Keep theirs' : 'Review again'}
        </Button>
        <Button icon={iconCopy} onClick={() => void copy()}>
          Copy mine as a note
        </Button>
      </div>
    </div>
  )
}
