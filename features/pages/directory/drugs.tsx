import { useState } from 'react'
import { drugs, type Drug } from '#features/drugs/contract.ts'
import { whyNotSearchDrugs, type DrugSearchKey } from '#features/drugs/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconClose, iconSearch } from '#platform/ui/display/icons.ts'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
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
  { value: 'GENERIC', label: 'Generic name' },
  { value: 'NDC', label: 'NDC' },
  { value: 'GPI', label: 'Drug code' },
] as const
const HINT =
  'Names start with what you type, from 3 letters, then contain it. An NDC has 10, 11 or 12 digits, with or without dashes.'

/** The directory of drugs (/drugs). */
export function Drugs() {
  const [by, setBy] = useState<DrugSearchKey>('NAME')
  const [text, setText] = useState('')
  const [inactive, setInactive] = useState(false)
  const [asked, setAsked] = useState<{ by: DrugSearchKey; text: string; page: number }>()
  const [error, setError] = useState<string>()
  const found = useRead(
    drugs.search,
    {
      drugSearchKey: asked?.by ?? 'NAME',
      drugSearchVal: asked?.text ?? '',
      showInactiveDrugs: inactive,
      page: asked?.page ?? 0,
      size: 50,
    },
    { off: !asked, keepPrevious: true },
  )
  const find = () => {
    const why = whyNotSearchDrugs(by, text)
    setError(why?.message)
    if (!why) setAsked({ by, text: text.trim(), page: 0 })
  }
  useKeys({ i: () => setInactive(!inactive) })
  const rows = asked ? (found.data?.content ?? []) : []
  return (
    <Page as="work">
      <DirectoryHead current={paths.drugs} />
      <div {...tabPanelProps(PANEL)} className={css.form}>
        <SearchBy
          label="Find drugs"
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
        <ToggleChip label="Show inactive" on={inactive} onChange={setInactive} />
        <p className={css.hint} role={error ? 'alert' : undefined}>
          {error ? (
            <span className={css.error}>{error}</span>
          ) : asked && found.data ? (
            countWords(found.data, 'package')
          ) : (
            HINT
          )}
        </p>
      </div>
      <Found
        what="drugs"
        hint={HINT}
        asked={asked && found}
        onPage={(page) => setAsked((old) => old && { ...old, page })}
      >
        <Listed rows={rows} busy={found.isFetching} />
      </Found>
    </Page>
  )
}

/** NDC as people write it: 5-4-2, or 6-4-2 of the longer ones. */
const ndcWords = (ndc: string): string => `${ndc.slice(0, -6)}-${ndc.slice(-6, -2)}-${ndc.slice(-2)}`
const units: Record<string, string> = { EA: 'each', ML: 'mL', GM: 'g' }
const kindWords: Record<string, string> = { G: 'Generic', M: 'Brand with a generic', B: 'Brand only' }
const priceWords = (one: Drug): string => `$${one.awpUnit.toFixed(2)} ${units[one.unit] ?? ''}`.trim()

const listed = (one: Drug) =>
  one.formularyStatus === 'COVERED' ? (
    <Badge tone="green" icon={iconCheck}>
      Covered
    </Badge>
  ) : one.formularyStatus === 'EXCLUDED' ? (
    <Badge tone="red" icon={iconClose}>
      Not covered
    </Badge>
  ) : one.formularyStatus === null ? (
    <Badge>Not listed</Badge>
  ) : (
    <Badge tone="amber">{one.formularyStatus === 'STEP' ? 'Another drug first' : 'Needs approval'}</Badge>
  )

function Listed({ rows, busy }: { rows: readonly Drug[]; busy: boolean }) {
  const list = useRows(rows.map((one) => one.ndc))
  useKeys(list.keys)
  const chosen = rows[list.current]
  return (
    <div className={css.body}>
      <div className={css.list} {...list.listProps}>
        <Table caption="Drugs" tall cards="labels" busy={busy}>
          <TableHead>
            <HeadCell>Drug, package</HeadCell>
            <HeadCell>NDC</HeadCell>
            <HeadCell>Kind</HeadCell>
            <HeadCell end>AWP a unit</HeadCell>
            <HeadCell>Drug list</HeadCell>
          </TableHead>
          <TableBody>
            {rows.map((one, index) => (
              <Row key={one.ndc} {...list.rowProps(index)}>
                <Cell head second={`package of ${one.packageSize}${one.repackaged ? ', repackaged' : ''}`}>
                  <button
                    type="button"
                    className={one.active ? css.name : `${css.name} ${css.gone}`}
                    {...list.linkProps(index)}
                    onClick={() => list.go(index)}
                  >
                    {one.name}
                  </button>
                </Cell>
                <Cell label="NDC" second={one.ndc}>
                  {ndcWords(one.ndc)}
                </Cell>
                <Cell label="Kind" second={one.active ? undefined : `Inactive since ${usDate(one.obsoleteDate ?? '')}`}>
                  {kindWords[one.brandFlag] ?? one.brandFlag}
                </Cell>
                <Cell end label="AWP a unit">
                  {priceWords(one)}
                </Cell>
                <Cell label="Drug list">{one.active ? listed(one) : <Badge>Inactive</Badge>}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      </div>
      {chosen && <Chosen of={chosen} />}
    </div>
  )
}

function Chosen({ of: one }: { of: Drug }) {
  const code = useRead(drugs.gpiVariations, { code: one.gpi })
  return (
    <section className={css.pane} aria-label="Drug">
      {listed(one)}
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
        </>
      )}
    </section>
  )
}
