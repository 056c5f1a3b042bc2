import { useState } from 'react'
import { Link } from 'wouter'
import { ask } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconExport } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { makeFile } from '#platform/ui/list/make-file.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { accessReview, type ReviewHead } from './contract.ts'
import { paths } from './paths.ts'
import { ChangeReviewed, KeepUser, RemoveReviewed } from './review-answer.tsx'
import { ReviewLines, type Answering } from './review-lines.tsx'
import css from './users.module.css'

const PAGE_SIZE = 50
const shows = ['TO_REVIEW', 'ANSWERED', 'ALL'] as const
type Shown = (typeof shows)[number]
const showWords: Readonly<Record<Shown, string>> = { TO_REVIEW: 'To review', ANSWERED: 'Answered', ALL: 'All' }
const counted = (many: number): string => `${many} ${many === 1 ? 'user' : 'users'}`

/** /accounts/admin/review: what each user may do, answered one by one, and the reviews before. */
export function AccessReview() {
  const { person } = useUser()
  const asked = useRead(accessReview.overview, {})
  const open = useAct(accessReview.open)
  const found = asked.data
  const dayOf = (at: string) => dayAndTime(at, person.timeZone).day
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <div>
            <Link href={paths.users}>Users</Link>
            <PageTitle title="Access review" />
          </div>
          {found && !found.open && (
            <Button tone="primary" busy={open.isPending} busyLabel="Opening" onClick={() => open.mutate({})}>
              Start a review
            </Button>
          )}
        </div>
        {open.error && <FailedNote failure={open.error} what="No review was started." />}
        {asked.error && !found ? (
          <NotLoaded title="The access reviews could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="Access reviews loaded.">
            {found && (
              <>
                <Note tone={found.overdue ? 'amber' : 'neutral'}>
                  <b>
                    {found.overdue ? 'Was due' : 'Due'} {dayOf(found.dueAt)}.
                  </b>{' '}
                  Every user is reviewed at least every {found.everyDays} days. Nobody reviews their own access.
                  {found.open?.remindedAt && ` Account managers were reminded on ${dayOf(found.open.remindedAt)}.`}
                  {found.remindsAt && ` Next reminder on ${dayOf(found.remindsAt)}.`}
                </Note>
                {found.open && <Open review={found.open} />}
                <Closed of={found.closed} dayOf={dayOf} />
              </>
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}

const download = (reviewId: string, users: number) =>
  makeFile(
    (signal) =>
      ask(
        accessReview.export,
        { reviewId, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
        { signal },
      ) as Promise<Blob>,
    counted(users),
    new AbortController().signal,
  )

/** The evidence of a review as a file. */
const Download = ({ of, label }: { of: ReviewHead; label: string }) => (
  <Button size="small" icon={iconExport} aria-label={label} onClick={() => void download(of.reviewId, of.users)}>
    CSV
  </Button>
)

const dialogs = { keep: KeepUser, change: ChangeReviewed, remove: RemoveReviewed }

function Open({ review }: { review: ReviewHead }) {
  const { person } = useUser()
  const [show, setShow] = useState<Shown>('TO_REVIEW')
  const [places, setPlaces] = useState<readonly string[]>([])
  const [answering, setAnswering] = useState<Answering>()
  const close = useAct(accessReview.close)
  const after = places.at(-1)
  const { reviewId } = review
  const asked = useRead(
    accessReview.lines,
    { reviewId, size: PAGE_SIZE, ...(show !== 'ALL' && { state: show }), ...(after !== undefined && { after }) },
    { keepPrevious: true },
  )
  const found = asked.data
  const Answer = answering && dialogs[answering.act]
  const { day } = dayAndTime(review.openedAt, person.timeZone)
  return (
    <>
      <Card
        title={`Review of ${day}`}
        sub={`${review.users - review.toReview} of ${counted(review.users)} answered`}
        flush
        acts={
          <span className={css.acts}>
            <Download of={review} label="Download the open review as CSV" />
            <Button
              size="small"
              {...(review.toReview === 0 && { tone: 'primary' as const })}
              busy={close.isPending}
              busyLabel="Closing"
              onClick={() => close.mutate({ reviewId })}
            >
              Close the review
            </Button>
          </span>
        }
      >
        <div className={css.reviewHead}>
          <progress
            className={css.progress}
            aria-label="Users answered"
            max={Math.max(1, review.users)}
            value={review.users - review.toReview}
          />
          <Segmented
            label="Users shown"
            size="small"
            options={shows.map((value) => ({ value, label: showWords[value] }))}
            value={show}
            onChange={(next) => {
              setShow(next)
              setPlaces([])
            }}
          />
        </div>
        {close.error && (
          <div className={css.more}>
            <FailedNote failure={close.error} what="The review is still open." />
          </div>
        )}
        {asked.error && !found ? (
          <NotLoaded title="The users could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={200} />} loaded="Users loaded.">
            {found &&
              (found.content.length === 0 ? (
                <State
                  small
                  kind={show === 'TO_REVIEW' ? 'allDone' : 'empty'}
                  title={show === 'TO_REVIEW' ? 'Every user is answered' : 'No answers yet'}
                >
                  {show === 'TO_REVIEW' ? 'Close the review to keep it as evidence.' : 'Answers appear here.'}
                </State>
              ) : (
                <ReviewLines
                  of={found.content}
                  busy={asked.isFetching}
                  zone={person.timeZone}
                  onAnswer={setAnswering}
                />
              ))}
            {found && (places.length > 0 || found.next) && (
              <nav className={css.more} aria-label="Pages">
                <div className={css.acts}>
                  <Button size="small" disabled={places.length === 0} onClick={() => setPlaces(places.slice(0, -1))}>
                    Previous
                  </Button>
                  <Button
                    size="small"
                    disabled={!found.next || asked.isFetching}
                    onClick={() => found.next && setPlaces([...places, found.next])}
                  >
                    Next
                  </Button>
                </div>
              </nav>
            )}
          </Loading>
        )}
      </Card>
      {Answer && <Answer reviewId={reviewId} line={answering.line} onClose={() => setAnswering(undefined)} />}
    </>
  )
}

function Closed({ of, dayOf }: { of: readonly ReviewHead[]; dayOf: (at: string) => string }) {
  return (
    <Card title="Reviews before" flush>
      {of.length === 0 ? (
        <State small kind="empty" title="No closed reviews">
          A closed review stays here as evidence, with who answered what and when.
        </State>
      ) : (
        <Table caption="Reviews before" cards="labels">
          <TableHead>
            <HeadCell>Closed</HeadCell>
            <HeadCell>By</HeadCell>
            <HeadCell>Users</HeadCell>
            <HeadCell>Kept</HeadCell>
            <HeadCell>Changed</HeadCell>
            <HeadCell>Removed</HeadCell>
            <HeadCell>
              <span className="sr-only">File</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {of.map((one) => (
              <Row key={one.reviewId}>
                <Cell head>{dayOf(one.closedAt!)}</Cell>
                <Cell label="By">{one.closedBy}</Cell>
                <Cell label="Users">{one.users}</Cell>
                <Cell label="Kept">{one.kept}</Cell>
                <Cell label="Changed">{one.changed}</Cell>
                <Cell label="Removed">{one.removed}</Cell>
                <Cell>
                  <Download of={one} label={`Download the review of ${dayOf(one.closedAt!)} as CSV`} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}
