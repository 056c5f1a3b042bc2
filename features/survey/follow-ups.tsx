import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { callerRoleNames } from '#features/contact-notes/rules.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { surveys, type FollowUp } from './contract.ts'
import { MOST_COMMENT } from './rules.ts'
import css from './follow-ups.module.css'

const PAGE = 50
const MOST = 100

/** Low ratings that nobody followed up yet, the oldest first, and what came of the one that is open. */
export function FollowUps() {
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(PAGE)
  const [openId, setOpenId] = useState<string>()
  const asked = useRead(surveys.followUps, { page: 0, size }, { keepPrevious: true })
  const rows = asked.data?.followUps
  const open = rows?.find(({ claimContactNoteId }) => claimContactNoteId === openId) ?? rows?.[0]
  const at = rows && open ? rows.indexOf(open) : -1
  const move = (by: number) => {
    const next = rows?.[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next) setOpenId(next.claimContactNoteId)
  }
  useKeys({ j: () => move(1), k: () => move(-1) })
  if (asked.error && !rows)
    return (
      <ErrorState
        title="Survey follow-ups could not be loaded"
        safe="No answer was lost."
        text={asked.error.message}
        supportId={asked.error.supportId}
        onRetry={() => void asked.refetch()}
        retrying={asked.isFetching}
      />
    )
  return (
    <Loading busy={!rows} skeleton={<Skeleton width="100%" height={200} />}>
      {rows && rows.length === 0 ? (
        <Card title="Survey follow-ups">
          <State small kind="allDone" title="No follow-ups">
            A rating of 1 or 2 in the survey after a contact appears here.
          </State>
        </Card>
      ) : (
        rows && (
          <div className={css.columns}>
            <Card title="Survey follow-ups" sub={asked.data?.more ? `${rows.length}+` : rows.length} flush>
              <ul className={css.rows}>
                {rows.map((one) => (
                  <li key={one.claimContactNoteId}>
                    <button
                      type="button"
                      className={css.row}
                      data-keys="pass"
                      aria-current={one === open ? 'true' : undefined}
                      onClick={() => setOpenId(one.claimContactNoteId)}
                    >
                      <Badge tone="red" icon={iconAlert}>
                        {one.rating} of 5
                      </Badge>
                      <span>
                        <b>{one.callerName}</b>
                        <small>
                          {callerRoleNames[one.callerRole]} · claim {one.claimNumber}
                        </small>
                      </span>
                      <small>{whenWords(one.answeredAt, person.timeZone, now)}</small>
                    </button>
                  </li>
                ))}
              </ul>
              {asked.data?.more && (
                <div className={css.more}>
                  {size === MOST ? (
                    <span className="muted">Newer ones appear when these are done.</span>
                  ) : (
                    <Button size="small" busy={asked.isFetching} busyLabel="Loading" onClick={() => setSize(MOST)}>
                      Show more
                    </Button>
                  )}
                </div>
              )}
            </Card>
            {open && <Opened key={open.claimContactNoteId} of={open} />}
          </div>
        )
      )}
    </Loading>
  )
}

function Opened({ of }: { of: FollowUp }) {
  const { person, carrier } = useUser()
  const id = useId()
  const [note, setNote] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const act = useAct(surveys.followedUp)
  const form = useFormSend({
    whatIsWrong: () => (note.trim() === '' ? [{ id, message: 'Say what came of it.' }] : []),
    send: async () => {
      await act.mutateAsync({ claimContactNoteId: of.claimContactNoteId, note: note.trim() })
      toast({ tone: 'success', words: `The follow-up of ${of.callerName} is done.` })
    },
    idOf: (path) => (path === 'note' ? id : undefined),
  })
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  const place = { masterCarrier: carrier.code, subCarrier: of.subCarrier, claimId: of.claimId }
  return (
    <Card
      title={of.callerName}
      sub={callerRoleNames[of.callerRole]}
      acts={<Link href={patientAddress(place, 'notes')}>Notes and contacts</Link>}
    >
      <form ref={element} className={css.form} noValidate aria-label="Follow up" onSubmit={form.onSubmit}>
        <Facts
          of={[
            ['Rating', `${of.rating} of 5`],
            ['Question resolved', of.resolved === null ? 'Not answered' : of.resolved ? 'Yes' : 'No'],
            ['Answered', exactWords(of.answeredAt, person.timeZone)],
            ['Contact', `${exactWords(of.contactAt, person.timeZone)}, taken by ${of.agent}`],
            ['E-mail', of.callerEmail],
            ['Claim', of.claimNumber],
          ]}
        />
        {of.comment && <p className={css.comment}>{of.comment}</p>}
        {form.failure && <FailedNote what="The follow-up was not saved." failure={form.failure} />}
        <TextArea
          label="What came of it"
          required
          id={id}
          error={form.problemOf(id)}
          value={note}
          onChange={setNote}
          limit={MOST_COMMENT}
          rows={4}
        />
        <div className={css.foot}>
          <span className="muted">It is saved with your name and leaves the list.</span>
          <SendButton tone="primary" busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'Enter']}>
            Follow-up done
          </SendButton>
        </div>
      </form>
    </Card>
  )
}
