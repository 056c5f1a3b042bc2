import { useState } from 'react'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconSearch } from '#platform/ui/display/icons.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { sizeWords } from '#features/documents/words.ts'
import { exportList, type Export } from './contract.ts'
import css from './exports-page.module.css'

type Which = 'ALL' | Export['state']
const which: readonly { value: Which; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'FINISHED', label: 'Finished' },
  { value: 'CANCELED', label: 'Canceled' },
  { value: 'FAILED', label: 'Failed' },
]
const stateWords: Readonly<Record<Export['state'], readonly [words: string, tone: Tone, icon?: string]>> = {
  RUNNING: ['Running', 'blue'],
  FINISHED: ['Finished', 'green', iconCheck],
  CANCELED: ['Canceled', 'neutral'],
  FAILED: ['Failed', 'red', iconAlert],
}

/** /accounts/exports: every file that left the portal, for account managers and the privacy office. */
export function ExportsPage() {
  const [state, setState] = useState<Which>('ALL')
  const [username, setUsername] = useState('')
  const rested = useRested(username.trim(), 400)
  const asked = useCursor(
    exportList.list,
    { size: 50, ...(rested && { username: rested }), ...(state !== 'ALL' && { state }) },
    ({ next }) => (next === null ? undefined : { after: next }),
  )
  const rows = asked.data?.flatMap(({ content }) => content)
  const narrowed = rested !== '' || state !== 'ALL'
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Exports" />
          <p>Every file somebody took from the portal. The list names no patients.</p>
        </div>
        <div className={css.filters} role="search" aria-label="Exports">
          <TextField label="Username" type="search" icon={iconSearch} value={username} onChange={setUsername} />
          <Segmented label="How it ended" value={state} options={which} onChange={setState} />
        </div>
        {asked.error && !rows ? (
          <ErrorState
            title="The exports could not be loaded"
            safe="Nothing was changed."
            text={asked.error.message}
            supportId={asked.error.supportId}
            onRetry={() => void asked.refetch()}
            retrying={asked.isFetching}
          />
        ) : (
          <Loading busy={!rows} skeleton={<Skeleton width="100%" height={320} />} loaded="Exports loaded.">
            {rows && (
              <Card flush>
                {rows.length === 0 ? (
                  <State
                    small
                    kind={narrowed ? 'noMatch' : 'empty'}
                    title={narrowed ? 'No exports match' : 'Nothing was exported yet'}
                  >
                    {narrowed ? 'Change the username or the filter.' : 'Files that people take appear here.'}
                  </State>
                ) : (
                  <ExportTable of={rows} busy={asked.isFetching} />
                )}
                {asked.hasNextPage && (
                  <div className={css.more}>
                    <Button
                      size="small"
                      busy={asked.isFetchingNextPage}
                      busyLabel="Loading"
                      onClick={() => asked.fetchNextPage()}
                    >
                      Show more
                    </Button>
                  </div>
                )}
              </Card>
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}

function ExportTable({ of, busy }: { of: readonly Export[]; busy: boolean }) {
  const { person } = useUser()
  return (
    <Table caption="Exports" cards="labels" busy={busy}>
      <TableHead>
        <HeadCell>What</HeadCell>
        <HeadCell>Who</HeadCell>
        <HeadCell>When</HeadCell>
        <HeadCell>Filter</HeadCell>
        <HeadCell end>Rows</HeadCell>
        <HeadCell end>Size</HeadCell>
        <HeadCell>State</HeadCell>
      </TableHead>
      <TableBody>
        {of.map((one) => {
          const at = dayAndTime(one.at, person.timeZone)
          const [words, tone, icon] = stateWords[one.state]
          const about = [one.about, one.subCarrier].filter(Boolean).join(', ')
          return (
            <Row key={one.exportId}>
              <Cell head second={about || undefined}>
                {one.what}
              </Cell>
              <Cell label="Who" second={one.username ?? undefined}>
                {one.name}
              </Cell>
              <Cell label="When" second={`${at.time} ${at.zone}`}>
                {at.day}
              </Cell>
              <Cell label="Filter">{one.filters.join('; ') || <span className="muted">None</span>}</Cell>
              <Cell label="Rows" end>
                {one.rows?.toLocaleString('en-US') ?? <span className="muted">Not counted</span>}
              </Cell>
              <Cell label="Size" end>
                {one.bytes === null ? <span className="muted">Not recorded</span> : sizeWords(one.bytes)}
              </Cell>
              <Cell label="State">
                <Badge tone={tone} {...(icon && { icon })}>
                  {words}
                </Badge>
              </Cell>
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}
