import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { figureAddress, ownersAddress } from './addresses.ts'
import { team } from './contract.ts'
import { paths } from './paths.ts'
import css from './team.module.css'
import { TimeLeft } from './time-left.tsx'

const everyMs = 60_000

/** My Team's Authorizations on Home: the team's case owners with their load; those ticked open in the worklist. */
export function TeamCard() {
  const { person, carrier } = useUser()
  const [, navigate] = useLocation()
  const asked = useRead(team.authorizations, { a: person.id, b: carrier.code }, { everyMs })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const found = asked.data
  const users = found?.users ?? []
  const chosen = users.filter(({ userId }) => ticked.has(userId)).map(({ userId }) => userId)
  useKeys({ v: () => (chosen.length > 0 ? navigate(ownersAddress(chosen)) : false) })
  // Not a supervisor's view, or nobody below: the card is absent.
  if (asked.error?.status === 404 || (found && users.length === 0)) return null
  const most = Math.max(1, ...users.map(({ pending }) => pending))
  const [escalated = '0'] = found ? Object.keys(found.escalatedAuthCount) : []
  const toggle = (id: string, on: boolean) =>
    setTicked(new Set(on ? [...chosen, id] : chosen.filter((one) => one !== id)))
  return (
    <Card
      title="My Team’s Authorizations"
      sub={found && `${found.pendingAuthCount.toLocaleString('en-US')} pending · ${escalated} escalated`}
      flush
      acts={
        <>
          {chosen.length > 0 && (
            <LinkButton href={ownersAddress(chosen)} tone="quiet" size="small" keys={['V']} iconEnd={iconArrowRight}>
              View selected ({chosen.length})
            </LinkButton>
          )}
          <LinkButton href={paths.team} tone="quiet" size="small" iconEnd={iconArrowRight}>
            Workload
          </LinkButton>
        </>
      }
    >
      {asked.error && !found ? (
        <NotLoaded
          small
          title="Your team’s requests could not be loaded"
          safe="Your own requests are above."
          of={asked}
        />
      ) : (
        <Table caption="My Team’s Authorizations" cards="labels" busy={!found} className={css.counts}>
          <TableHead>
            <HeadCell className={css.tick}>
              <CheckBox
                bare
                label="Select all case owners"
                checked={users.length > 0 && chosen.length === users.length}
                mixed={chosen.length > 0 && chosen.length < users.length}
                onChange={(on) => setTicked(new Set(on ? users.map(({ userId }) => userId) : []))}
              />
            </HeadCell>
            <HeadCell>Case owner</HeadCell>
            <HeadCell>Pending</HeadCell>
            <HeadCell end>Escalated</HeadCell>
            <HeadCell end>In 4 hours</HeadCell>
            <HeadCell>Least time left</HeadCell>
          </TableHead>
          <TableBody>
            {users.map((user) => (
              <Row key={user.userId} selected={ticked.has(user.userId)}>
                <Cell className={css.tick}>
                  <CheckBox
                    bare
                    label={`Select ${user.name}`}
                    checked={ticked.has(user.userId)}
                    onChange={(on) => toggle(user.userId, on)}
                  />
                </Cell>
                <Cell head>
                  <span className={css.person}>
                    <Avatar name={user.name} size="small" />
                    <Link href={ownersAddress([user.userId])}>{user.name}</Link>
                    {user.userId === person.id && <span className="muted">(you)</span>}
                    {user.outOfOffice && <span className="muted">(away)</span>}
                  </span>
                </Cell>
                <Cell label="Pending">
                  <span className={css.measured}>
                    <Bar share={user.pending / most} />
                    <Link href={ownersAddress([user.userId])}>{user.pending.toLocaleString('en-US')}</Link>
                  </span>
                </Cell>
                <Cell label="Escalated" end>
                  <Link
                    href={figureAddress('escalated', [user.userId])}
                    className={user.escalated > 0 ? css.alarming : undefined}
                  >
                    {user.escalated.toLocaleString('en-US')}
                  </Link>
                </Cell>
                <Cell label="In 4 hours" end>
                  <Link href={figureAddress('due4', [user.userId])}>{user.due4.toLocaleString('en-US')}</Link>
                </Cell>
                <Cell label="Least time left">
                  <TimeLeft dueAt={user.nextDueAt} receivedAt={user.nextReceivedAt} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

/** The figure beside it says the same. */
function Bar({ share }: { share: number }) {
  return (
    <svg className={css.bar} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className={css.track} width="100" height="6" />
      <rect className={css.part} width={share * 100} height="6" />
    </svg>
  )
}
