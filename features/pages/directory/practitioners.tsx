import { useState } from 'react'
import { practitioners, type Practitioner } from '#features/practitioners/contract.ts'
import { whyNotSearchPractitioners, type PractitionerSearchKey } from '#features/practitioners/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconSearch, iconWarning } from '#platform/ui/display/icons.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { paths } from '../paths.ts'
import css from './directory.module.css'
import { countWords, Found } from './found.tsx'
import { DirectoryHead, PANEL } from './head.tsx'

const keys = [
  { value: 'NAME', label: 'Name' },
  { value: 'NPI', label: 'NPI' },
  { value: 'LICENSE', label: 'License' },
] as const
const HINT = 'Give a name as "last, first" or the other way around, an NPI of ten digits, or a license number.'

/** The directory of prescribers (/practitioners). */
export function Practitioners() {
  const [by, setBy] = useState<PractitionerSearchKey>('NAME')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<{ by: PractitionerSearchKey; text: string; page: number }>()
  const [error, setError] = useState<string>()
  const found = useRead(
    practitioners.search,
    {
      practitionerSearchKey: asked?.by ?? 'NAME',
      practitionerSearchVal: asked?.text ?? '',
      page: asked?.page ?? 0,
      size: 50,
    },
    { off: !asked, keepPrevious: true },
  )
  const find = () => {
    const why = whyNotSearchPractitioners(by, text, 'practitionerSearchVal')
    setError(text.trim() === '' ? HINT : why?.message)
    if (!why && text.trim() !== '') setAsked({ by, text: text.trim(), page: 0 })
  }
  const rows = asked ? (found.data?.content ?? []) : []
  return (
    <Page as="work">
      <DirectoryHead current={paths.practitioners} />
      <div {...tabPanelProps(PANEL)} className={css.form}>
        <SearchBy
          label="Find prescribers"
          className={css.search ?? ''}
          by={by}
          keys={keys}
          onBy={setBy}
          value={text}
          onChange={setText}
          onSearch={find}
          shortcut={['/']}
        />
        <Button tone="primary" icon={iconSearch} onClick={find}>
          Find
        </Button>
        <p className={css.hint} role={error ? 'alert' : undefined}>
          {error ? (
            <span className={css.error}>{error}</span>
          ) : asked && found.data ? (
            countWords(found.data, 'prescriber')
          ) : (
            HINT
          )}
        </p>
      </div>
      <Found
        what="prescribers"
        hint={HINT}
        asked={asked && found}
        onPage={(page) => setAsked((old) => old && { ...old, page })}
      >
        <Listed rows={rows} busy={found.isFetching} />
      </Found>
    </Page>
  )
}

const nameOf = (one: Practitioner): string => `${one.lastName}, ${one.firstName}, ${one.credential}`
const statusWords: Record<string, string> = { INACTIVE: 'Inactive', DECEASED: 'Deceased', EXCLUDED: 'Excluded' }

function Listed({ rows, busy }: { rows: readonly Practitioner[]; busy: boolean }) {
  const list = useRows(rows.map((one) => one.npi))
  useKeys(list.keys)
  const chosen = rows[list.current]
  return (
    <div className={css.body}>
      <div className={css.list} {...list.listProps}>
        <Table caption="Prescribers" tall cards="labels" busy={busy}>
          <TableHead>
            <HeadCell>Prescriber</HeadCell>
            <HeadCell>NPI</HeadCell>
            <HeadCell>City</HeadCell>
            <HeadCell>Phone, fax</HeadCell>
            <HeadCell>License</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((one, index) => (
              <Row key={one.npi} {...list.rowProps(index)}>
                <Cell head second={one.specialty}>
                  <button type="button" className={css.name} {...list.linkProps(index)} onClick={() => list.go(index)}>
                    {nameOf(one)}
                  </button>{' '}
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
                    <a className={css.phone} href={`tel:${one.phone}`} tabIndex={list.innerTab(index)}>
                      {one.phone}
                    </a>
                  ) : (
                    'No phone'
                  )}
                </Cell>
                <Cell label="License">{[one.licenseState, one.licenseNumber].filter(Boolean).join(' ')}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {chosen && <Chosen of={chosen} />}
    </div>
  )
}

const kindWords = { PHONE: 'Phone', FAX: 'Fax', MOBILE: 'Mobile' } as const

function Chosen({ of: one }: { of: Practitioner }) {
  const phones = useRead(practitioners.phoneNumbers, { id: one.id })
  const addresses = useRead(practitioners.postalAddress, { id: one.id })
  const about = useRead(practitioners.information, { ids: [one.id] })
  const wrote = about.data?.[0]
  return (
    <section className={css.pane} aria-label="Prescriber">
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
          ...(addresses.data ?? []).map(
            (place) =>
              [
                place.primary ? 'Address' : 'Also at',
                [place.line1, place.line2, `${place.city}, ${place.state} ${place.zip}`].filter(Boolean).join(', '),
              ] as const,
          ),
        ]}
      />
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
    </section>
  )
}
