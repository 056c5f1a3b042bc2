import type { ReactNode } from 'react'
import { severityWords } from '#features/authorizations/in-words.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconAlert, iconInfo, iconStethoscope, iconWarning } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { clinical } from './contract.ts'
import css from './clinical.module.css'
import { plural } from '#platform/text/plural.ts'

type Recommendation = NonNullable<AnswerOf<typeof clinical.recommendation>['recommendation']>

const actions: Readonly<Record<string, string>> = {
  APPROVE: 'Approve',
  REJECT: 'Reject',
  APPROVE_MODIFIED: 'Approve with changes',
  P2P: 'Call the prescriber first',
  DEFER: 'Ask the prescriber first',
}

/** What is advised in a few words; empty where the rationale begins with them. */
function adviceWords({ action, rationale, modified: { oneTime, days, quantity } }: Recommendation): string {
  const changes = [
    oneTime && 'one fill',
    days !== null && plural(days, 'day'),
    quantity !== null && `quantity ${quantity}`,
  ]
  const words = actions[action] ?? action
  if (rationale.startsWith(words)) return ''
  return `${[words, changes.filter(Boolean).join(', ')].filter(Boolean).join(': ')}.`
}

/** The recommendation on a request: a pharmacist's, else rule-based guidance, which never looks like one. */
export function RequestAdvice({ authorizationId, link }: { authorizationId: string; link: ReactNode }) {
  const { person } = useUser()
  const now = useNow()
  const asked = useRead(clinical.recommendation, { authorizationId })
  const of = asked.data?.recommendation
  const byPharmacist = asked.data?.source === 'PHARMACIST'
  const off = asked.error?.code === 'FEATURE_OFF'
  return (
    <Card title="Recommendation" acts={link}>
      {asked.error && !off && !asked.data ? (
        <NotLoaded small title="The recommendation could not be loaded" of={asked} />
      ) : off ? (
        <p className="muted">{asked.error?.message}</p>
      ) : (
        <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={60} />}>
          {asked.data && !of && <p className="muted">No recommendation yet.</p>}
          {of && (
            <div className={css.lines}>
              <p>
                {byPharmacist ? (
                  <Badge tone="green" icon={iconStethoscope}>
                    Pharmacist recommendation
                  </Badge>
                ) : (
                  <Badge className={css.long ?? ''}>Automated guidance, not reviewed by a pharmacist</Badge>
                )}
              </p>
              <p>
                <b>{adviceWords(of)}</b> {of.rationale}
              </p>
              {byPharmacist && (
                <p className="muted">
                  {[of.by, of.license && `license ${of.license}`, of.at && whenWords(of.at, person.timeZone, now)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              )}
              {byPharmacist && of.refs.length > 0 && <p className="muted">References: {of.refs.join('; ')}</p>}
            </div>
          )}
        </Loading>
      )}
    </Card>
  )
}

const looks: Readonly<Record<string, { icon: string; className: string | undefined }>> = {
  ALERT: { icon: iconAlert, className: css.alert },
  WARN: { icon: iconWarning, className: css.warn },
  INFO: { icon: iconInfo, className: undefined },
}

type Consideration = AnswerOf<typeof clinical.considerations>['considerations'][number]

/** Considerations, worst first, each with its grade in words for readers who do not see the color. */
export function Considerations({ of }: { of: readonly Consideration[] }) {
  if (of.length === 0) return <p className="muted">No clinical considerations.</p>
  return (
    <ul className={css.points}>
      {of.map(({ key, severity, title, detail }) => (
        <li key={key}>
          <span className={looks[severity]?.className}>
            <Icon of={looks[severity]?.icon ?? iconInfo} />
          </span>
          <span>
            <span className="sr-only">{severityWords(severity)}: </span>
            <b>{title}:</b> {detail}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The clinical considerations on a request, as the engine computes them now. */
export function RequestFacts({ authorizationId }: { authorizationId: string }) {
  const asked = useRead(clinical.considerations, { authorizationId })
  const of = asked.data?.considerations
  return (
    <Card title="Clinical considerations">
      {asked.error && !of ? (
        <NotLoaded small title="Considerations could not be loaded" of={asked} />
      ) : (
        <Loading busy={!of} skeleton={<Skeleton width="100%" height={120} />}>
          {of && <Considerations of={of} />}
        </Loading>
      )}
    </Card>
  )
}
