import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { asFailed } from '#platform/browser/call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime, whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useHints } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { sizeWords } from '#features/documents/words.ts'
import { AskDialog } from './ask-dialog.tsx'
import { exportList, type Export } from './contract.ts'
import { ExportDetails } from './details.tsx'
import css from './exports-page.module.css'
import { makeAgain } from './make-again.ts'
import { markWords } from './rules.ts'

const hints = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Enter'], does: 'Open' },
  { keys: ['R'], does: 'Make again' },
  { keys: ['A'], does: 'Ask' },
  { keys: ['/'], does: 'Search' },
] as const
const stateWords: Readonly<Record<Export['state'], readonly [words: string, tone: Tone, icon?: string]>> = {
  RUNNING: ['Running', 'blue'],
  FINISHED: ['Finished', 'green', iconCheck],
  CANCELED: ['Canceled', 'neutral'],
  FAILED: ['Failed', 'red', iconAlert],
}

/** The files of the list; J and K move, R makes the current one again, A asks who took it. */
export function ExportTable({ of, busy }: { of: readonly Export[]; busy: boolean }) {
  const { person } = useUser()
  const cache = useQueryClient()
  const list = useRows(of.map(({ exportId }) => exportId))
  const [making, setMaking] = useState<string>()
  const [asking, setAsking] = useState<Export>()
  const [shown, setShown] = useState<Export>()
  /** Makes a file again with what it was made with: a new entry, in the name and with the rights of who asks. */
  const again = async (one: Export) => {
    if (making !== undefined) return
    setMaking(one.exportId)
    try {
      toast({ words: `${await makeAgain(one)} downloaded.`, detail: 'It is a new entry of the list, in your name.' })
    } catch (error) {
      const { message, supportId } = asFailed(error)
      toast({
        tone: 'error',
        words: 'The file was not made again.',
        detail: supportId ? `${message} Support Id ${supportId}` : message,
      })
    }
    setMaking(undefined)
    await cache.invalidateQueries({ queryKey: [exportList.list.name] })
  }
  const current = of[list.current]
  useHints(hints)
  useKeys({
    ...list.keys,
    r: () => (current?.again ? void again(current) : false),
    a: () => (current?.mayAsk ? setAsking(current) : false),
  })
  return (
    <>
      <div {...list.listProps}>
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
            {of.map((one, at) => {
              const taken = dayAndTime(one.at, person.timeZone)
              const [words, tone, icon] = stateWords[one.state]
              const about = [one.about, one.subCarrier].filter(Boolean).join(', ')
              return (
                <Row key={one.exportId} {...list.rowProps(at)}>
                  <Cell head second={about || undefined}>
                    <Button
                      {...list.linkProps(at)}
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
                  <Cell label="When" second={`${taken.time} ${taken.zone}`}>
                    {taken.day}
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
                      {one.again && (
                        <Button
                          size="small"
                          tabIndex={list.innerTab(at)}
                          busy={making === one.exportId}
                          busyLabel="Making"
                          aria-label={`Make again: ${[one.what, one.about].filter(Boolean).join(', ')} of ${one.name}`}
                          onClick={() => void again(one)}
                        >
                          Make again
                        </Button>
                      )}
                      {one.mayAsk && (
                        <Button
                          size="small"
                          tabIndex={list.innerTab(at)}
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
      </div>
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
