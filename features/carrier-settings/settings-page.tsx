import { useRef, useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconColumns, iconHistory, iconSearch } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { cx } from '#platform/ui/cx.ts'
import { ChangeSetting, type Place } from './change-setting.tsx'
import { History, OpenChanges } from './changes.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { carrierSettings, type Change, type Listed } from './contract.ts'
import { defaultWords } from './setting-values.ts'
import { groups, meansWords, settingWords, type Group } from './setting-words.ts'
import css from './settings-page.module.css'

const ALL = 'ALL'
const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Find' },
  { keys: ['H'], does: 'History' },
  { keys: ['C'], does: 'Compare programs' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['E'], does: 'Change' },
]
type Settings = AnswerOf<typeof carrierSettings.list>

/** /accounts/settings: what the carrier has set, for itself and for its sub-carriers. */
export function SettingsPage() {
  const { person, carrier } = useUser()
  const [sub, setSub] = useState(person.subCarriers?.[0] ?? ALL)
  const [group, setGroup] = useState<Group>(groups[0])
  const [words, setWords] = useState('')
  const [history, setHistory] = useState(false)
  const [comparing, setComparing] = useState(false)
  const [changingKey, setChangingKey] = useState<string>()
  const search = useRef<HTMLDivElement>(null)
  const subCarrier = sub === ALL ? undefined : sub
  const asked = useRead(carrierSettings.list, subCarrier === undefined ? {} : { subCarrier }, { keepPrevious: true })
  const found = asked.data
  // As it is now, also where somebody else changes it while the dialog is open.
  const changing = found?.content.find(({ key }) => key === changingKey)
  const comparable = (found?.subCarriers.length ?? 0) > 1
  useHints(hints)
  useKeys({
    '/': (event) => {
      event.preventDefault()
      search.current?.querySelector('input')?.focus()
    },
    h: () => setHistory(true),
    c: () => comparable && setComparing(true),
  })
  const place: Place = {
    subCarrier,
    name: found?.subCarriers.find(({ code }) => code === subCarrier)?.name ?? `all programs of ${carrier.name}`,
  }
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Carrier settings" />
          <span className={css.sub}>{found && summary(carrier.name, found)}</span>
          {comparable && (
            <Button tone="quiet" icon={iconColumns} onClick={() => setComparing(true)}>
              Compare programs
            </Button>
          )}
          <Button tone="quiet" icon={iconHistory} onClick={() => setHistory(true)}>
            History
          </Button>
        </div>
        <div className={css.filters} role="search" aria-label="Settings" ref={search}>
          <SelectField
            label="Applies to"
            value={sub}
            options={[
              ...(person.subCarriers === null ? [{ value: ALL, label: 'All programs' }] : []),
              ...(found?.subCarriers ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
            ]}
            onChange={setSub}
          />
          <TextField label="Find a setting" type="search" icon={iconSearch} value={words} onChange={setWords} />
        </div>
        {asked.error && !found ? (
          <NotLoaded title="The settings could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Settings loaded.">
            {found && (
              <>
                {found.whyNotChange !== null && (
                  <Note tone="blue">
                    <b>View only.</b> {found.whyNotChange}
                  </Note>
                )}
                {found.open.length > 0 && (
                  <OpenChanges
                    of={found.open}
                    engine={new Set(found.content.filter((row) => row.engine).map((row) => row.key))}
                    zone={person.timeZone}
                    whyNotChange={found.whyNotChange}
                  />
                )}
                <Groups
                  of={found}
                  group={group}
                  words={words}
                  subCarrier={subCarrier}
                  zone={person.timeZone}
                  onGroup={(next) => {
                    setGroup(next)
                    setWords('')
                  }}
                  onChange={({ key }) => setChangingKey(key)}
                />
              </>
            )}
          </Loading>
        )}
      </div>
      {history && (
        <History zone={person.timeZone} whyNotChange={found?.whyNotChange ?? null} onClose={() => setHistory(false)} />
      )}
      {comparing && found && <ComparePanel programs={found.subCarriers} onClose={() => setComparing(false)} />}
      {changing && found && (
        <ChangeSetting
          of={changing}
          place={place}
          version={found.version}
          approvers={found.approvers}
          today={found.today}
          onClose={() => setChangingKey(undefined)}
        />
      )}
    </Page>
  )
}

const summary = (carrier: string, { content, open }: Settings): string =>
  `${carrier}, ${content.length} settings${open.length > 0 ? `, ${open.length} ${open.length === 1 ? 'change waits' : 'changes wait'}` : ''}`

