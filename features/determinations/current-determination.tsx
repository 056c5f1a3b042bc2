import { useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Note } from '#platform/ui/display/note.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { authorityInWords } from './authorities.ts'
import { grantWords } from './saying.ts'
import { Withdraw } from './withdraw.tsx'

export type CurrentDeterminationProps = {
  detail: AuthDetail
  /** The user may withdraw it. */
  may: boolean
  zone: string
  now: number
  /** Opens all that were ever recorded. */
  onAll: () => void
}

/** The determination that holds for this request: what it grants or that it denies, whose determination it is, who recorded it. */
export function CurrentDetermination({ detail, may, zone, now, onAll }: CurrentDeterminationProps) {
  const [withdrawing, setWithdrawing] = useState(false)
  const of = detail.determination
  if (!of) return null
  const grants = of.result !== 'DENIED'
  return (
    <>
      <Note
        tone={grants ? 'teal' : 'amber'}
        act={
          <>
            <Button size="small" onClick={onAll}>
              All
            </Button>
            {may && (
              <Button size="small" onClick={() => setWithdrawing(true)}>
                Withdraw
              </Button>
            )}
          </>
        }
      >
        <b>
          {authorityInWords(of.kind)} {of.result === 'CERTIFIED' ? 'certified' : grants ? 'changed' : 'denied'} this on{' '}
          {usDate(of.determinedOn)}.
        </b>{' '}
        {grants && `${grantWords(of)}. `}
        {of.authority}, {of.number}. {of.note && `${of.note} `}
        Recorded by {of.recordedBy}, {whenWords(of.recordedAt, zone, now)}.
      </Note>
      {withdrawing && <Withdraw detail={detail} of={of} onClose={() => setWithdrawing(false)} />}
    </>
  )
}
