import { useState, type ReactNode } from 'react'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconPeople } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { Pair, Worker } from './contract.ts'
import { Different, MergeTwo } from './dialogs.tsx'
import css from './doubles.module.css'

const some = (of: number, one: string): string => `${of.toLocaleString('en-US')} ${one}${of === 1 ? '' : 's'}`

const lines: readonly (readonly [label: string, of: (worker: Worker) => ReactNode])[] = [
  ['Name', (of) => `${of.firstName} ${of.lastName}`],
  ['Born', (of) => usDate(of.dob)],
  ['Gender', (of) => (of.gender === 'U' ? '' : of.gender)],
  ['Social Security number', (of) => of.ssn],
  ['Address', (of) => of.address],
  ['Phone', (of) => [of.phone, of.mobile].filter(Boolean).join(', ')],
  ['E-mail', (of) => of.email],
  ['Died', (of) => of.diedOn && usDate(of.diedOn)],
  [
    'Claims',
    (of) => (
      <div className={css.claims}>
        {of.claims.map((claim) => (
          <span key={claim.claimId}>
            <b>{claim.claimNumber}</b>, injured {usDate(claim.doi)}
            <br />
            <span className="muted">
              {[
                some(claim.openRequests, 'open request'),
                some(claim.priorAuths, 'prior authorization'),
                some(claim.fills, 'fill'),
                some(claim.documents, 'document'),
              ].join(', ')}
            </span>
          </span>
        ))}
      </div>
    ),
  ],
]

/** Two records side by side, with what can be done about them. */
export function PairCard({ pair, onDone }: { pair: Pair; onDone?: () => void }) {
  const [open, setOpen] = useState<'merge' | 'differ'>()
  const { one, other, whyNotMerge } = pair
  const blank = <span className="muted">Not on file</span>
  const isOne = one.claimantId === other.claimantId
  const close = () => setOpen(undefined)
  return (
    <Card
      title="One patient or two?"
      acts={
        !isOne && (
          <>
            <Button
              size="small"
              disabled={whyNotMerge?.code === 'NOT_ALLOWED'}
              onClick={() => setOpen('differ')}
              aria-haspopup="dialog"
            >
              Two people
            </Button>
            <Button
              size="small"
              tone="primary"
              icon={iconPeople}
              disabled={whyNotMerge !== null}
              onClick={() => setOpen('merge')}
              aria-haspopup="dialog"
            >
              Merge
            </Button>
          </>
        )
      }
    >
      <div className={css.part}>
        {whyNotMerge && <Note tone="amber">{whyNotMerge.message}</Note>}
        <Table caption="Two records side by side" cards="labels">
          <TableHead>
            <HeadCell>On file</HeadCell>
            <HeadCell>{one.patientId}</HeadCell>
            <HeadCell>{other.patientId}</HeadCell>
          </TableHead>
          <TableBody>
            {lines.map(([label, of]) => (
              <Row key={label}>
                <Cell head label="On file">
                  {label}
                </Cell>
                <Cell label={one.patientId}>{of(one) || blank}</Cell>
                <Cell label={other.patientId}>{of(other) || blank}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {open === 'merge' && <MergeTwo pair={pair} onClose={close} onDone={onDone} />}
      {open === 'differ' && <Different pair={pair} onClose={close} onDone={onDone} />}
    </Card>
  )
}
