import { useState, type ReactNode } from 'react'
import type { Role } from '#features/permissions/roles.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconPlus } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { ChangeUser, InviteUser, SignOutUser, SwitchAccess, type User } from './change-user.tsx'
import { people } from './contract.ts'
import { userStates, type UserState } from './rules.ts'
import css from './users.module.css'
import { extractWords, programWords, roleOptions, roleWords, stateWords } from './user-words.ts'

type Listed = AnswerOf<typeof people.list>
type Open = { act: 'change' | 'access' | 'signOut'; user: User } | { act: 'invite' }
const PAGE_SIZE = 50
const ANY = 'ANY'

/** /accounts/users: the users of the carrier and what they may do. */
export function Users() {
  const { person } = useUser()
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Role | typeof ANY>(ANY)
  const [state, setState] = useState<UserState | typeof ANY>(ANY)
  const [places, setPlaces] = useState<readonly string[]>([])
  const [open, setOpen] = useState<Open>()
  const search = useRested(typed.trim(), 250)
  const after = places.at(-1)
  const asked = useRead(
    people.list,
    {
      size: PAGE_SIZE,
      ...(search !== '' && { search }),
      ...(role !== ANY && { role }),
      ...(state !== ANY && { state }),
      ...(after !== undefined && { after }),
    },
    { keepPrevious: true },
  )
  const found = asked.data
  const close = () => setOpen(undefined)
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Users" />
          <Button tone="primary" icon={iconPlus} onClick={() => setOpen({ act: 'invite' })}>
            Invite a user
          </Button>
        </div>
        <div className={css.filters} role="search" aria-label="Users">
          <TextField
            label="Name, username or e-mail"
            type="search"
            value={typed}
            onChange={(words) => {
              setTyped(words)
              setPlaces([])
            }}
          />
          <SelectField
            label="Role"
            value={role}
            options={[{ value: ANY, label: 'Any role' }, ...roleOptions]}
            onChange={(next) => {
              setRole(next)
              setPlaces([])
            }}
          />
          <SelectField
            label="State"
            value={state}
            options={[
              { value: ANY, label: 'Any state' },
              ...userStates.map((value) => ({ value, label: stateWords[value].label })),
            ]}
            onChange={(next) => {
              setState(next)
              setPlaces([])
            }}
          />
        </div>
        {asked.error && !found ? (
          <ErrorState
            title="The users could not be loaded"
            safe="Nothing was changed."
            text={asked.error.message}
            supportId={asked.error.supportId}
            onRetry={() => void asked.refetch()}
            retrying={asked.isFetching}
          />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="Users loaded.">
            {found && (
              <>
                <Card title="Users" flush sub={counted(found.totalElements)}>
                  {found.content.length === 0 ? (
                    <State small kind="noMatch" title="No users match">
                      Change the words or the filters.
                    </State>
                  ) : (
                    <UserTable
                      of={found.content}
                      busy={asked.isFetching}
                      own={person.id}
                      zone={person.timeZone}
                      onOpen={setOpen}
                    />
                  )}
                  {(places.length > 0 || found.next) && (
                    <nav className={css.more} aria-label="Pages">
                      <div className={css.acts}>
                        <Button
                          size="small"
                          disabled={places.length === 0}
                          onClick={() => setPlaces(places.slice(0, -1))}
                        >
                          Previous
                        </Button>
                        <Button
                          size="small"
                          disabled={!found.next || asked.isFetching}
                          onClick={() => found.next && setPlaces([...places, found.next])}
                        >
                          Next
                        </Button>
                      </div>
                    </nav>
                  )}
                </Card>
                {found.invitations.length > 0 && <Invitations of={found.invitations} zone={person.timeZone} />}
              </>
            )}
          </Loading>
        )}
      </div>
      {open && <Opened of={open} zone={person.timeZone} onClose={close} />}
    </Page>
  )
}

const counted = (many: number): string =>
  many > 10_000 ? 'More than 10,000 users' : `${many.toLocaleString('en-US')} ${many === 1 ? 'user' : 'users'}`

function Opened({ of, zone, onClose }: { of: Open; zone: string; onClose: () => void }): ReactNode {
  if (of.act === 'invite') return <InviteUser onClose={onClose} />
  if (of.act === 'change') return <ChangeUser user={of.user} onClose={onClose} />
  if (of.act === 'access') return <SwitchAccess user={of.user} timeZone={zone} onClose={onClose} />
  return <SignOutUser user={of.user} onClose={onClose} />
}

type UserTableProps = { of: readonly User[]; busy: boolean; own: string; zone: string; onOpen: (open: Open) => void }
function UserTable({ of, busy, own, zone, onOpen }: UserTableProps) {
  return (
    <Table caption="Users" tall cards="labels" busy={busy}>
      <TableHead>
        <HeadCell>Name</HeadCell>
        <HeadCell>Roles</HeadCell>
        <HeadCell>Programs</HeadCell>
        <HeadCell>State</HeadCell>
        <HeadCell>Last login</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {of.map((user) => {
          const { label, tone, icon } = stateWords[user.state]
          return (
            <Row key={user.id}>
              <Cell head second={user.email}>
                {user.name}
              </Cell>
              <Cell
                label="Roles"
                second={user.administratorAskedBy && `Account manager asked by ${user.administratorAskedBy.name}`}
              >
                {roleWords(user.roles)}
              </Cell>
              <Cell label="Programs" second={extractWords(user.dataExtractSubCarriers)}>
                {programWords(user.subCarriers)}
              </Cell>
              <Cell label="State">
                <span>
                  <Badge tone={tone} {...(icon && { icon })}>
                    {label}
                  </Badge>
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

function Invitations({ of, zone }: { of: Listed['invitations']; zone: string }) {
  return (
    <Card title="Open invitations" flush>
      <Table caption="Open invitations" tall cards="labels">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Roles</HeadCell>
          <HeadCell>Invited by</HeadCell>
          <HeadCell>Good until</HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => (
            <Row key={one.invitationId}>
              <Cell head second={one.email}>
                {one.name}
              </Cell>
              <Cell label="Roles">{roleWords(one.roles)}</Cell>
              <Cell label="Invited by">{one.invitedBy}</Cell>
              <Cell label="Good until">{dayAndTime(one.expiresAt, zone).day}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
