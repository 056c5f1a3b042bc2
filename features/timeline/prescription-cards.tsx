import type { AnswerOf } from '#platform/calls/contract.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { money } from '#features/authorizations/figures.ts'
import type { timeline } from './contract.ts'
import type { Coming } from './rules.ts'
import { amountsWords } from './timeline-words.ts'
import css from './timeline.module.css'

type Answer = AnswerOf<typeof timeline.ofClaim>

/** What was asked for and granted, and who has to do with it. */
export function PrescriptionCard({ of }: { of: NonNullable<Answer['prescription']> }) {
  const { approved } = of
  return (
    <Card title="Prescription">
      <Facts
        of={[
          ['Asked', amountsWords(of.quantity, of.daysSupply)],
          ['Approved', approved ? amountsWords(approved.quantity, approved.daysSupply) : 'nothing in force'],
          ['Paid', of.paid === null ? 'not yet' : money(of.paid)],
          ...(approved ? [['Fills', `${approved.used} of ${approved.fills ?? 'no limit'} used`] as const] : []),
          ['Prescriber', of.prescriber],
          ['Pharmacy', of.pharmacy],
          ['Owner', of.owner],
        ]}
      />
    </Card>
  )
}

const coming: Readonly<Record<Coming, string>> = {
  answerDue: 'the pharmacist’s answer is due.',
  letterDue: 'the prescriber’s letter is due.',
  snoozeEnds: 'the snooze ends.',
  due: 'the decision is due.',
  approvalEnds: 'the approval ends.',
  reconsiderBy: 'last day to ask for reconsideration.',
}

/** What happens next if nobody does anything. */
export function ToComeCard({ of }: { of: Answer['toCome'] }) {
  const { person } = useUser()
  return (
    <Card title="Still to come">
      {of.length === 0 ? (
        <p className="muted">Nothing is due.</p>
      ) : (
        <ul className={css.toCome}>
          {of.map(({ what, at }) => (
            <li key={what}>
              <b>{at.length === 10 ? usDate(at) : exactWords(at, person.timeZone)}:</b> {coming[what]}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
