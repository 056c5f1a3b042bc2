import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconCheck, iconClock, iconClose } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { clinical } from './contract.ts'
import css from './clinical.module.css'

type Answer = AnswerOf<typeof clinical.diagnoses>
type Icd = Answer['icds'][number]

const statuses: Readonly<Record<string, { label: string; tone: Tone; icon: string }>> = {
  ACCEPTED: { label: 'Accepted', tone: 'green', icon: iconCheck },
  DENIED: { label: 'Not accepted', tone: 'red', icon: iconClose },
  PENDING: { label: 'Pending', tone: 'amber', icon: iconClock },
}

const days = ({ from, to }: Icd): string =>
  from && to ? `${usDate(from)} to ${usDate(to)}` : from ? `from ${usDate(from)}` : to ? `to ${usDate(to)}` : ''

/** The diagnoses of a claim by group, and its transition of care. */
export function Diagnoses({ claimId }: { claimId: string }) {
  const asked = useRead(clinical.diagnoses, { claimId })
  const of = asked.data
  if (asked.error && !of)
    return (
      <Card title="Diagnoses">
        <NotLoaded small title="Diagnoses could not be loaded" of={asked} />
      </Card>
    )
  return (
    <>
      <Card title="Diagnoses" sub={of?.icds.length || undefined}>
        <Loading busy={!of} skeleton={<Skeleton width="100%" height={100} />}>
          {of?.icds.length === 0 && <p className="muted">Not on file</p>}
          {of?.rollups.map((group) => (
            <div key={group.rollup} className={css.group}>
              {of.rollups.length > 1 && (
                <h3>
                  ICD-10 group {group.rollup}, {group.accepted} of {group.codes.length} accepted
                </h3>
              )}
              <ul className={css.rows}>
                {of.icds
                  .filter(({ rollup }) => rollup === group.rollup)
                  .map((one) => (
                    <li key={one.code}>
                      <span>
                        <b>{one.description}</b>
                        <small>{[one.code, one.primary && 'primary', days(one)].filter(Boolean).join(' · ')}</small>
                      </span>
                      <Status of={one.status} />
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </Loading>
      </Card>
      {of?.toc.start && <TransitionOfCare toc={of.toc} />}
    </>
  )
}

function Status({ of }: { of: string }) {
  const look = statuses[of]
  return look ? (
    <Badge tone={look.tone} icon={look.icon}>
      {look.label}
    </Badge>
  ) : (
    <Badge>{of.toLowerCase()}</Badge>
  )
}

function TransitionOfCare({ toc }: { toc: Answer['toc'] }) {
  return (
    <Card
      title="Transition of care"
      acts={
        toc.active ? (
          <Badge tone="green" icon={iconCheck}>
            In force
          </Badge>
        ) : (
          <Badge>Not in force</Badge>
        )
      }
    >
      <p>
        {usDate(toc.start!)} to {toc.end ? usDate(toc.end) : 'open'}. Drugs taken before are paid during this time.
      </p>
      {toc.drugs.length === 0 ? (
        <p className="muted">No fills in the 120 days before.</p>
      ) : (
        <ul className={css.drugs}>
          {toc.drugs.map((drug) => (
            <li key={drug.gpi}>
              {drug.drugName}
              <small>Last filled {usDate(drug.lastFill)}</small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