type GroupsProps = {
  of: Settings
  group: Group
  words: string
  subCarrier: string | undefined
  zone: string
  onGroup: (group: Group) => void
  onChange: (of: Listed) => void
}
/** The groups of settings, and the settings of one of them or those that match the words. */
function Groups({ of, group, words, subCarrier, zone, onGroup, onChange }: GroupsProps) {
  const byKey = new Map(of.content.map((row) => [row.key, row]))
  const all = Object.entries(settingWords).flatMap(([key, own]) => {
    const row = byKey.get(key)
    return row ? [{ ...own, row }] : []
  })
  const openOf = (key: string) => of.open.find((one) => one.key === key && (one.subCarrier ?? undefined) === subCarrier)
  const search = words.trim().toLowerCase()
  const rows = all.filter((one) =>
    search === ''
      ? one.group === group
      : [one.label, one.row.means, one.row.key, one.group].some((text) => text.toLowerCase().includes(search)),
  )
  // One that waits for its change is not changed again meanwhile.
  const changeable = of.whyNotChange === null ? rows.filter(({ row }) => !openOf(row.key)).map(({ row }) => row) : []
  const list = useRows(changeable.map(({ key }) => key))
  useKeys({
    ...list.keys,
    e: () => {
      const current = changeable[list.current]
      if (current) onChange(current)
    },
  })
  return (
    <div className={css.columns}>
      <nav className={css.groups} aria-label="Groups of settings">
        {groups.map((name) => {
          const own = all.filter((one) => one.group === name)
          const waiting = own.filter((one) => openOf(one.row.key)).length
          const on = search === '' && name === group
          return (
            <button key={name} type="button" aria-current={on || undefined} onClick={() => onGroup(name)}>
              <span className={css.grow}>{name}</span>
              {waiting > 0 && <Badge tone="amber">{`${waiting} waiting`}</Badge>}
              <span className={css.count}>{own.length}</span>
            </button>
          )
        })}
      </nav>
      <Card
        title={search === '' ? group : 'Settings found'}
        sub={search === '' ? undefined : `${rows.length} of ${all.length}`}
        flush
      >
        {rows.length === 0 ? (
          <State small kind="noMatch" title="No settings match">
            Change the words, or choose a group.
          </State>
        ) : (
          <ul className={css.settings} {...list.listProps}>
            {rows.map(({ label, row }) => (
              <SettingLine
                key={row.key}
                label={label}
                of={row}
                open={openOf(row.key)}
                inSubCarrier={subCarrier !== undefined}
                zone={zone}
                list={list}
                index={changeable.indexOf(row)}
                {...(of.whyNotChange === null && { onChange: () => onChange(row) })}
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

type SettingLineProps = {
  label: string
  of: Listed
  open: Change | undefined
  inSubCarrier: boolean
  zone: string
  list: ReturnType<typeof useRows>
  /** Among those that may be changed now; -1 for the others. */
  index: number
  onChange?: () => void
}
function SettingLine({ label, of, open, inSubCarrier, zone, list, index, onChange }: SettingLineProps) {
  const words = settingWords[of.key]!
  const value = of.subCarrier ?? of.carrier ?? of.default
  const level =
    of.subCarrier !== null
      ? 'Set for this program'
      : of.carrier === null
        ? 'Default'
        : inSubCarrier
          ? 'As the carrier'
          : 'Set'
  const since = of.since === null ? '' : ` ${dayAndTime(of.since, zone).day} by ${of.by ?? 'an operator'}`
  return (
    <li
      className={cx(open && css.waiting, index >= 0 && index === list.current && css.current)}
      {...(index >= 0 && { onFocus: list.rowProps(index).onFocus })}
    >
      <div className={css.grow}>
        <b>{label}</b>
        <small>{meansWords(of.means)}</small>
        {open && (
          <small className={css.planned}>
            {open.status === 'WAITING' ? 'Needs approval' : 'Planned'}: {defaultWords(words, open.after ?? of.default)}{' '}
            from {usDate(open.startsOn)}
          </small>
        )}
      </div>
      <div className={css.value}>
        <span>{defaultWords(words, value)}</span>
        <small>
          {level}
          {since}
        </small>
      </div>
      {onChange && (
        <Button
          tone="link"
          size="small"
          aria-label={`Change ${label}`}
          disabled={open !== undefined}
          {...(index >= 0 && list.linkProps(index))}
          onClick={onChange}
        >
          Change
        </Button>
      )}
    </li>
  )
}
