import { useState } from 'react'
import { pharmacies, type Pharmacy, type PharmacySearch as PharmacyWanted } from '#features/pharmacies/contract.ts'
import { hoursByDay, nabpsOf, openNow, whyNotNabps, whyNotSearch } from '#features/pharmacies/rules.ts'
import { ask } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { weekdayOf } from '#platform/dates/day.ts'
import { dateIn, timeIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconCopy, iconExport, iconWarning } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { usePress } from '#platform/ui/keys/use-press.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Cell, HeadCell } from '#platform/ui/list/table-cells.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { paths } from '../paths.ts'
import css from './directory.module.css'
import { copyAll, copyNumbers } from './copy-numbers.ts'
import { allOf, countWords, Found } from './found.tsx'
import { DirectoryHead } from './head.tsx'
import { directoryHints, Rows, type Choice, type RowParts } from './rows.tsx'
import { SearchForm } from './search-form.tsx'
import { cityAndState, distances } from './typed-place.ts'
import { useSearch } from './use-search.ts'

const hints: readonly Hint[] = [...directoryHints, { keys: ['E'], does: 'Export' }]
const keys = [
  { value: 'zipCode', label: 'ZIP code' },
  { value: 'city', label: 'City, state' },
  { value: 'phone', label: 'Phone' },
  { value: 'npi', label: 'NPI' },
  { value: 'nabp', label: 'NABP' },
  { value: 'nabps', label: 'NABP list' },
  { value: 'name', label: 'Name' },
] as const
type Key = (typeof keys)[number]['value']
const LIST_HINT = 'Up to 200 NABP numbers of seven digits, with spaces or commas between them.'
const NO_PLACE =
  'We do not know where this ZIP code lies: only pharmacies with it in their address are listed. Search by city to find more'
/** A search, or a list of numbers. */
type Wanted = { search?: PharmacyWanted; nabps?: string[] }
const HINT =
  'Search by ZIP code, city and state, name, phone number, NPI or NABP number. Dashes and spaces do not matter.'

/** What the form asks for, as the call takes it. */
function searchOf(by: Exclude<Key, 'nabps'>, text: string, name: string, miles: string): PharmacyWanted {
  const value = text.trim()
  const wanted: PharmacyWanted = by === 'city' ? cityAndState(value) : { [by]: value }
  if (by === 'zipCode' && value !== '') wanted.radius = Number(miles)
  if (by !== 'name' && name.trim() !== '') wanted.name = name.trim()
  return wanted
}

type PharmacySearchProps = {
  /** A name to begin with. */
  text?: string | undefined
  /** For a form that chooses a pharmacy. */
  choice?: Choice<Pharmacy> | undefined
}
const digits = (value: string | undefined) => value?.replaceAll(/[\s().-]/g, '')

