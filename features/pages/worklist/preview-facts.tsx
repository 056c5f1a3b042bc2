import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { formularyStatusWords } from '#features/adjudication/formulary-status-words.ts'
import type { AdditionalDetails } from '#features/authorizations/contract.ts'
import css from './preview-pane.module.css'

type PreviewFactsProps = { more: AdditionalDetails; zone: string; now: number }

/** Who prescribes and dispenses, what the drug list and the state say, letters and the notice of the pharmacy. */
export function PreviewFacts({ more, zone, now }: PreviewFactsProps) {
  const { prescriber, pharmacy, formularyStatus, guideline, sameClassActive, lomn, callback } = more
  const days = more.daysSinceInjury
  const words = formularyStatusWords[formularyStatus as keyof typeof formularyStatusWords] as string | undefined
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  const [letter] = lomn
  return (
    <>
      {sameClassActive.length > 0 && (
        <section>
          <h3 className={css.eyebrow}>Same class, still in use</h3>
          <ul className={css.lines}>
            {sameClassActive.map((one) => (
              <li key={`${one.drugName} ${one.fillDate}`}>
                {one.drugName}{' '}
                <span className="muted">
                  filled {usDate(one.fillDate)}, {one.daysLeft} {one.daysLeft === 1 ? 'day' : 'days'} left
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="Details">
        <Facts
          of={[
            ['Injured', `${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'} ago`],
            [
              'Prescriber',
              <>
                {joined(prescriber.name, prescriber.specialty)}
                {prescriber.phone && <Phone of={prescriber.phone} />}
              </>,
            ],
            [
              'Pharmacy',
              <>
                {joined(pharmacy.name, `${pharmacy.city}, ${pharmacy.state}`)}
                <Phone of={pharmacy.phone} />
              </>,
            ],
            ['Drug list', words && capitalized(words)],
            ['State rule', guideline],
            ...(letter ? [['Letter', `${letter.statusLabel}, to ${letter.prescriber}`] as const] : []),
            ...(callback
              ? [['Pharmacy notice', `${callback.status} since ${whenWords(callback.createdAt, zone, now)}`] as const]
              : []),
          ]}
        />
      </section>
    </>
  )
}

/** A phone number after other words, in one piece. */
const Phone = ({ of }: { of: string }) => <span className="nowrap"> · {phoneWords(of)}</span>
