import { useState } from 'react'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { iconAway } from '#platform/ui/display/icons.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { outOfOffice, type TimeAway } from './contract.ts'
import { DelegateFor } from './delegate-for.tsx'
import { LeaveForm } from './leave-form.tsx'
import { Leaves } from './leaves.tsx'
import css from './out-of-office.module.css'

const hints: readonly Hint[] = [
  { keys: ['A'], does: 'Add time off' },
  { keys: ['Ctrl', 'K'], does: 'Find anything' },
  { keys: ['?'], does: 'All shortcuts' },
]

/** The open form: none, one for a new leave, or one that changes a leave. */
type Editing = { of: 'new' } | { of: 'leave'; leave: TimeAway } | undefined

/** /accounts/out-of-office: leaves of the user and their team, with delegates. */
export function OutOfOffice() {
  const { data, error, refetch, isFetching } = useRead(outOfOffice.list, {})
  const [editing, setEditing] = useState<Editing>()
  const may = data?.allowedActions.includes('set') === true
  const change = may ? (leave: TimeAway) => setEditing({ of: 'leave', leave }) : undefined
  const current = data?.own.filter(({ status }) => status !== 'ENDED') ?? []
  const past = data?.own.filter(({ status }) => status === 'ENDED') ?? []
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title="Out of Office" />
        {!data && error ? (
          <Card>
            <ErrorState
              title="Your time off could not be loaded"
              safe="Nothing was changed."
              text={error.message}
              supportId={error.supportId}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Card>
        ) : (
          <Loading busy={!data} skeleton={<Bars />} loaded="Time off loaded.">
            {data && (
              <>
                {editing && (
                  <LeaveForm
                    key={editing.of === 'leave' ? editing.leave.leaveId : 'new'}
                    leave={editing.of === 'leave' ? editing.leave : undefined}
                    people={data.people}
                    onClose={() => setEditing(undefined)}
                  />
                )}
                {may && !editing && <AddKey onAdd={() => setEditing({ of: 'new' })} />}
                <Card
                  title="Yours"
                  acts={
                    may &&
                    !editing && (
                      <Button icon={iconAway} keys={['A']} onClick={() => setEditing({ of: 'new' })}>
                        Add time off
                      </Button>
                    )
                  }
                >
                  {current.length === 0 ? (
                    <State small kind="empty" title="You are in the office">
                      {may
                        ? 'Before you leave, enter your dates and delegates. Requests that are due go to them.'
                        : 'Your role does not decide requests, so you do not need a delegate.'}
                    </State>
                  ) : (
                    <Leaves of={current} label="Your time off" onChange={change} />
                  )}
                </Card>
                <DelegateFor />
                {data.people.length > 0 && (
                  <Card title="Your team" sub={data.team.length > 0 ? String(data.team.length) : undefined}>
                    {data.team.length === 0 ? (
                      <State small kind="empty" title="Nobody is away">
                        Your team’s time off appears here. You can add time off for them.
                      </State>
                    ) : (
                      <Leaves of={data.team} label="Your team’s time off" named onChange={change} />
                    )}
                  </Card>
                )}
                {past.length > 0 && (
                  <Card title="Over" sub="last 30 days">
                    <Leaves of={past} label="Past time off" />
                  </Card>
                )}
              </>
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}

/** A opens the form, where this user may add time off and none is open. */
function AddKey({ onAdd }: { onAdd: () => void }) {
  useKeys({ a: onAdd })
  useHints(hints)
  return null
}

function Bars() {
  return (
    <Card>
      <div className={css.bars}>
        {[40, 70, 55].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </Card>
  )
}
