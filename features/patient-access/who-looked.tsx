import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { patientAccess, type View } from './contract.ts'
import { partWords } from './words.ts'
import { Pages, Who, Why } from './view-cells.tsx'
import css from './who-looked.module.css'

const PAGE_SIZE = 50
const spans = ['30', '90', '365'] as const
type Span = (typeof spans)[number]

const counted = (many: number, one: string): string => `${many} ${one}${many === 1 ? '' : 's'}`

/** Who looked at this patient, and why they could. */
export function WhoLooked({ patient }: PatientTabProps) {
  const [span, setSpan] = useState<Span>('90')
  const [page, setPage] = useState(0)
  const asked = useRead(
    patientAccess.views,
    {
      mc: patient.masterCarrier,
      sc: patient.subCarrier,
      claimId: patient.claimId,
      days: Number(span),
      page,
      size: PAGE_SIZE,
    },
    { keepPrevious: true },
  )
  const found = asked.data
  if (asked.error && !found)
    return <NotLoaded title="The views could not be loaded" safe="They are still on record." of={asked} />
  return (
    <Card
      title="Who looked"
      flush
      sub={
        found &&
        `${counted(found.totalElements, 'view')} by ${counted(found.people, 'user')}, ${found.withoutReason} without a reason on file`
      }
      acts={
        <Segmented
          label="Days"
          size="small"
          options={spans.map((value) => ({ value, label: `${value} days` }))}
          value={span}
          onChange={(next) => {
            setSpan(next)
            setPage(0)
          }}
        />
      }
    >
      <Loading busy={!found} skeleton={<Skeleton width="100%" height={160} />}>
        {found &&
          (found.content.length === 0 ? (
            <State small kind="empty" title="No views in this date range">
              Views, changes and exports of this claim appear here.
            </State>
          ) : (
            <div className={css.views}>
              <Views of={found.content} busy={asked.isFetching} />
              <Pages at={page} of={found.totalPages} onTurn={setPage} />
            </div>
          ))}
      </Loading>
    </Card>
  )
}

function Views({ of, busy }: { of: readonly View[]; busy: boolean }) {
  const { person } = useUser()
  return (
    <Table caption="Views of this patient" tall cards="labels" busy={busy}>
      <TableHead>
        <HeadCell>When</HeadCell>
        <HeadCell>Who</HeadCell>
        <HeadCell>What they saw</HeadCell>
        <HeadCell>Why they could</HeadCell>
        <HeadCell>From</HeadCell>
      </TableHead>
      <TableBody>
        {of.map((view) => (
          <Row key={view.viewId}>
            <Cell label="When">{exactWords(view.at, person.timeZone)}</Cell>
            <Who of={view} />
            <Cell label="What they saw" second={view.statedReason ?? (!view.alone && 'with other patients')}>
              {partWords[view.part]}
            </Cell>
            <Why of={view} />
            <Cell label="From">{view.ip ?? 'Not on file'}</Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
