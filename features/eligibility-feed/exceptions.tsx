import { useState } from 'react'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { copyText } from '#platform/ui/button/copy-text.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconClock, iconCopy } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { QUEUE_SIZE, WorkQueue } from '#platform/ui/list/work-queue.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { eligibilityFeed, type File } from './contract.ts'
import css from './exceptions.module.css'

/** Milliseconds between two looks at a file that is being loaded. */
const WHILE_LOADING = 5000
const LINES = 100

const count = (of: number, one: string): string => `${of.toLocaleString('en-US')} ${one}${of === 1 ? '' : 's'}`

/** Files of workers and coverage with lines that were refused, and those that are being loaded. */
export function EligibilityFiles() {
  const { person, carrier } = useUser()
  const now = useNow()
  const [size, setSize] = useState(QUEUE_SIZE)
  const [loading, setLoading] = useState(false)
  const asked = useRead(
    eligibilityFeed.exceptions,
    { masterCarrier: carrier.code, page: 0, size },
    { keepPrevious: true, ...(loading && { everyMs: WHILE_LOADING }) },
  )
  const isLoading = asked.data?.files.some((one) => one.status === 'LOADING') ?? false
  if (isLoading !== loading) setLoading(isLoading)
  return (
    <WorkQueue
      title="Eligibility files"
      asked={asked}
      rows={asked.data?.files}
      more={asked.data?.more}
      size={size}
      onSize={setSize}
      idOf={(one) => one.feedId}
      empty={{ title: 'No refused lines', text: 'Files of the carrier with refused lines appear here.' }}
      row={(one) => ({
        lead: stateBadge(one),
        name: one.fileName,
        about: `${count(one.lines, 'line')} read · ${count(one.refused, 'line')} refused`,
        when: whenWords(one.receivedAt, person.timeZone, now),
      })}
      opened={(one) => <Opened of={one} />}
    />
  )
}

const stateBadge = (one: File) =>
  one.status === 'LOADING' ? (
    <Badge tone="blue" icon={iconClock}>
      {one.percent}%
    </Badge>
  ) : one.status === 'FAILED' ? (
    <Badge tone="red" icon={iconAlert}>
      Not read
    </Badge>
  ) : (
    <Badge tone="amber" icon={iconAlert}>
      {one.refused.toLocaleString('en-US')} refused
    </Badge>
  )

function Opened({ of }: { of: File }) {
  const { person, carrier } = useUser()
  const asked = useCursor(
    eligibilityFeed.refused,
    { id: of.feedId, masterCarrier: carrier.code, page: 0, size: LINES },
    ({ more, page }) => (more ? { page: page + 1 } : undefined),
    { off: of.refused === 0 },
  )
  const lines = asked.data?.flatMap((part) => part.lines)
  const act = useAct(eligibilityFeed.reviewed)
  return (
    <Card
      title={of.fileName}
      acts={
        lines &&
        lines.length > 0 && (
          <Button
            size="small"
            icon={iconCopy}
            onClick={() =>
              void copyText(
                lines.map((one) => [one.line, one.column, one.message].join('\t')).join('\n'),
                'Refused lines copied.',
              )
            }
          >
            Copy lines
          </Button>
        )
      }
    >
      <div className={css.opened}>
        <Facts
          of={[
            ['Received', exactWords(of.receivedAt, person.timeZone)],
            ['Loaded', of.finishedAt ? exactWords(of.finishedAt, person.timeZone) : `${of.percent}% so far`],
            ['Lines read', of.lines.toLocaleString('en-US')],
            ['Added', of.added.toLocaleString('en-US')],
            ['Changed', of.changed.toLocaleString('en-US')],
            ['As on file already', of.unchanged.toLocaleString('en-US')],
            ['Refused', of.refused.toLocaleString('en-US')],
          ]}
        />
        {of.problem && (
          <Note tone="red">
            <b>The file could not be read.</b> {of.problem}
          </Note>
        )}
        {asked.error && !lines && <NotLoaded small title="The refused lines could not be loaded" of={asked} />}
        {of.refused > 0 && !asked.error && (
          <Loading busy={!lines} skeleton={<Skeleton width="100%" height={160} />}>
            <Table caption="Refused lines" cards="labels" busy={asked.isFetching}>
              <TableHead>
                <HeadCell>Line</HeadCell>
                <HeadCell>Column</HeadCell>
                <HeadCell>What to correct</HeadCell>
              </TableHead>
              <TableBody>
                {lines?.map((one) => (
                  <Row key={`${one.line} ${one.column}`}>
                    <Cell head label="Line">
                      {one.line.toLocaleString('en-US')}
                    </Cell>
                    <Cell label="Column">{one.column}</Cell>
                    <Cell label="What to correct">{one.message}</Cell>
                  </Row>
                ))}
              </TableBody>
            </Table>
            {asked.hasNextPage && (
              <Button
                size="small"
                busy={asked.isFetchingNextPage}
                busyLabel="Loading"
                onClick={() => asked.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </Loading>
        )}
        {of.waits && (
          <div className={css.foot}>
            <span className="muted">
              The other lines are loaded. Have the carrier send these again in a file of their own, or put the claims
              right by hand.
            </span>
            <Button
              tone="primary"
              icon={iconCheck}
              busy={act.isPending}
              busyLabel="Saving"
              onClick={() =>
                act.mutate(
                  { id: of.feedId, masterCarrier: carrier.code },
                  {
                    onSuccess: () => toast({ tone: 'success', words: `${of.fileName} is done.` }),
                    onError: (error) => toast({ tone: 'error', words: `Not saved. ${error.message}` }),
                  },
                )
              }
            >
              Done
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
