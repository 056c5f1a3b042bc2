import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asFailed } from '#platform/browser/call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dayAndTime, whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
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
import { toast } from '#platform/ui/overlay/toasts.ts'
import { sizeWords } from '#features/documents/words.ts'
import { AskDialog } from './ask-dialog.tsx'
import { ClaimField } from './claim-field.tsx'
import { exportList, type Export } from './contract.ts'
import css from './exports-page.module.css'
import { ExportDetails } from './details.tsx'
import { makeAgain } from './make-again.ts'
import { marks, markWords, type Mark } from './rules.ts'
import { Weeks } from './weeks.tsx'

type Which = 'ALL' | Export['state']
const which: readonly { value: Which; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'FINISHED', label: 'Finished' },
  { value: 'CANCELED', label: 'Canceled' },
  { value: 'FAILED', label: 'Failed' },
]
const markOptions = [
  { value: 'ANY', label: 'Any' },
  ...marks.map((value) => ({ value, label: markWords[value] })),
] as const
const stateWords: Readonly<Record<Export['state'], readonly [words: string, tone: Tone, icon?: string]>> = {
  RUNNING: ['Running', 'blue'],
  FINISHED: ['Finished', 'green', iconCheck],
  CANCELED: ['Canceled', 'neutral'],
  FAILED: ['Failed', 'red', iconAlert],
}

/** /accounts/exports: every file that left the portal, for account managers and the privacy office. */
export function ExportsPage() {
  const [state, setState] = useState<Which>('ALL')
  const [mark, setMark] = useState<Mark>()
  const [username, setUsername] = useState('')
  const [subject, setSubject] = useState('')
  const [claimId, setClaimId] = useState<string>()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const days = { from: parseDate(from, today) || undefined, to: parseDate(to, today) || undefined }
  const backwards = days.from !== undefined && days.to !== undefined && days.from > days.to
  const typed = { username: username.trim(), subject: subject.trim(), claimId, ...(!backwards && days) }
  const rested = JSON.parse(useRested(JSON.stringify(typed), 400)) as Partial<typeof typed>
  const chosen = Object.fromEntries(Object.entries(rested).filter(([, value]) => value))
  const asked = useCursor(
    exportList.list,
    { size: 50, ...chosen, ...(state !== 'ALL' && { state }), ...(mark && { mark }) },
    ({ next }) => (next === null ? undefined : { after: next }),
  )
  const rows = asked.data?.flatMap(({ content }) => content)
  const narrowed = Object.keys(chosen).length > 0 || state !== 'ALL' || mark !== undefined
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Exports" />
          <p>Every file somebody took from the portal. The list names no patients.</p>
        </div>
        <Weeks />
        <div className={css.filters} role="search" aria-label="Exports">
          <TextField label="Username" type="search" icon={iconSearch} value={username} onChange={setUsername} />
          <TextField label="Subject" type="search" icon={iconSearch} value={subject} onChange={setSubject} />
          <ClaimField onChange={setClaimId} />
          <DateField label="From" value={from} onChange={setFrom} today={today} />
          <DateField
            label="To"
            value={to}
            onChange={setTo}
            today={today}
            error={backwards ? 'The last day is before the first.' : undefined}
          />
          <SelectField
            label="Marked"
            value={mark ?? 'ANY'}
            options={markOptions}
            onChange={(next) => setMark(next === 'ANY' ? undefined : next)}
          />
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
                    {narrowed ? 'Change the search or the filter.' : 'Files that people take appear here.'}
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
  const [asking, setAsking] = useState<Export>()
  const [shown, setShown] = useState<Export>()
  return (
    <>
      <Table caption="Exports" cards="labels" busy={busy}>
        <TableHead>
          <HeadCell>What</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>Filter</HeadCell>
          <HeadCell end>Rows</HeadCell>
          <HeadCell end>Size</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => {
            const at = dayAndTime(one.at, person.timeZone)
            const [words, tone, icon] = stateWords[one.state]
            const about = [one.about, one.subCarrier].filter(Boolean).join(', ')
            return (
              <Row key={one.exportId}>
                <Cell head second={about || undefined}>
                  <Button
                    className={css.open}
                    tone="link"
                    aria-haspopup="dialog"
                    aria-label={`${[one.what, about].filter(Boolean).join(', ')} of ${one.name}`}
                    onClick={() => setShown(one)}
                  >
                    {one.what}
                  </Button>{' '}
                  {one.marks.map((each) => (
                    <Badge key={each} tone={each === 'ONE_PATIENT' ? 'neutral' : 'amber'}>
                      {markWords[each]}
                    </Badge>
                  ))}
                </Cell>
                <Cell label="Who">
                  <span className={css.who}>
                    {one.name}
                    <small>{one.username}</small>
                    <Questions of={one} />
                  </span>
                </Cell>
                <Cell label="When" second={`${at.time} ${at.zone}`}>
                  {at.day}
                </Cell>
                <Cell label="Filter">{one.filters.join('; ') || <span className="muted">None</span>}</Cell>
                <Cell label="Rows" end>
                  {one.rows?.toLocaleString('en-US') ?? <span className="muted">Not counted</span>}
                </Cell>
                <Cell label="Size" end>
                  {one.bytes === null ? (
                    <span className="muted">Not recorded</span>
                  ) : (
                    <span className={css.size}>{sizeWords(one.bytes)}</span>
                  )}
                </Cell>
                <Cell label="State">
                  <Badge tone={tone} {...(icon && { icon })}>
                    {words}
                  </Badge>
                </Cell>
                <Cell label="Actions" end>
                  <span className={css.acts}>
                    {one.again && <AgainButton of={one} />}
                    {one.mayAsk && (
                      <Button
                        size="small"
                        aria-label={`Ask ${one.name}: ${[one.what, one.about].filter(Boolean).join(', ')}`}
                        onClick={() => setAsking(one)}
                      >
                        Ask
                      </Button>
                    )}
                  </span>
                </Cell>
              </Row>
            )
          })}
        </TableBody>
      </Table>
      {shown && <ExportDetails of={shown} onClose={() => setShown(undefined)} />}
      {asking && <AskDialog of={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

/** What was asked about a file, with the answers. */
function Questions({ of: { questions } }: { of: Export }) {
  const { person } = useUser()
  const now = useNow()
  if (questions.length === 0) return null
  return (
    <>
      {questions.map((one) => (
        <small key={one.questionId}>
          {one.askedBy} asked {whenWords(one.askedAt, person.timeZone, now)}: {one.question}{' '}
          {one.answer === null ? <b>No answer yet.</b> : <b>{one.answer}</b>}
        </small>
      ))}
    </>
  )
}

/** Makes a file again with what it was made with: a new entry, in the name and with the rights of who asks. */
function AgainButton({ of }: { of: Export }) {
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      toast({ words: `${await makeAgain(of)} downloaded.`, detail: 'It is a new entry of the list, in your name.' })
    } catch (error) {
      const { message, supportId } = asFailed(error)
      toast({
        tone: 'error',
        words: 'The file was not made again.',
        detail: supportId ? `${message} Support Id ${supportId}` : message,
      })
    }
    setBusy(false)
    await cache.invalidateQueries({ queryKey: [exportList.list.name] })
  }
  return (
    <Button
      size="small"
      busy={busy}
      busyLabel="Making"
      aria-label={`Make again: ${[of.what, of.about].filter(Boolean).join(', ')} of ${of.name}`}
      onClick={() => void start()}
    >
      Make again
    </Button>
  )
}
