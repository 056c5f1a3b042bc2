import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { User } from './change-user.tsx'
import { StateBadge } from './state-badge.tsx'
import css from './users.module.css'
import { extractCount, limitWords, programWords, roleWords } from './user-words.ts'

export type Opening = { act: 'details' | 'change' | 'access' | 'signOut'; user: User }

type UserTableProps = { of: readonly User[]; busy: boolean; own: string; zone: string; onOpen: (open: Opening) => void }
/** Users with what each may do, who leads them and how they stand. */
export function UserTable({ of, busy, own, zone, onOpen }: UserTableProps) {
  return (
    <Table caption="Users" tall cards="labels" busy={busy} className={css.users ?? ''}>
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>Roles and limit</HeadCell>
        <HeadCell>Programs</HeadCell>
        <HeadCell>Team</HeadCell>
        <HeadCell>Status</HeadCell>
        <HeadCell>Last login</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {of.map((user) => {
          return (
            <Row key={user.id}>
              <Cell head second={user.email}>
                <Button
                  tone="link"
                  size="small"
                  className={css.name ?? ''}
                  aria-label={`Details of ${user.name}`}
                  onClick={() => onOpen({ act: 'details', user })}
                >
                  {user.name}
                </Button>
              </Cell>
              <Cell
                label="Roles and limit"
                second={
                  user.asked
                    ? `${roleWords(user.asked.roles)} asked by ${user.asked.name}`
                    : user.approvalLimit === null
                      ? undefined
                      : limitWords(user.approvalLimit)
                }
              >
                {roleWords(user.roles)}
              </Cell>
              <Cell label="Programs" second={extractCount(user.dataExtractSubCarriers)}>
                {programWords(user.subCarriers)}
              </Cell>
              <Cell label="Team" second={user.leads > 0 && `Leads ${user.leads}`}>
                {user.ledBy.length > 0 ? user.ledBy.join(', ') : <span className="soft">None</span>}
              </Cell>
              <Cell label="Status" second={user.awayUntil && `to ${dayAndTime(user.awayUntil, zone).day}`}>
                <span>
                  <StateBadge of={user.state} />
                </span>
              </Cell>
              <Cell label="Last login">{user.lastLoginAt ? dayAndTime(user.lastLoginAt, zone).day : 'Never'}</Cell>
              <Cell>
                {user.id === own ? (
                  <span className="soft">You</span>
                ) : (
                  <span className={css.acts}>
                    <Button
                      size="small"
                      aria-label={`Change ${user.name}`}
                      onClick={() => onOpen({ act: 'change', user })}
                    >
                      Change
                    </Button>
                    <Button
                      size="small"
                      aria-label={`Sign out ${user.name}`}
                      onClick={() => onOpen({ act: 'signOut', user })}
                    >
                      Sign out
                    </Button>
                    <Button
                      size="small"
                      aria-label={user.active ? `Remove access of ${user.name}` : `Give access to ${user.name}`}
                      onClick={() => onOpen({ act: 'access', user })}
                    >
                      {user.active ? 'Remove access' : 'Give access'}
                    </Button>
                  </span>
                )}
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}
