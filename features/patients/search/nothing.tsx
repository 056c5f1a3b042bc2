import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { searchTypes, type FoundPatient, type SearchType } from '../contract.ts'
import { slipWords } from '../near-numbers.ts'
import { Recents } from '../recents.tsx'
import type { SentSearch } from '../remembered.ts'
import { mayBe, searchTypeLabels } from '../search-type.ts'
import css from './find-patient.module.css'
import { usePatientSearch } from './use-patient-search.ts'

/** Why a text cannot be found as this. */
const whyNever: Readonly<Record<SearchType, string>> = {
  C: 'Has no digits',
  M: 'Has no digits',
  A: 'Has digits',
  N: 'Has digits',
  T: 'Is not digits only',
}

type NothingProps = {
  asked: SentSearch
  /** Claims whose number is close to what was typed. */
  rows: readonly FoundPatient[]
  onSearchAs: (type: SearchType) => void
}

/** Nothing found: where it was looked for, numbers close to it, the same text as something else, and who was viewed last. */
export function Nothing({ asked, rows, onSearchAs }: NothingProps) {
  const { person } = useUser()
  const numbered = asked.type !== 'N' && asked.type !== 'A'
  const others = searchTypes.filter((type) => type !== asked.type)
  const [nearest] = rows
  const number = nearest && numberOf(asked.type, nearest)
  const narrowed = Boolean(asked.dob ?? asked.state) || asked.covered !== undefined
  return (
    <>
      <State
        kind="noMatch"
        title={`Nothing found for ${searchTypeLabels[asked.type]} ${asked.text}`}
        acts={
          nearest && (
            <LinkButton href={patientAddress(nearest)} tone="primary">
              {`Open ${number} · ${slipWords(asked.text, number!).toLowerCase()}`}
            </LinkButton>
          )
        }
      >
        <p>
          We looked in your programs, also in closed claims{numbered && ' and in numbers the carrier used before'}.{' '}
          {narrowed ? 'Clear the birth date, state or coverage, or check' : 'Check'} the{' '}
          {numbered ? 'zeros and dashes' : 'spelling'}.
        </p>
        {person.subCarriers !== null && (
          <p>
            The claim of another program, and care cannot wait? <Link href="/emergency-access">Emergency access</Link>
          </p>
        )}
      </State>
      <div className={css.instead}>
        {rows.length > 0 && (
          <Card title="Close to it">
            <ul className={css.near}>
              {rows.map((one) => (
                <li key={one.claimId}>
                  <span>
                    <Link href={patientAddress(one)}>
                      {one.claimantFirstName} {one.claimantLastName}
                    </Link>
                    <small>
                      Born {usDate(one.dob)} · Claim {one.customerClaimNumber}
                      {asked.type === 'M' && ` · ${one.patientId}`}
                    </small>
                  </span>
                  <small>{slipWords(asked.text, numberOf(asked.type, one))}</small>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card title="The same text as">
          <ul className={css.near}>
            {others.map((type) => (
              <li key={type}>
                <span>{searchTypeLabels[type]}</span>
                {mayBe(type, asked.text) ? (
                  <Elsewhere asked={{ type, text: asked.text, page: 0 }} onSearch={() => onSearchAs(type)} />
                ) : (
                  <small>{whyNever[type]}</small>
                )}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Recently viewed">
          <Recents most={3} />
        </Card>
      </div>
    </>
  )
}

const numberOf = (type: SearchType, one: FoundPatient): string =>
  type === 'M' ? one.patientId : one.customerClaimNumber

/** How many claims the text finds as something else. */
function Elsewhere({ asked, onSearch }: { asked: SentSearch; onSearch: () => void }) {
  const { data, error } = usePatientSearch(asked)
  if (error) return <small>Not searched</small>
  if (!data) return <small>Searching</small>
  const found = data.content[0]?.match === 'CLOSE' && asked.type !== 'N' ? 0 : data.totalElements
  if (found === 0) return <small>No match</small>
  return (
    <Button size="small" tone="quiet" onClick={onSearch}>
      {found === 1 ? 'Show 1 claim' : `Show ${found} claims`}
    </Button>
  )
}
