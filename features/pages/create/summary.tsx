import { levelInWords } from '#features/prior-auths/levels.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import css from './create.module.css'
import { howWords } from './how-words.ts'
import type { StepProps } from './step-props.ts'
import { fillsWords, valuesOf } from './typed.ts'
import { plural } from '#platform/text/plural.ts'

/** Beside every step: what was said so far, and when the answer is due. */
export function Summary({
  typed,
  terms,
  today,
  step,
  onStep,
}: StepProps & { step: number; onStep: (to: number) => void }) {
  const { person } = useUser()
  const values = valuesOf(typed, today)
  const later = <span className="muted">{step === 0 ? 'Next step' : 'Not given'}</span>
  const owners = [...(terms?.caseOwners ?? []), ...typed.others.map(({ id, name }) => ({ email: id, name }))]
    .filter(({ email }, at, all) => typed.owners.includes(email) && all.findIndex((one) => one.email === email) === at)
    .map(({ name }) => name)
  const clock = terms?.clock
  return (
    <section className={css.summary} aria-label="This authorization">
      <h2>This authorization</h2>
      <Facts
        of={[
          ['Drug', typed.drug ? <b key="drug">{typed.drug.name}</b> : <span className="muted">Not chosen</span>],
          ['Covers', typed.level ? `${capitalized(levelInWords(Number(typed.level)))} (${typed.level})` : later],
          [
            'Request',
            typed.how ? (
              <span key="how">
                {howWords[typed.how].label}
                {typed.day && `, ${typed.day} ${typed.time}`}
                {typed.urgent && ', urgent'}
              </span>
            ) : (
              later
            ),
          ],
          ['Prescriber', typed.prescriber?.name ?? <span className="muted">Not chosen</span>],
          ['Pharmacy', typed.pharmacy?.name ?? <span className="muted">Any</span>],
          ['From, to', values.start && values.end ? `${usDate(values.start)} – ${usDate(values.end)}` : later],
          [
            'Limits',
            values.quantity !== undefined && values.days !== undefined
              ? `${values.quantity.toLocaleString('en-US')} for ${plural(values.days, 'day')}, ${fillsWords(typed, values)}`
              : later,
          ],
          ...(typed.reason
            ? ([['Reason', approvalReasons.find(({ id }) => id === Number(typed.reason))?.reason ?? '']] as const)
            : []),
          ['Owners', owners.length > 0 ? owners.join(', ') : later],
        ]}
      />
      {clock && step < 2 && (
        <div className={css.due} aria-live="polite">
          <p>
            <b>Due {exactWords(clock.statutoryDueAt, terms.timeZone)}</b>{' '}
            <Badge>{typed.urgent ? 'Urgent' : 'Standard'}</Badge>
          </p>
          <ol>
            {clock.dueArithmetic.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
          {terms.timeZone !== person.timeZone && (
            <p className="muted">In your time: {exactWords(clock.statutoryDueAt, person.timeZone)}</p>
          )}
        </div>
      )}
      {step < 2 && (
        <div className={css.next}>
          <Button
            tone="primary"
            block
            iconEnd={iconArrowRight}
            keys={['Ctrl', 'Enter']}
            onClick={() => onStep(step + 1)}
          >
            {step === 0 ? 'Dates and limits' : 'Run the trial'}
          </Button>
        </div>
      )}
    </section>
  )
}
