import { useState } from 'react'
import { pharmacies, type Pharmacy, type PharmacySearch } from '#features/pharmacies/contract.ts'
import { openNow, hoursByDay, whyNotSearch } from '#features/pharmacies/rules.ts'
import { ask } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { weekdayOf } from '#platform/dates/day.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconExport, iconSearch, iconWarning } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { paths } from '../paths.ts'
import css from './directory.module.css'
import { countWords, Found } from './found.tsx'
import { DirectoryHead, PANEL } from './head.tsx'

const keys = [
  { value: 'zipCode', label: 'ZIP code' },
  { value: 'city', label: 'City, state' },
  { value: 'phone', label: 'Phone' },
  { value: 'npi', label: 'NPI' },
  { value: 'nabp', label: 'NABP' },
  { value: 'name', label: 'Name' },
] as const
type Key = (typeof keys)[number]['value']
const distances = [5, 10, 25, 50, 100]
const HINT =
  'Enough to search: a ZIP code, a city with its state, a name, a phone number, an NPI or an NABP number. Dashes and spaces do not matter.'

/** What the form asks for, as the call takes it. */
function searchOf(by: Key, text: string, name: string, miles: string): PharmacySearch {
  const value = text.trim()
  // "Fresno, CA" and "Fresno CA".
  const cut = value.includes(',')
    ? value.lastIndexOf(',')
    : / [A-Za-z]{2}$/.test(value.slice(-3))
      ? value.length - 3
      : -1
  const [city, state] = cut < 0 ? [value] : [value.slice(0, cut).trim(), value.slice(cut + 1).trim()]
  const wanted: PharmacySearch = by === 'city' ? { city, ...(state && { state }) } : { [by]: value }
  if (by === 'zipCode' && value !== '') wanted.radius = Number(miles)
  if (by !== 'name' && name.trim() !== '') wanted.name = name.trim()
  return wanted
}

/** The directory of pharmacies (/pharmacies). */
export function Pharmacies() {
  const [by, setBy] = useState<Key>('zipCode')
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [miles, setMiles] = useState('10')
  const [outside, setOutside] = useState(false)
  const [doctors, setDoctors] = useState(false)
  const [asked, setAsked] = useState<{ wanted: PharmacySearch; page: number }>()
  const [error, setError] = useState<string>()
  const more = { isExternal: outside, physicianDispenserFilterCheckboxChecked: doctors }
  const found = useRead(
    pharmacies.search,
    { ...asked?.wanted, ...more, page: asked?.page ?? 0, size: 50 },
    { off: !asked, keepPrevious: true },
  )
  const find = () => {
    const wanted = searchOf(by, text, name, miles)
    const digits = (value: string | undefined) => value?.replaceAll(/[\s().-]/g, '')
    const { zipCode, phone, npi, nabp } = wanted
    const why = whyNotSearch({
      ...wanted,
      zipCode: digits(zipCode),
      phone: digits(phone),
      npi: digits(npi),
      nabp: digits(nabp),
      state: wanted.state?.toUpperCase(),
    })
    setError(why?.message)
    if (!why) setAsked({ wanted, page: 0 })
  }
  const save = async () => {
    try {
      saveFile(await ask(pharmacies.export, { ...asked?.wanted, ...more }))
    } catch (fault) {
      toast({ tone: 'error', words: 'The export could not be made.', detail: (fault as Error).message })
    }
  }
  const rows = asked ? (found.data?.content ?? []) : []
  return (
    <Page as="work">
      <DirectoryHead
        current={paths.pharmacies}
        act={
          <Button size="small" icon={iconExport} disabled={rows.length === 0} onClick={() => void save()}>
            Export
          </Button>
        }
      />
      <div {...tabPanelProps(PANEL)} className={css.form}>
        <SearchBy
          label="Find pharmacies"
          className={css.search ?? ''}
          by={by}
          keys={keys}
          onBy={setBy}
          value={text}
          onChange={setText}
          onSearch={find}
          shortcut={['/']}
        />
        {by === 'zipCode' && (
          <SelectField
            label="Within"
            value={miles}
            onChange={setMiles}
            options={distances.map((one) => ({ value: String(one), label: `${one} miles` }))}
          />
        )}
        {by !== 'name' && <TextField label="Name, optional" value={name} onChange={setName} />}
        <Button tone="primary" icon={iconSearch} onClick={find}>
          Find
        </Button>
        <span className={css.chips}>
          <ToggleChip label="Also outside the network" on={outside} onChange={setOutside} />
          <ToggleChip label="Also dispensing doctors" on={doctors} onChange={setDoctors} />
        </span>
        <p className={css.hint} role={error ? 'alert' : undefined}>
          {error ? (
            <span className={css.error}>{error}</span>
          ) : asked && found.data ? (
            countWords(found.data, 'pharmacy')
          ) : (
            HINT
          )}
        </p>
      </div>
      <Found
        what="pharmacies"
        hint={HINT}
        asked={asked && found}
        onPage={(page) => setAsked((old) => old && { ...old, page })}
      >
        <Listed rows={rows} busy={found.isFetching} />
      </Found>
    </Page>
  )
}

