import { isOpen, status, statusLabel } from '#features/authorizations/statuses.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Card } from '#platform/ui/display/card.tsx'
import type { timeline } from './contract.ts'
import { longWords } from './timeline-words.ts'
import css from './timeline.module.css'

type Spent = NonNullable<AnswerOf<typeof timeline.ofClaim>['spent']>

const places: Readonly<Record<number, string>> = {
  [status.PENDING]: 'With the case owner',
  [status.PENDING_LOMN]: 'Waiting for a letter',
  [status.PENDING_CLINICAL]: 'With a pharmacist',
  [status.PENDING_UR]: 'In utilization review',
  [status.PENDING_SECOND_APPROVAL]: 'With a second approver',
  [status.PENDING_SUPERVISOR]: 'With a supervisor',
}

/** Where the time of a request went, from its receipt to the fill. */
export function SpentCard({ spent }: { spent: Spent }) {
  const lines = [
    ...(spent.firstLook === null ? [] : [{ words: 'Received to first look', ms: spent.firstLook }]),
    ...spent.places
      .filter(({ statusId }) => isOpen(statusId))
      .map(({ statusId, ms }) => ({ words: places[statusId] ?? statusLabel(statusId), ms })),
    ...(spent.pickedUp === null ? [] : [{ words: 'Decided to picked up', ms: spent.pickedUp }]),
  ]
  const most = Math.max(1, ...lines.map(({ ms }) => ms))
  return (
    <Card title="From request to pickup">
      <dl className={css.spent}>
        {lines.map(({ words, ms }) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{longWords(ms)}</dd>
            <dd aria-hidden="true" className={css.bar}>
              <span style={{ width: `${Math.round((ms / most) * 100)}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">{spent.decided === null ? 'Not decided yet.' : `Decided in ${longWords(spent.decided)}.`}</p>
    </Card>
  )
}
