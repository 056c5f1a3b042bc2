import { useState } from 'react'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { compared } from './compare.ts'
import type { Submission } from './contract.ts'
import css from './evidence.module.css'

type CompareProps = { of: readonly Submission[]; zone: string; onClose: () => void }

/** The last submission beside an earlier one, every figure; what changed is marked. */
export function CompareSubmissions({ of, zone, onClose }: CompareProps) {
  const earlier = of.slice(0, -1)
  const last = of.at(-1)!
  const [at, setAt] = useState(earlier.at(-1)!.at)
  const before = earlier.find((one) => one.at === at) ?? earlier.at(-1)!
  return (
    <Dialog
      title={of.length === 2 ? 'Both submissions' : 'Submissions'}
      size="large"
      sheet="full"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className={css.compare}>
        {earlier.length > 1 && (
          <SelectField
            label="Compare the last one with"
            value={before.at}
            options={earlier
              .toReversed()
              .map((one) => ({ value: one.at, label: `that of ${exactWords(one.at, zone)}` }))}
            onChange={setAt}
          />
        )}
        <Table caption="What was submitted" cards="labels">
          <TableHead>
            <HeadCell>Figure</HeadCell>
            <HeadCell>{exactWords(before.at, zone)}</HeadCell>
            <HeadCell>{exactWords(last.at, zone)}, the last</HeadCell>
          </TableHead>
          <TableBody>
            {compared(before, last).map((one) => (
              <Row key={one.figure}>
                <Cell head label="Figure">
                  {one.figure}
                  {one.isOther && <span className="sr-only"> changed</span>}
                </Cell>
                <Cell label="Before">{one.isOther ? <s className={css.was}>{one.before}</s> : one.before}</Cell>
                <Cell label="Last">{one.isOther ? <mark className={css.mark}>{one.now}</mark> : one.now}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
    </Dialog>
  )
}