const weekday = (date: string): number => (weekdayOf(date) + 6) % 7

/** Whether it is open, on its own clock. */
function useOpen(): (one: Pharmacy) => ReturnType<typeof openNow> {
  const now = useNow()
  return (one) => {
    const zone = one.timeZone
    if (zone === null) return undefined
    return openNow(one.hours, { weekday: weekday(dateIn(now, zone)), time: timeIn(now, zone).slice(0, 5) })
  }
}

const statusBadge = (one: Pharmacy) =>
  one.status !== 'OPEN' ? (
    <Badge tone="red" icon={iconWarning}>
      {{ CLOSED: 'Closed for good', SUSPENDED: 'Suspended', SANCTIONED: 'Sanctioned' }[one.status]}
    </Badge>
  ) : one.inNetwork ? (
    <Badge tone="green" icon={iconCheck}>
      In network
    </Badge>
  ) : (
    <Badge>Outside</Badge>
  )

const addressOf = ({ address: { line1, city, state, zip } }: Pharmacy): string => `${line1}, ${city}, ${state} ${zip}`

function Listed({ rows, busy }: { rows: readonly Pharmacy[]; busy: boolean }) {
  const list = useRows(rows.map((one) => one.nabp))
  const openOf = useOpen()
  useKeys(list.keys)
  const far = Math.max(...rows.map((one) => one.distanceMiles ?? 0))
  const chosen = rows[list.current]
  return (
    <div className={css.body}>
      <div className={css.list} {...list.listProps}>
        <Table caption="Pharmacies" tall cards="labels" busy={busy}>
          <TableHead>
            <HeadCell>Distance</HeadCell>
            <HeadCell>Pharmacy</HeadCell>
            <HeadCell>Phone, fax</HeadCell>
            <HeadCell>Network, type</HeadCell>
            <HeadCell>Hours</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((one, index) => {
              const open = openOf(one)
              return (
                <Row key={one.nabp} {...list.rowProps(index)}>
                  <Cell label="Distance" second={one.direction}>
                    {one.distanceMiles === null ? (
                      <span className="muted">Not measured</span>
                    ) : (
                      <span className={css.distance}>
                        <b>{one.distanceMiles.toFixed(1)}</b> mi
                        <span className={css.bar} aria-hidden="true">
                          <span style={{ width: `${far === 0 ? 0 : (100 * one.distanceMiles) / far}%` }} />
                        </span>
                      </span>
                    )}
                  </Cell>
                  <Cell head second={addressOf(one)}>
                    <button
                      type="button"
                      className={css.name}
                      {...list.linkProps(index)}
                      onClick={() => list.go(index)}
                    >
                      {one.name}
                    </button>
                  </Cell>
                  <Cell label="Phone, fax" second={one.fax ? `Fax ${one.fax}` : 'No fax'}>
                    <a className={css.phone} href={`tel:${one.phone}`} tabIndex={list.innerTab(index)}>
                      {one.phone}
                    </a>
                  </Cell>
                  <Cell label="Network" second={one.physicianDispenser ? 'Physician dispenser' : one.deliveryType.name}>
                    {statusBadge(one)}
                  </Cell>
                  <Cell label="Hours" second={open?.next}>
                    {open?.words ?? <span className="muted">Not on file</span>}
                  </Cell>
                </Row>
              )
            })}
          </TableBody>
        </Table>
      </div>
      {chosen && <Chosen of={chosen} />}
    </div>
  )
}

function Chosen({ of: one }: { of: Pharmacy }) {
  const now = useNow()
  const today = one.timeZone === null ? -1 : weekday(dateIn(now, one.timeZone))
  const copied = (label: string, text: string) => (
    <>
      {text} <CopyButton text={text} label={`Copy ${label}`} done={`${label} copied.`} />
    </>
  )
  return (
    <section className={css.pane} aria-label="Pharmacy">
      {statusBadge(one)}
      <h2>{one.name}</h2>
      <p className="muted">{addressOf(one)}</p>
      <Facts
        of={[
          ['Phone', copied('phone number', one.phone)],
          ['Fax', one.fax && copied('fax number', one.fax)],
          ['NPI', copied('NPI', one.npi)],
          ['NABP', copied('NABP number', one.nabp)],
          ['Chain', one.chain ?? 'Independent'],
          ['Type', one.physicianDispenser ? 'Physician dispenser' : one.deliveryType.name],
          ...(one.distanceMiles === null
            ? []
            : [['Distance', `${one.distanceMiles.toFixed(1)} miles ${one.direction ?? ''}`] as const]),
        ]}
      />
      {one.hours && (
        <>
          <h3>Hours, local time</h3>
          <dl className={css.hours}>
            {hoursByDay(one.hours).map(({ day, words }, at) => (
              <div key={day} style={{ display: 'contents' }} aria-current={at === today ? 'date' : undefined}>
                <dt className={at === today ? css.today : undefined}>{day}</dt>
                <dd className={at === today ? css.today : undefined}>{words}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
