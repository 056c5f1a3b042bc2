import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconCheck, iconClock, iconPlus } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { bypasses, type Bypass } from './contract.ts'
import { bypassReasonName } from '#reference/bypass-reasons.ts'
import { EndBypass, SetBypass, type ChooseDrug } from './bypass-form.tsx'
import css from './bypass-tab.module.css'
import { plural } from '#platform/text/plural.ts'

type Answer = AnswerOf<typeof bypasses.history>

const PAGE = 50
const MOST = 100

/** The bypasses of a claim: in force, over, and what was set, used and ended. */
export function Bypasses({ patient, chooseDrug }: PatientTabProps & { chooseDrug: ChooseDrug }) {
  const [size, setSize] = useState(PAGE)
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Bypass>()
  const asked = useRead(bypasses.history, { claimId: patient.claimId, page: 0, size }, { keepPrevious: true })
  const of = asked.data
  if (asked.error && !of) return <NotLoaded title="Bypasses could not be loaded" of={asked} />
  if (!of)
    return (
      <Loading busy skeleton={<Skeleton width="100%" height={200} />}>
        {null}
      </Loading>
    )
  const { whyNotSet } = of
  const act = { never: whyNotSet?.code === 'UPDATE_BLOCKED', whyNot: whyNotSet?.message }
  return (
    <div className={css.tab}>
      <Card
        title="Bypasses"
        sub={of.bypasses.length || undefined}
        flush
        acts={
          <ActButton {...act} size="small" icon={iconPlus} onClick={() => setAdding(true)}>
            Add bypass
          </ActButton>
        }
      >
        {of.bypasses.length === 0 ? (
          <State small kind="empty" title="No bypasses">
            A bypass lets fills pass without authorization for a time, after a disaster or while care is moved. Safety
            codes and hard stops are never bypassed.
          </State>
        ) : (
          <ul className={css.rows}>
            {of.bypasses.map((one) => (
              <li key={one.bypassId} className={css.row}>
                <Shown of={one} today={of.today} />
                {one.status === 'ACTIVE' && (
                  <ActButton
                    {...act}
                    size="small"
                    aria-label={`End the bypass of ${usDate(one.startDate)}`}
                    onClick={() => setEnding(one)}
                  >
                    End
                  </ActButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Events of={of} whole={size === MOST} onMore={() => setSize(MOST)} />
      {adding && (
        <SetBypass
          claimId={patient.claimId}
          today={of.today}
          chooseDrug={chooseDrug}
          onClose={() => setAdding(false)}
        />
      )}
      {ending && <EndBypass of={ending} onClose={() => setEnding(undefined)} />}
    </div>
  )
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function Shown({ of, today }: { of: Bypass; today: string }) {
  const limits = [
    of.maxFills === null
      ? `${plural(of.fillsUsed, 'fill')} used`
      : `${of.fillsUsed} of ${plural(of.maxFills, 'fill')} used`,
    of.maxCostPerFill !== null && `up to ${dollars.format(of.maxCostPerFill)} a fill`,
    of.codes.includes('*') ? 'every code a bypass may clear' : `clears ${of.codes.join(', ')}`,
  ]
  return (
    <span className={css.what}>
      <span className={css.name}>
        <b>{of.drugs}</b>
        <Status of={of} today={today} />
      </span>
      <span>
        {bypassReasonName(of.reason)}, {usDate(of.startDate)} to {usDate(of.endDate)}
      </span>
      <small>{limits.filter(Boolean).join(' · ')}</small>
    </span>
  )
}

function Status({ of, today }: { of: Bypass; today: string }) {
  if (of.status === 'REVOKED') return <Badge>Ended early</Badge>
  if (of.status === 'ENDED') return <Badge>Ended</Badge>
  return of.startDate > today ? (
    <Badge tone="amber" icon={iconClock}>
      Starts {usDate(of.startDate)}
    </Badge>
  ) : (
    <Badge tone="green" icon={iconCheck}>
      In force
    </Badge>
  )
}

const actions = { SET: 'Set', USED: 'Used', ENDED: 'Ended' } as const

function Events({ of, whole, onMore }: { of: Answer; whole: boolean; onMore: () => void }) {
  const { person } = useUser()
  const now = useNow()
  return (
    <Card title="History" sub={of.totalElements || undefined} flush>
      {of.content.length === 0 && <p className={`muted ${css.none}`}>No bypass was set on this claim.</p>}
      <ul className={css.rows}>
        {of.content.map((line) => (
          <li key={`${line.at} ${line.bypassId} ${line.transaction?.tcn}`} className={css.line}>
            <span>
              <b>{actions[line.action]}</b> by {line.actor}
            </span>
            <span>{line.detail}</span>
            {line.transaction && (
              <span>
                {line.transaction.drugName}, filled {usDate(line.transaction.fillDate)}, TCN {line.transaction.tcn}
                {line.transaction.paidAmount !== null && `, paid ${dollars.format(line.transaction.paidAmount)}`}
                {line.transaction.codes.length > 0 && `, cleared ${line.transaction.codes.join(', ')}`}
              </span>
            )}
            <small>{whenWords(line.at, person.timeZone, now)}</small>
          </li>
        ))}
      </ul>
      {of.totalElements > of.content.length && (
        <div className={css.more}>
          {whole ? (
            <span className="muted">{of.totalElements - of.content.length} older ones are not shown.</span>
          ) : (
            <Button size="small" onClick={onMore}>
              Show more
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
