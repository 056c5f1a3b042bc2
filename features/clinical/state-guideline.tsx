import { confidenceWords } from '#features/authorizations/law-in-words.ts'
import type { ClaimPlace } from '#features/claims/patient-address.ts'
import { settings } from '#features/settings/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { clinical } from './contract.ts'
import css from './clinical.module.css'

/** A year, a month or a day: '2024', '05/2024', '12/13/2024'. */
const copyDate = (asOf: string): string => {
  const [year, month, day] = asOf.split('-')
  return [month, day, year].filter(Boolean).join('/')
}

type Answer = AnswerOf<typeof clinical.guideline>

/** What was looked at for the state's time to answer and what was found, also that nothing was. */
const LookedUp = ({ of }: { of: NonNullable<Answer['lookedUp']> }) => (
  <details>
    <summary>About the source</summary>
    <Facts
      of={[
        ['Looked at', of.lookedAt],
        ['Time to answer', of.found ?? 'No rule found there.'],
        ...(of.found === null
          ? []
          : [['In force since', of.effectiveFrom ? usDate(of.effectiveFrom) : 'Not found there.'] as const]),
        ['Copy of', of.asOf ? copyDate(of.asOf) : 'The copy has no date.'],
        ['Looked up', `${usDate(of.lookedOn)}: ${confidenceWords[of.confidence]}`],
        ['Published at', of.site ?? 'Not on record.'],
      ]}
    />
  </details>
)

type StateGuidelineProps = { place: Pick<ClaimPlace, 'masterCarrier' | 'subCarrier'>; state: string; doi: string }

/** What the state of a claim says, where the carrier or its sub-carrier did not turn that off. */
export function StateGuideline({ place, ...of }: StateGuidelineProps) {
  const { data } = useRead(settings.client, {
    id1: place.masterCarrier,
    id2: place.subCarrier,
    level: 'settingsLevelPatientProfile',
  })
  return data?.settings['sojStateGuidelinesDisplay'] === false ? null : <Guideline {...of} />
}

/** Formulary, time to answer, who may deny. */
function Guideline({ state, doi }: Pick<StateGuidelineProps, 'state' | 'doi'>) {
  const asked = useRead(clinical.guideline, { stateCode: state, doi })
  const of = asked.data
  return (
    <Card title="State guideline" sub={state}>
      {asked.error && !of ? (
        <NotLoaded small title="The guideline could not be loaded" of={asked} />
      ) : (
        <Loading busy={!of} skeleton={<Skeleton width="100%" height={100} />}>
          {of && (
            <div className={css.lines}>
              <Facts
                of={[
                  ['Program', of.program],
                  ['Formulary', of.formulary],
                  ['Denial', of.denialRule],
                ]}
              />
              {of.text
                .filter((line) => line !== of.formulary)
                .map((line) => (
                  <p key={line}>{line}</p>
                ))}
              {of.lookedUp && <LookedUp of={of.lookedUp} />}
              {of.unconfirmed.length > 0 && (
                <details>
                  <summary>
                    <Badge tone="amber">Source not confirmed</Badge>
                  </summary>
                  <p>
                    {of.unconfirmed.join(', ')}: the official text was not read. Check it before a decision rests on it.
                  </p>
                </details>
              )}
            </div>
          )}
        </Loading>
      )}
    </Card>
  )
}
