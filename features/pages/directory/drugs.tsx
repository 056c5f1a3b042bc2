import { useState } from 'react'
import { useSearch as useQuery } from 'wouter'
import { claims } from '#features/claims/contract.ts'
import { drugs, type Drug } from '#features/drugs/contract.ts'
import { whyNotSearchDrugs, type DrugSearchKey } from '#features/drugs/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconClose } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Cell, HeadCell } from '#platform/ui/list/table-cells.tsx'
import { paths } from '../paths.ts'
import css from './directory.module.css'
import { countWords, Found } from './found.tsx'
import { DirectoryHead } from './head.tsx'
import { Rows, type Choice, type RowParts } from './rows.tsx'
import { SearchForm } from './search-form.tsx'
import { useSearch } from './use-search.ts'

const keys = [
  { value: 'NAME', label: 'Name' },
  { value: 'GENERIC', label: 'Generic name' },
  { value: 'NDC', label: 'NDC' },
  { value: 'GPI', label: 'Drug code' },
] as const
const HINT =
  'Names start with what you type, from 3 letters, then contain it. An NDC has 10, 11 or 12 digits, with or without dashes.'

type DrugSearchProps = {
  /** A name to begin with. */
  text?: string | undefined
  /** Whose drug list is shown first. */
  subCarrier?: string | undefined
  /** For a form that chooses a drug. */
  choice?: Choice<Drug> | undefined
}
const ANY = ''
const hints: readonly Hint[] = [
  { keys: ['/'], does: 'Search' },
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['I'], does: 'Show inactive' },
]

/** Drugs looked for, listed, and one of them in full. */
export function DrugSearch({ text, subCarrier, choice }: DrugSearchProps) {
  const [inactive, setInactive] = useState(false)
  const [generic, setGeneric] = useState(false)
  const [strength, setStrength] = useState(ANY)
  const [form, setForm] = useState(ANY)
  const [program, setProgram] = useState(subCarrier ?? ANY)
  const search = useSearch<DrugSearchKey, { by: DrugSearchKey; text: string }>({ by: 'NAME', text }, (by, value) => {
    const why = whyNotSearchDrugs(by, value)
    return why ? { error: why.message } : { wanted: { by, text: value.trim() } }
  })
  const { asked } = search
  const programs = useRead(claims.subCarriers, {})
  const found = useRead(
    drugs.search,
    {
      drugSearchKey: asked?.of.by ?? 'NAME',
      drugSearchVal: asked?.of.text ?? '',
      showInactiveDrugs: inactive,
      genericOnly: generic,
      ...(strength !== ANY && { drugStrength: strength }),
      ...(form !== ANY && { drugDosage: form }),
      ...(program !== ANY && { subCarrier: program }),
      page: asked?.page ?? 0,
      size: 50,
    },
    { off: !asked, keepPrevious: true },
  )
  const rows = asked ? (found.data?.content ?? []) : []
  const find = () => {
    // What was chosen for the search before may not be in this one.
    setStrength(ANY)
    setForm(ANY)
    search.find()
  }
  const narrow =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      search.toPage(0)
    }
  const options = (any: string, values: readonly string[] | undefined) => [
    { value: ANY, label: any },
    ...(values ?? []).map((value) => ({ value, label: value })),
  ]
  const listed = programs.data?.filter((one) => one.active) ?? []
  return (
    <>
      <SearchForm
        label="Find drugs"
        keys={keys}
        search={{ ...search, find }}
        focus={choice !== undefined}
        says={asked && found.data ? countWords(found.data, 'package') : HINT}
        fields={
          <>
            <SelectField
              label="Strength"
              value={strength}
              onChange={narrow(setStrength)}
              options={options('Any strength', found.data?.strengths)}
            />
            <SelectField
              label="Form"
              value={form}
              onChange={narrow(setForm)}
              options={options('Any form', found.data?.forms)}
            />
            <SelectField
              label="Drug list of"
              value={program}
              onChange={setProgram}
              options={[
                { value: ANY, label: 'Carrier' },
                ...listed.map((one) => ({ value: one.subCarrierCode, label: one.subCarrierCode })),
              ]}
            />
          </>
        }
        chips={
          <>
            <ToggleChip label="Show inactive" on={inactive} onChange={narrow(setInactive)} />
            <ToggleChip label="Generic only" on={generic} onChange={narrow(setGeneric)} />
          </>
        }
      />
      <Found what="drugs" hint={HINT} asked={asked && found} onPage={search.toPage}>
        <Rows
          caption="Drugs"
          one="Drug"
          rows={rows}
          keyOf={(one) => one.ndc}
          busy={found.isFetching}
          isEarlier={found.isPlaceholderData}
          groupOf={strengthWords}
          choice={choice}
          keysOf={() => ({ i: () => setInactive(!inactive) })}
          heads={[
            <HeadCell key="drug">Drug, package</HeadCell>,
            <HeadCell key="ndc">NDC</HeadCell>,
            <HeadCell key="kind">Labeler, kind</HeadCell>,
            <HeadCell key="awp" end>
              AWP per unit
            </HeadCell>,
            <HeadCell key="list">{program === ANY ? 'Drug list' : `${program} drug list`}</HeadCell>,
          ]}
          cells={cellsOf}
          pane={(one) => <Chosen of={one} />}
        />
      </Found>
    </>
  )
}