/** Pharmacies looked for, listed, and one of them in full. */
export function PharmacySearch({ text, choice }: PharmacySearchProps) {
  const [name, setName] = useState('')
  const [miles, setMiles] = useState('10')
  const [open, setOpen] = useState(false)
  const [outside, setOutside] = useState(false)
  const [doctors, setDoctors] = useState(false)
  const search = useSearch<Key, Wanted>({ by: text ? 'name' : 'zipCode', text }, (by, value) => {
    if (by === 'nabps') {
      const nabps = nabpsOf(value)
      const why = whyNotNabps(nabps)
      return why ? { error: why } : { wanted: { nabps } }
    }
    const wanted = searchOf(by, value, name, miles)
    const { zipCode, phone, npi, nabp } = wanted
    const why = whyNotSearch({
      ...wanted,
      zipCode,
      phone: digits(phone),
      npi: digits(npi),
      nabp: digits(nabp),
      state: wanted.state?.toUpperCase(),
    })
    return why ? { error: why.message } : { wanted: { search: wanted } }
  })
  const { asked, by } = search
  const wanted = {
    ...asked?.of.search,
    isExternal: outside,
    physicianDispenserFilterCheckboxChecked: doctors,
    openNow: open,
  }
  const nabps = asked?.of.nabps
  const searched = useRead(
    pharmacies.search,
    { ...wanted, page: asked?.page ?? 0, size: 50 },
    { off: !asked || nabps !== undefined, keepPrevious: true },
  )
  const listed = useRead(pharmacies.byNabp, { nabps: nabps ?? [] }, { off: nabps === undefined })
  const found = nabps === undefined ? searched : { ...listed, data: listed.data && allOf(listed.data.pharmacies) }
  const missing = nabps === undefined ? [] : (listed.data?.notFound ?? [])
  const openOf = useOpen()
  const press = usePress('e')
  const save = async () => {
    try {
      saveFile(await ask(pharmacies.export, wanted))
    } catch (fault) {
      toast({ tone: 'error', words: 'The export could not be made.', detail: (fault as Error).message })
    }
  }
  const rows = asked ? (found.data?.content ?? []) : []
  const far = Math.max(...rows.map((one) => one.distanceMiles ?? 0))
  const widen = (set: (on: boolean) => void) => (on: boolean) => {
    set(on)
    search.toPage(0)
  }
  return (
    <>
      {!choice && (
        <DirectoryHead
          current={paths.pharmacies}
          act={
            <Button
              id={press}
              size="small"
              icon={iconExport}
              disabled={rows.length === 0 || nabps !== undefined}
              onClick={() => void save()}
            >
              Export
            </Button>
          }
        />
      )}
      <SearchForm
        label="Find pharmacies"
        keys={keys}
        search={search}
        focus={choice !== undefined}
        says={
          asked && found.data
            ? [
                countWords(found.data, 'pharmacy'),
                ...(searched.data?.zipHasNoPlace && nabps === undefined ? [NO_PLACE] : []),
                ...(missing.length > 0 ? [`Not in the directory: ${missing.join(', ')}`] : []),
              ].join('. ')
            : by === 'nabps'
              ? LIST_HINT
              : HINT
        }
        fields={
          <>
            {by === 'zipCode' && (
              <SelectField
                label="Within"
                value={miles}
                onChange={setMiles}
                options={distances.map((one) => ({ value: String(one), label: `${one} miles` }))}
              />
            )}
            {by !== 'name' && by !== 'nabps' && <TextField label="Name, optional" value={name} onChange={setName} />}
          </>
        }
        chips={
          <>
            <ToggleChip label="Open now" on={open} onChange={widen(setOpen)} />
            <ToggleChip label="Include out-of-network" on={outside} onChange={widen(setOutside)} />
            <ToggleChip label="Include dispensing physicians" on={doctors} onChange={widen(setDoctors)} />
          </>
        }
      />
      <Found what="pharmacies" hint={HINT} asked={asked && found} onPage={search.toPage}>
        <Rows
          caption="Pharmacies"
          one="Pharmacy"
          rows={rows}
          keyOf={(one) => one.nabp}
          busy={found.isFetching}
          isEarlier={found.isPlaceholderData}
          choice={choice}
          keysOf={copyNumbers}
          heads={['Distance', 'Pharmacy', 'Phone, fax', 'Network, type', 'Hours'].map((words) => (
            <HeadCell key={words}>{words}</HeadCell>
          ))}
          cells={(one, parts) => cellsOf(one, parts, far, openOf(one))}
          pane={(one) => <Chosen of={one} />}
        />
      </Found>
    </>
  )
}

/** The directory of pharmacies (/pharmacies). */
export function Pharmacies() {
  useHints(hints)
  return (
    <Page as="work">
      <PharmacySearch />
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
      {{ CLOSED: 'Permanently closed', SUSPENDED: 'Suspended', SANCTIONED: 'Sanctioned' }[one.status]}
    </Badge>
  ) : one.inNetwork ? (
    <Badge tone="green" icon={iconCheck}>
      In network
    </Badge>
  ) : (
    <Badge>Outside</Badge>
  )

const addressOf = ({ address: { line1, city, state, zip } }: Pharmacy): string => `${line1}, ${city}, ${state} ${zip}`

const cellsOf = (one: Pharmacy, { name, tab }: RowParts, far: number, open: ReturnType<typeof openNow>) => (
  <>
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
      {name(one.name)}
    </Cell>
    <Cell label="Phone, fax" second={one.fax ? `Fax ${one.fax}` : 'No fax'}>
      <a className={css.phone} href={`tel:${one.phone}`} tabIndex={tab}>
        {one.phone}
      </a>
    </Cell>
    <Cell label="Network" second={one.physicianDispenser ? 'Physician dispenser' : one.deliveryType.name}>
      {statusBadge(one)}
    </Cell>
    <Cell label="Hours" second={open?.next}>
      {open?.words ?? <span className="muted">Not on file</span>}
    </Cell>
  </>
)

function Chosen({ of: one }: { of: Pharmacy }) {
  const now = useNow()
  const today = one.timeZone === null ? -1 : weekday(dateIn(now, one.timeZone))
  const copied = (label: string, text: string) => (
    <>
      {text} <CopyButton text={text} label={`Copy ${label}`} done={`${label} copied.`} />
    </>
  )
  return (
    <>
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
      <Button
        size="small"
        icon={iconCopy}
        className={css.copy}
        onClick={() =>
          copyAll([
            one.name,
            addressOf(one),
            `Phone ${one.phone}`,
            one.fax && `Fax ${one.fax}`,
            `NPI ${one.npi}`,
            `NABP ${one.nabp}`,
          ])
        }
      >
        Copy all
      </Button>
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
    </>
  )
}

/** The pharmacy of an NABP number; undefined where the directory has none. */
export const pharmacyByNumber = async (nabp: string, signal: AbortSignal): Promise<Pharmacy | undefined> =>
  (await ask(pharmacies.byNabp, { nabps: [nabp] }, { signal })).pharmacies[0]
