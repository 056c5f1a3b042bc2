import { useState } from 'react'
import { people } from '#features/people/contract.ts'
import { roleWords } from '#features/people/user-words.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { ChangeTeam } from './change-team.tsx'
import { team } from './contract.ts'
import css from './teams-page.module.css'

type Lead = { id: string; name: string; email: string; roles: string[] }

/** /accounts/teams: the supervisors of the carrier and whom they lead, for account managers. */
export function Teams() {
  const asked = useRead(people.list, { role: 'supervisor', size: 100 })
  const [open, setOpen] = useState<Lead>()
  const found = asked.data
  return (
    <Page canvas>
      <div className={css.page}>
        <PageTitle title="Teams" />
        {asked.error && !found ? (
          <NotLoaded title="The supervisors could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="Supervisors loaded.">
            {found && (
              <Card title="Supervisors" flush>
                {found.content.length === 0 ? (
                  <State small kind="empty" title="No supervisors">
                    Assign the role Supervisor to a user first.
                  </State>
                ) : (
                  <Table caption="Supervisors" tall cards="labels">
                    <TableHead>
                      <HeadCell>Supervisor</HeadCell>
                      <HeadCell>Roles</HeadCell>
                      <HeadCell>Team</HeadCell>
                      <HeadCell>
                        <span className="sr-only">Actions</span>
                      </HeadCell>
                    </TableHead>
                    <TableBody>
                      {found.content.map((one) => (
                        <TeamRow key={one.id} of={one} onOpen={() => setOpen(one)} />
                      ))}
                    </TableBody>
                  </Table>
                )}
              </Card>
            )}
          </Loading>
        )}
      </div>
      {open && <ChangeTeam supervisor={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

function TeamRow({ of, onOpen }: { of: Lead; onOpen: () => void }) {
  const { data, error } = useRead(team.members, { userId: of.id })
  const direct = data?.members.filter((one) => one.direct) ?? []
  const below = (data?.members.length ?? 0) - direct.length
  return (
    <Row>
      <Cell head second={of.email}>
        {of.name}
      </Cell>
      <Cell label="Roles">{roleWords(of.roles)}</Cell>
      <Cell label="Team" second={below > 0 && `${below} more below them`}>
        {error ? error.message : data ? direct.map(({ name }) => name).join(', ') || 'Nobody' : ''}
      </Cell>
      <Cell>
        <Button size="small" aria-label={`Change the team of ${of.name}`} onClick={onOpen}>
          Change
        </Button>
      </Cell>
    </Row>
  )
}
