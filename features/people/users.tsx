import { useRef, useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Role } from '#features/permissions/roles.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconExport, iconPlus } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { usePress } from '#platform/ui/keys/use-press.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { makeFile } from '#platform/ui/list/make-file.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { ChangeUser, InviteUser, SignOutUser, SwitchAccess } from './change-user.tsx'
import { people } from './contract.ts'
import { Invitations } from './invitations.tsx'
import { paths } from './paths.ts'
import { ReviewOverdue } from './review-due.tsx'
import { whyNotAdministerAll } from './administering.ts'
import { INVITED, usersOf, type Counts, type ListedState } from './rules.ts'
import css from './users.module.css'
import { UserDetails } from './user-details.tsx'
import { UserTable, type Opening } from './user-table.tsx'
import { roleOptions, stateNames } from './user-words.ts'

type Open = Opening | { act: 'invite' }
const PAGE_SIZE = 50
const ANY = 'ANY'
const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Find' },
  { keys: ['I'], does: 'Invite' },
  { keys: ['R'], does: 'Review access' },
  { keys: ['E'], does: 'Export' },
]

/** /accounts/admin: the users of the carrier and what they may do. */
export function Users() {
  const { person } = useUser()
  const [, go] = useLocation()
  const [typed, setTyped] = useState(new URLSearchParams(useSearch()).get('find') ?? '')
  const [role, setRole] = useState<Role | typeof ANY>(ANY)
  const [state, setState] = useState<ListedState>()
  const [places, setPlaces] = useState<readonly string[]>([])
  const [open, setOpen] = useState<Open>()
  const search = useRested(typed.trim(), 250)
  const after = places.at(-1)
  const which = {
    ...(search !== '' && { search }),
    ...(role !== ANY && { role }),
    ...(state !== undefined && { state }),
  }
  const asked = useRead(
    people.list,
    { size: PAGE_SIZE, ...which, ...(after !== undefined && { after }) },
    { keepPrevious: true },
  )
  const found = asked.data
  const filters = useRef<HTMLDivElement>(null)
  useHints(hints)
  const press = usePress('e')
  useKeys({
    '/': (event) => {
      event.preventDefault()
      filters.current?.querySelector('input')?.focus()
    },
    i: () => setOpen({ act: 'invite' }),
    r: () => go(paths.accessReview),
  })
  const close = () => setOpen(undefined)
  /** As it was before anything was searched: who was just invited is among them. */
  const showAll = () => {
    setTyped('')
    setRole(ANY)
    setState(undefined)
    setPlaces([])
  }
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Users" />
          <div className={css.acts}>
            <Button
              id={press}
              icon={iconExport}
              disabled={!found || state === INVITED}
              onClick={() => found && void download(which, found.totalElements)}
            >
              Export
            </Button>
            <LinkButton href={paths.accessReview}>Access review</LinkButton>
            {!whyNotAdministerAll(person) && <LinkButton href={paths.directory}>Directory</LinkButton>}
            <Button tone="primary" icon={iconPlus} onClick={() => setOpen({ act: 'invite' })}>
              Invite a user
            </Button>
          </div>
        </div>
        <ReviewOverdue />
        <div className={css.filters} role="search" aria-label="Users" ref={filters}>
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
        </div>
        {found && (
          <div className={css.chips} role="group" aria-label="Status">
            {[undefined, ...chipStates].map((one) => (
              <ToggleChip
                key={one ?? ANY}
                label={`${one ? stateNames[one] : 'All'} ${usersIn(found.counts, one)}`}
                on={state === one}
                onChange={() => {
                  setState(one)
                  setPlaces([])
                }}
              />
            ))}
          </div>
        )}
        {asked.error && !found ? (
          <NotLoaded title="The users could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="Users loaded.">
            {found && (
              <>
                {state !== INVITED && (
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
                )}
                {found.invitations.length > 0 ? (
                  <Invitations of={found.invitations} zone={person.timeZone} />
                ) : (
                  state === INVITED && (
                    <Card title="Open invitations">
                      <State small kind="noMatch" title="No open invitations">
                        Change the words or the role, or invite somebody.
                      </State>
                    </Card>
                  )
                )}
              </>
            )}
          </Loading>
        )}
      </div>
      {open && <Opened of={open} zone={person.timeZone} onClose={close} onInvited={showAll} />}
    </Page>
  )
}

const chipStates = ['ACTIVE', INVITED, 'AWAY', 'UNUSED', 'LOCKED', 'OFF'] as const
const usersIn = (counts: Counts, state: ListedState | undefined): string =>
  (state === INVITED ? counts[INVITED] : usersOf(counts, state)).toLocaleString('en-US')

const download = (which: InputOf<typeof people.export>, users: number) =>
  makeFile(
    (signal) =>
      ask(
        people.export,
        { ...which, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        { signal },
      ) as Promise<Blob>,
    counted(users),
    new AbortController().signal,
  )

const counted = (many: number): string =>
  many > 10_000 ? 'More than 10,000 users' : `${many.toLocaleString('en-US')} ${many === 1 ? 'user' : 'users'}`

type OpenedProps = { of: Open; zone: string; onClose: () => void; onInvited: () => void }
function Opened({ of, zone, onClose, onInvited }: OpenedProps): ReactNode {
  if (of.act === 'invite') return <InviteUser onClose={onClose} onInvited={onInvited} />
  if (of.act === 'details') return <UserDetails of={of.user} zone={zone} onClose={onClose} />
  if (of.act === 'change') return <ChangeUser user={of.user} onClose={onClose} />
  if (of.act === 'access') return <SwitchAccess user={of.user} timeZone={zone} onClose={onClose} />
  return <SignOutUser user={of.user} onClose={onClose} />
}
