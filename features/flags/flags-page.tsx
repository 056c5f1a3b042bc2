import { useRef, useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { flags, type ListedFlag } from './contract.ts'
import { FlagPanel } from './flag-panel.tsx'
import css from './flags-page.module.css'
import { onOff } from './words.ts'

const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Find' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Details' },
]
type Which = 'all' | 'changed' | 'on' | 'off'

const isChanged = ({ carrier, subCarriers, users }: ListedFlag): boolean =>
  carrier !== null || subCarriers.length > 0 || users.length > 0
const isOn = ({ carrier, default: otherwise }: ListedFlag): boolean => carrier ?? otherwise
const passes: Readonly<Record<Which, (flag: ListedFlag) => boolean>> = {
  all: () => true,
  changed: isChanged,
  on: isOn,
  off: (flag) => !isOn(flag),
}

/** /accounts/flags: the feature flags of the carrier, level by level. */
export function FlagsPage() {
  const { person, carrier } = useUser()
  const [which, setWhich] = useState<Which>('all')
  const [words, setWords] = useState('')
  const [openKey, setOpenKey] = useState<string>()
  const search = useRef<HTMLDivElement>(null)
  const asked = useRead(flags.list, {})
  const found = asked.data
  useHints(hints)
  useKeys({
    '/': (event) => {
      event.preventDefault()
      search.current?.querySelector('input')?.focus()
    },
  })
  const typed = words.trim().toLowerCase()
  const rows = found?.content
    .toSorted((a, b) => a.label.localeCompare(b.label))
    .filter(
      (flag) =>
        passes[which](flag) && [flag.label, flag.key, flag.means].some((text) => text.toLowerCase().includes(typed)),
    )
  const open = found?.content.find(({ key }) => key === openKey)
  const option = (value: Which, label: string) => ({
    value,
    label: found ? `${label} ${found.content.filter(passes[value]).length}` : label,
  })
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Feature flags" />
          <span className={css.sub}>
            {found &&
              `${found.content.length} flags, ${found.content.filter(isChanged).length} set at ${carrier.name}. The most specific counts: user, program, carrier, default.`}
          </span>
        </div>
        <div className={css.filters} role="search" aria-label="Flags" ref={search}>
          <TextField label="Find a flag" type="search" icon={iconSearch} value={words} onChange={setWords} />
          <Segmented
            label="Which flags"
            value={which}
            options={[option('all', 'All'), option('changed', 'Set here'), option('on', 'On'), option('off', 'Off')]}
            onChange={setWhich}
          />
        </div>
        {asked.error && !found ? (
          <NotLoaded title="The flags could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Flags loaded.">
            {rows && (
              <Card flush>
                {rows.length === 0 ? (
                  <State small kind="noMatch" title="No flags match">
                    Change the words or the filter.
                  </State>
                ) : (
                  <FlagTable of={rows} zone={person.timeZone} busy={asked.isFetching} onOpen={setOpenKey} />
                )}
              </Card>
            )}
          </Loading>
        )}
      </div>
      {open && found && (
        <FlagPanel
          of={open}
          subCarriers={found.subCarriers}
          whole={found.whole}
          zone={person.timeZone}
          onClose={() => setOpenKey(undefined)}
        />
      )}
    </Page>
  )
}

type FlagTableProps = { of: readonly ListedFlag[]; zone: string; busy: boolean; onOpen: (key: string) => void }
function FlagTable({ of, zone, busy, onOpen }: FlagTableProps) {
  const list = useRows(of.map(({ key }) => key))
  useKeys(list.keys)
  return (
    <div {...list.listProps}>
      <Table caption="Feature flags" tall cards="labels" busy={busy}>
        <TableHead>
          <HeadCell>Flag</HeadCell>
          <HeadCell>Default</HeadCell>
          <HeadCell>Carrier</HeadCell>
          <HeadCell>Programs</HeadCell>
          <HeadCell>Users</HeadCell>
          <HeadCell>Here</HeadCell>
          <HeadCell>Last change</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {of.map((flag, index) => (
            <Row key={flag.key} {...list.rowProps(index)}>
              <Cell head second={flag.means} className={css.flag}>
                {flag.label}
              </Cell>
              <Cell label="Default">{onOff(flag.default)}</Cell>
              <Cell label="Carrier">
                {flag.carrier === null ? <span className="muted">as default</span> : <b>{onOff(flag.carrier)}</b>}
              </Cell>
              <Cell label="Programs">
                {flag.subCarriers.length === 0 ? (
                  <span className="muted">as carrier</span>
                ) : (
                  flag.subCarriers.map(({ code, enabled }) => `${code} ${onOff(enabled).toLowerCase()}`).join(', ')
                )}
              </Cell>
              <Cell label="Users">
                {flag.users.length === 0 ? (
                  <span className="muted">none</span>
                ) : (
                  `${flag.users.length} ${flag.users.length === 1 ? 'user' : 'users'}`
                )}
              </Cell>
              <Cell label="Here">
                <span>
                  <Badge tone={isOn(flag) ? 'green' : 'neutral'}>{onOff(isOn(flag))}</Badge>
                </span>
              </Cell>
              <Cell label="Last change">
                {flag.changed ? (
                  `${dayAndTime(flag.changed.at, zone).day} ${flag.changed.by}`
                ) : (
                  <span className="muted">none</span>
                )}
              </Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={`${flag.whyNot === null ? 'Change' : 'Details'} of ${flag.label}`}
                  {...list.linkProps(index)}
                  onClick={() => onOpen(flag.key)}
                >
                  {flag.whyNot === null ? 'Change' : 'Details'}
                </Button>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