/** The directory of drugs (/drugs), which may begin with a name (/drugs?find=). */
export function Drugs() {
  const find = new URLSearchParams(useQuery()).get('find') ?? undefined
  useHints(hints)
  return (
    <Page as="work">
      <DirectoryHead current={paths.drugs} />
      <DrugSearch key={find} text={find} />
    </Page>
  )
}

/** NDC as people write it: 5-4-2, or 6-4-2 of the longer ones. */
const ndcWords = (ndc: string): string => `${ndc.slice(0, -6)}-${ndc.slice(-6, -2)}-${ndc.slice(-2)}`
const units: Record<string, string> = { EA: 'each', ML: 'mL', GM: 'g' }
const kindWords: Record<string, string> = { G: 'Generic', M: 'Multi-source brand', B: 'Brand only' }
const kindOf = (one: Drug): string => kindWords[one.brandFlag] ?? one.brandFlag
const priceWords = (one: Drug): string => `$${one.awpUnit.toFixed(2)} ${units[one.unit] ?? ''}`.trim()

const strengthWords = (one: Drug): string => [one.genericName, one.strength, one.form].filter(Boolean).join(' ')

const statusBadge = (status: string | null) =>
  status === 'COVERED' ? (
    <Badge tone="green" icon={iconCheck}>
      Covered
    </Badge>
  ) : status === 'EXCLUDED' ? (
    <Badge tone="red" icon={iconClose}>
      Not covered
    </Badge>
  ) : status === null ? (
    <Badge>Not listed</Badge>
  ) : (
    <Badge tone="amber">{status === 'STEP' ? 'Step therapy' : 'Needs approval'}</Badge>
  )
const badgeOf = (one: Drug) => (one.active ? statusBadge(one.formularyStatus) : <Badge>Inactive</Badge>)

const cellsOf = (one: Drug, { name }: RowParts) => (
  <>
    <Cell head second={`package of ${one.packageSize}${one.repackaged ? ', repackaged' : ''}`}>
      {name(one.name, !one.active)}
    </Cell>
    <Cell label="NDC" second={one.ndc}>
      <span className={css.ndc}>{ndcWords(one.ndc)}</span>
    </Cell>
    <Cell
      label="Labeler, kind"
      second={[one.labeler && kindOf(one), !one.active && inactiveWords(one)].filter(Boolean).join(' · ') || undefined}
    >
      {one.labeler ?? kindOf(one)}
    </Cell>
    <Cell end label="AWP per unit">
      {priceWords(one)}
    </Cell>
    <Cell label="Drug list">{badgeOf(one)}</Cell>
  </>
)
const inactiveWords = (one: Drug): string =>
  one.obsoleteDate === null ? 'Not on the market yet' : `Inactive since ${usDate(one.obsoleteDate)}`

function Chosen({ of: one }: { of: Drug }) {
  const code = useRead(drugs.gpiVariations, { code: one.gpi })
  return (
    <>
      {badgeOf(one)}
      <h2>{one.name}</h2>
      <p className="muted">
        {[one.form, one.route, one.dea ? `Schedule ${one.dea.slice(1)}` : 'not controlled'].join(' · ')}
      </p>
      <Facts
        of={[
          [
            'NDC',
            <span key="ndc">
              {ndcWords(one.ndc)} <CopyButton text={one.ndc} label="Copy NDC" done="NDC copied." />
            </span>,
          ],
          ...(one.labeler ? [['Labeler', one.labeler] as const] : []),
          ['Generic', one.genericName],
          ['Strength', one.strength],
          ['Package', `${one.packageSize} ${units[one.unit] ?? ''}`],
          ['AWP', `${priceWords(one)}${one.awpEffectiveDate ? `, since ${usDate(one.awpEffectiveDate)}` : ''}`],
        ]}
      />
      {code.data && (
        <>
          <h3>From group to strength</h3>
          <ol className={css.levels}>
            {code.data.levels.map((level) => (
              <li key={level.code}>
                {level.description}
                <span className="muted"> · {level.productCount.toLocaleString('en-US')} on the market</span>
              </li>
            ))}
          </ol>
          {code.data.lists.length > 0 && (
            <>
              <h3>Drug lists</h3>
              <dl className={css.lists}>
                {code.data.lists.map((list) => (
                  <div key={list.subCarrier} style={{ display: 'contents' }}>
                    <dt>{statusBadge(list.status)}</dt>
                    <dd>
                      {list.subCarrier} <span className="muted">{list.name}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </>
      )}
    </>
  )
}
