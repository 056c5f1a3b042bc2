import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { csvLine, csvMark } from '#platform/text/csv.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconExport } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { differing, type Differing } from './compare-programs.ts'
import { carrierSettings } from './contract.ts'
import css from './settings-page.module.css'

type ComparePanelProps = { programs: readonly { code: string; name: string }[]; onClose: () => void }
/** What two programs have set differently. */
export function ComparePanel({ programs, onClose }: ComparePanelProps) {
  const [one, setOne] = useState(programs[0]!.code)
  const [other, setOther] = useState(programs[1]!.code)
  const [first, second] = [
    useRead(carrierSettings.list, { subCarrier: one }, { keepPrevious: true }),
    useRead(carrierSettings.list, { subCarrier: other }, { keepPrevious: true }),
  ]
  const options = programs.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
  const error = first.error ?? second.error
  const found = first.data && second.data ? differing(first.data.content, second.data.content) : undefined
  return (
    <Panel
      title="Compare programs"
      sub={found && first.data && `${found.length} of ${first.data.content.length} settings differ`}
      onClose={onClose}
    >
      <div className={css.page}>
        <div className={css.filters}>
          <SelectField label="Program" value={one} options={options} onChange={setOne} />
          <SelectField label="With" value={other} options={options} onChange={setOther} />
        </div>
        {error && !found ? (
          <ErrorState
            small
            title="The settings could not be loaded"
            safe="Nothing was changed."
            text={error.message}
            supportId={error.supportId}
            onRetry={() => {
              void first.refetch()
              void second.refetch()
            }}
            retrying={first.isFetching || second.isFetching}
          />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={160} />} loaded="Programs compared.">
            {found &&
              (found.length === 0 ? (
                <State small kind="empty" title="Nothing differs">
                  Both programs have the same values.
                </State>
              ) : (
                <>
                  <Differences of={found} one={one} other={other} />
                  <div className={css.acts}>
                    <Button
                      size="small"
                      icon={iconExport}
                      onClick={() => saveFile(fileOf(found, one, other), `settings-${one}-${other}.csv`)}
                    >
                      Export
                    </Button>
                  </div>
                </>
              ))}
          </Loading>
        )}
      </div>
    </Panel>
  )
}

function Differences({ of, one, other }: { of: readonly Differing[]; one: string; other: string }) {
  return (
    <Table caption="Settings that differ" tall cards="labels">
      <TableHead>
        <HeadCell>Setting</HeadCell>
        <HeadCell>{one}</HeadCell>
        <HeadCell>{other}</HeadCell>
      </TableHead>
      <TableBody>
        {of.map((row) => (
          <Row key={row.key}>
            <Cell head>{row.label}</Cell>
            <Cell label={one}>{row.one}</Cell>
            <Cell label={other}>{row.other}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

const fileOf = (of: readonly Differing[], one: string, other: string): Blob =>
  new Blob([csvMark, csvLine(['Setting', one, other]), ...of.map((row) => csvLine([row.label, row.one, row.other]))], {
    type: 'text/csv;charset=utf-8',
  })
