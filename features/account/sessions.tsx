import { useEffect, useRef, useState } from 'react'
import { CallFailed } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { iconLogOut } from '#platform/ui/display/icons.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { session } from '#features/sign-in/contract.ts'
import { deviceWords } from './rules.ts'
import css from './sessions.module.css'
import { YesNo } from './yes-no.tsx'

type Session = AnswerOf<typeof session.list>['sessions'][number]

const timesOf = (of: Session, timeZone: string) => {
  const words = (instant: string) => {
    const { day, time, zone } = dayAndTime(instant, timeZone)
    return `${day} at ${time} ${zone}`
  }
  return { begun: words(of.startedAt), active: words(of.lastActivityAt) }
}

/** The user's sessions, each with a button that ends it. */
export function Sessions({ timeZone }: { timeZone: string }) {
  const { data, error, refetch, isFetching } = useRead(session.list, {})
  const [ending, setEnding] = useState<readonly Session[]>()
  const list = useRef<HTMLUListElement>(null)
  const others = data?.sessions.filter((one) => !one.current) ?? []
  const done = useRef<string>(undefined)
  const onEnded = (words: string) => {
    done.current = words
    setEnding(undefined)
  }
  useEffect(() => {
    if (ending || done.current === undefined) return
    // The dialog removes what was announced while it is open, and the pressed button goes with its row.
    announce(done.current)
    list.current?.focus()
    done.current = undefined
  }, [ending])
  return (
    <Card title="Where you are signed in">
      {!data && error ? (
        <ErrorState
          small
          title="Your sessions could not be loaded"
          safe="Nothing was signed out."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading busy={!data} skeleton={<Bars />}>
          <ul className={css.list} ref={list} tabIndex={-1} aria-label="Where you are signed in">
            {data?.sessions.map((one) => (
              <Row key={one.sessionId} of={one} timeZone={timeZone} onEnd={() => setEnding([one])} />
            ))}
          </ul>
          {others.length === 0 && <p className="soft">No other active sessions.</p>}
          {others.length > 1 && (
            <Button icon={iconLogOut} className={css.all} onClick={() => setEnding(others)}>
              End all others
            </Button>
          )}
        </Loading>
      )}
      {ending && <End sessions={ending} timeZone={timeZone} onClose={() => setEnding(undefined)} onEnded={onEnded} />}
    </Card>
  )
}

function Row({ of, timeZone, onEnd }: { of: Session; timeZone: string; onEnd: () => void }) {
  const { begun, active } = timesOf(of, timeZone)
  const device = deviceWords(of.userAgent)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <h3>
          {device} {of.current && <Badge tone="teal">This device</Badge>}
        </h3>
        <p>Signed in {begun}</p>
        <p>Last active {active}</p>
        <p>{of.ip ? `From ${of.ip}` : 'From an unknown address'}</p>
      </div>
      {!of.current && (
        <Button onClick={onEnd} aria-label={`End ${device}, signed in ${begun}`}>
          End
        </Button>
      )}
    </li>
  )
}

type EndProps = {
  sessions: readonly Session[]
  timeZone: string
  onClose: () => void
  /** All sessions ended; the message to show. */
  onEnded: (words: string) => void
}

/** Asks before another session is ended. */
function End({ sessions, timeZone, onClose, onEnded }: EndProps) {
  const end = useAct(session.end)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ error: CallFailed; left: number }>()
  const [first] = sessions
  const one = sessions.length === 1 && first ? first : undefined
  const run = async () => {
    if (busy) return
    setBusy(true)
    setFailed(undefined)
    let left = sessions.length
    for (const { sessionId } of sessions) {
      try {
        await end.mutateAsync({ sessionId })
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        // Ended meanwhile, by the user or by time: the result is the same.
        if (error.code !== 'NOT_FOUND') {
          setFailed({ error, left })
          setBusy(false)
          return
        }
      }
      left -= 1
    }
    onEnded(one ? `${deviceWords(one.userAgent)} was signed out.` : `${sessions.length} sessions were signed out.`)
  }
  return (
    <YesNo
      title={one ? `Sign out ${deviceWords(one.userAgent)}?` : `Sign out ${sessions.length} other sessions?`}
      described="end-session-words"
      yes="Yes, sign out"
      busyLabel="Signing out"
      busy={busy}
      onYes={() => void run()}
      onNo={onClose}
    >
      <div id="end-session-words">
        {one && <p>Signed in {timesOf(one, timeZone).begun}.</p>}
        <p>
          {one ? 'It will be signed out immediately.' : 'They will be signed out immediately.'} Drafts that were saved
          there stay saved. You stay signed in here.
        </p>
      </div>
      {failed && (
        <Note tone="red" role="alert" className={css.failed}>
          <b>{failed.error.message}</b>{' '}
          {one
            ? 'It is still signed in.'
            : `${sessions.length - failed.left} of ${sessions.length} were signed out, ${failed.left} are still signed in.`}
          {failed.error.supportId && (
            <div>
              <SupportId inline id={failed.error.supportId} />
            </div>
          )}
        </Note>
      )}
    </YesNo>
  )
}

function Bars() {
  return (
    <div className={css.bars}>
      {[180, 260, 240, 120].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
