import { useRead } from '#platform/browser/use-call.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { clinical } from './contract.ts'
import css from './clinical.module.css'

/** What the state of a claim says: formulary, time to answer, who may deny. */
export function StateGuideline({ state, doi }: { state: string; doi: string }) {
  const asked = useRead(clinical.guideline, { stateCode: state, doi })
  const of = asked.data
  return (
    <Card title="State guideline" sub={state}>
      {asked.error && !of ? (
        <ErrorState
          small
          title="The guideline could not be loaded"
          safe="Nothing was changed."
          text={asked.error.message}
          supportId={asked.error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
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
