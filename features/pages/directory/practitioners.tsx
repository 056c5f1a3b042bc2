import { useState } from 'react'
import { practitioners, type Practitioner } from '#features/practitioners/contract.ts'
import {
  whyNotSearchAddress,
  whyNotSearchPractitioners,
  type PractitionerSearchKey,
} from '#features/practitioners/rules.ts'
import { ask } from '#platform/browser/call.ts'
import type { InputOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCopy, iconWarning } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell } from '#platform/ui/list/table-cells.tsx'
import { paths } from '../paths.ts'
import css from './directory.module.css'
import { AddPrescriber } from './add-prescriber.tsx'
import { copyAll, copyNumbers } from './copy-numbers.ts'
import { allOf, countWords, Found } from './found.tsx'
import { DirectoryHead } from './head.tsx'
import { directoryHints, Rows, type Choice, type RowParts } from './rows.tsx'
import { SearchForm } from './search-form.tsx'
import { distances, typedPlace } from './typed-place.ts'
import { useSearch } from './use-search.ts'

const keys = [
  { value: 'NAME', label: 'Name' },
  { value: 'NPI', label: 'NPI' },
  { value: 'LICENSE', label: 'License' },
  { value: 'SHARED', label: 'Same address as' },
] as const
type Key = (typeof keys)[number]['value']
const HINT = 'Name (first last, or last, first), 10-digit NPI or license number.'
const SHARED_HINT = 'Everybody at the practice addresses of a prescriber: a name or an NPI, and where to look.'
/** A search of the directory, or of those at the same address. */
type Wanted =
  | { by: PractitionerSearchKey; text: string }
  | { shared: Omit<InputOf<typeof practitioners.associated>, 'searchType'> & { searchType: 'NPI' | 'FULL_NAME' } }

type PractitionerSearchProps = {
  /** A name to begin with. */
  text?: string | undefined
  /** For a form that chooses a prescriber. */
  choice?: Choice<Practitioner> | undefined
}

/** Prescribers looked for, listed, and one of them in full. */
export function PractitionerSearch({ text, choice }: PractitionerSearchProps) {
  const [place, setPlace] = useState('')
  const [miles, setMiles] = useState('10')
  const search = useSearch<Key, Wanted>({ by: 'NAME', text }, (by, typed) => {
    const value = typed.trim()
    const key = by !== 'SHARED' ? by : /^\d/.test(value) ? 'NPI' : 'NAME'
    const why = whyNotSearchPractitioners(key, value, 'practitionerSearchVal')
    if (why || value === '') return { error: why?.message ?? (by === 'SHARED' ? SHARED_HINT : HINT) }
    if (by !== 'SHARED') return { wanted: { by, text: value } }
    const where = typedPlace(place)
    const searchAddress = { ...where, ...(where.zip && { radius: Number(miles) }) }
    const nowhere = whyNotSearchAddress(searchAddress)
    if (nowhere) return { error: nowhere.message }
    return { wanted: { shared: { searchType: key === 'NPI' ? 'NPI' : 'FULL_NAME', value, searchAddress } } }
  })
  const { asked, by } = search
  const listed = asked && 'by' in asked.of ? asked.of : undefined
  const shared = asked && 'shared' in asked.of ? asked.of.shared : undefined
  const searched = useRead(
    practitioners.search,
    {
      practitionerSearchKey: listed?.by ?? 'NAME',
      practitionerSearchVal: listed?.text ?? '',
      page: asked?.page ?? 0,
      size: 50,
    },
    { off: !listed, keepPrevious: true },
  )
  const together = useRead(practitioners.associated, shared ?? { searchType: 'NPI', value: '', searchAddress: {} }, {
    off: !shared,
    keepPrevious: true,
  })
  const found = shared ? { ...together, data: together.data && allOf<Practitioner>(together.data) } : searched
  const rows = asked ? (found.data?.content ?? []) : []
  return (
    <>
      <SearchForm
        label="Find prescribers"
        keys={keys}
        search={search}
        focus={choice !== undefined}
        says={asked && found.data ? countWords(found.data, 'prescriber') : by === 'SHARED' ? SHARED_HINT : HINT}
        fields={
          by === 'SHARED' && (
            <>
              <TextField label="ZIP code, or city and state" required value={place} onChange={setPlace} />
              {typedPlace(place).zip !== undefined && (
                <SelectField
                  label="Within"
                  value={miles}
                  onChange={setMiles}
                  options={distances.map((one) => ({ value: String(one), label: `${one} miles` }))}
                />
              )}
            </>
          )
        }
      />
      <Found what="prescribers" hint={HINT} asked={asked && found} onPage={search.toPage}>
        <Rows
          caption="Prescribers"
          one="Prescriber"
          rows={rows}
          keyOf={(one) => one.npi}
          busy={found.isFetching}
          isEarlier={found.isPlaceholderData}
          choice={choice}
          keysOf={copyNumbers}
          heads={['Prescriber', 'NPI', 'City', 'Phone, fax', 'License'].map((words) => (
            <HeadCell key={words}>{words}</HeadCell>
          ))}
          cells={cellsOf}
          pane={(one) => <Chosen of={one} />}
        />
      </Found>
    </>
  )
}

/** The directory of prescribers (/practitioners). */
export function Practitioners() {
  useHints(directoryHints)
  return (
    <Page as="work">
      <DirectoryHead current={paths.practitioners} act={<AddPrescriber />} />
      <PractitionerSearch />
    </Page>
  )
}

const nameOf = (one: Practitioner): string => [one.lastName, one.firstName, one.credential].filter(Boolean).join(', ')
const statusWords: Record<string, string> = { INACTIVE: 'Inactive', DECEASED: 'Deceased', EXCLUDED: 'Excluded' }

const cellsOf = (one: Practitioner, { name, tab }: RowParts) => (
  <>
    <Cell head second={one.specialty}>
      {name(nameOf(one))}{' '}
      {one.status !== 'ACTIVE' && (
        <Badge tone="red" icon={iconWarning}>
          {statusWords[one.status] ?? one.status}
        </Badge>
      )}
    </Cell>
    <Cell label="NPI">{one.npi}</Cell>
    <Cell label="City">{[one.city, one.state].filter(Boolean).join(', ') || 'Not on file'}</Cell>
    <Cell label="Phone, fax" second={one.fax ? `Fax ${one.fax}` : 'No fax'}>
      {one.phone ? (
        <a className={css.phone} href={`tel:${one.phone}`} tabIndex={tab}>
          {one.phone}
        </a>
      ) : (
        'No phone'
      )}
    </Cell>
    <Cell label="License">{[one.licenseState, one.licenseNumber].filter(Boolean).join(' ')}</Cell>
  </>
)

type Place = { line1: string; line2: string | null; city: string; state: string; zip: string }
const addressOf = (place: Place): string =>
  [place.line1, place.line2, `${place.city}, ${place.state} ${place.zip}`].filter(Boolean).join(', ')

const kindWords = { PHONE: 'Phone', FAX: 'Fax', MOBILE: 'Mobile' } as const

function Chosen({ of: one }: { of: Practitioner }) {
  const phones = useRead(practitioners.phoneNumbers, { id: one.id })
  const addresses = useRead(practitioners.postalAddress, { id: one.id })
  const about = useRead(practitioners.information, { ids: [one.id] })
  const wrote = about.data?.[0]
  return (
    <>
      <h2>{nameOf(one)}</h2>
      <p className="muted">{one.specialty}</p>
      {wrote?.blocked && (
        <Badge tone="red" icon={iconWarning}>
          Blocked: {wrote.blocked.reason}
        </Badge>
      )}
      <Facts
        of={[
          ['NPI', one.npi],
          ...(phones.data ?? []).map(
            (phone) =>
              [
                kindWords[phone.kind],
                <a key={phone.number} className={css.phone} href={`tel:${phone.number}`}>
                  {phone.number}
                </a>,
              ] as const,
          ),
          ...(addresses.data ?? []).map((place) => [place.primary ? 'Address' : 'Also at', addressOf(place)] as const),
        ]}
      />
      <Button
        size="small"
        icon={iconCopy}
        onClick={() =>
          copyAll([
            nameOf(one),
            one.specialty,
            `NPI ${one.npi}`,
            ...(phones.data ?? []).map((phone) => `${kindWords[phone.kind]} ${phone.number}`),
            ...(addresses.data ?? []).map(addressOf),
          ])
        }
      >
        Copy all
      </Button>
      {wrote && (
        <>
          <h3>With your claims, last 12 months</h3>
          <Facts
            of={[
              ['Claims', wrote.claimCount.toLocaleString('en-US')],
              ['Opioids', wrote.opioidShare === null ? 'No fills' : `${Math.round(wrote.opioidShare * 100)}% of fills`],
            ]}
          />
        </>
      )}
      {addresses.data && <SamePractice key={one.npi} of={one} zip={placeOf(addresses.data)} />}
    </>
  )
}

const placeOf = (addresses: readonly { zip: string; primary: boolean }[]): string | undefined =>
  (addresses.find((place) => place.primary) ?? addresses[0])?.zip

/** Those who practice at the same address, looked for when asked for. */
function SamePractice({ of: one, zip }: { of: Practitioner; zip: string | undefined }) {
  const [asked, setAsked] = useState(false)
  const found = useRead(
    practitioners.associated,
    { searchType: 'NPI', value: one.npi, searchAddress: { zip: zip ?? '' } },
    { off: !asked || zip === undefined },
  )
  const others = found.data?.filter(({ npi }) => npi !== one.npi)
  return (
    <section>
      <h3>At the same address</h3>
      {zip === undefined && <p className="muted">No practice address on file.</p>}
      {zip !== undefined && !asked && (
        <Button size="small" onClick={() => setAsked(true)}>
          Show who else practices here
        </Button>
      )}
      {found.error && <p role="alert">They could not be looked up. {found.error.message}</p>}
      {asked && !found.data && !found.error && zip !== undefined && <Skeleton width="100%" height={60} />}
      {others?.length === 0 && <p className="muted">Nobody else practices here.</p>}
      {others && others.length > 0 && (
        <ul className={css.others} aria-label="At the same address">
          {others.map((other) => (
            <li key={other.npi}>
              <b>{nameOf(other)}</b>
              <span className="muted">
                {other.specialty} · NPI {other.npi}
                {other.phone && (
                  <>
                    {' · '}
                    <a className={css.phone} href={`tel:${other.phone}`}>
                      {other.phone}
                    </a>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The prescriber of an NPI; undefined where the directory has none. */
export const prescriberByNumber = async (npi: string, signal: AbortSignal): Promise<Practitioner | undefined> =>
  (await ask(practitioners.information, { npis: [npi] }, { signal }))[0]
