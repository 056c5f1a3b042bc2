import { useEffect, useState, useSyncExternalStore } from 'react'
import { brand } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck, iconCheckCircle, iconMail, iconPeople, iconRefresh } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import type { LegalPanel } from '#platform/ui/frame/legal-links.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { StatusBar } from '#platform/ui/frame/status-bar.tsx'
import { useHints } from '#platform/ui/keys/hints.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import css from './chooser.module.css'
import { DemoHeader } from './demo-header.tsx'
import type { DemoCounts, DemoPerson } from './first-screen.ts'
import type { ServerLink } from './link.ts'
import { IN_USE } from './messages.ts'
import { keepingWords } from './strip.ts'
import { megabytes, stepWords } from './step-words.ts'
import { tourSteps } from './tour-steps.ts'

type ChooserProps = {
  people: readonly DemoPerson[]
  counts: DemoCounts
  /** Where the source of the portal is, if the build knows. */
  source: string | undefined
  server: ServerLink
  /** Signs in; false where that did not work. */
  onChosen: (subject: string) => Promise<boolean>
  onTour: () => Promise<boolean>
  onReset: () => void
  onLegal: (panel: LegalPanel) => void
}

/** So many have a key and a large card; the others are listed below them. */
const KEYS = 8
const TOUR = 'tour'
const hints = [
  { keys: ['1', '–', String(KEYS)], does: 'Be this person' },
  { keys: ['T'], does: 'Tour' },
]
/** How often the browser is asked how much it keeps. */
const LOOK_MS = 3000

/** The first page of the demonstration: what it is, who to be, a tour, and how large it is. */
export function Chooser(props: ChooserProps) {
  const { people, counts, source, server, onChosen, onTour, onReset, onLegal } = props
  const [state, setState] = useState<'loading' | 'open' | 'broken' | 'inUse' | 'refused'>('loading')
  const [took, setTook] = useState<number>()
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    server.opened.then(
      () => {
        setTook(performance.now())
        setState('open')
      },
      (error: Error) => setState(error.message === IN_USE ? 'inUse' : 'broken'),
    )
  }, [server])
  const isBroken = state === 'broken' || state === 'inUse'
  const keeping = useSyncExternalStore(server.onNews, server.keeping)
  const lost = keepingWords[keeping]
  const choose = async (who: string, enter: () => Promise<boolean>) => {
    if (chosen !== undefined || isBroken) return
    setChosen(who) // pressed early, it is done when the data are there
    const ok = await server.opened.then(enter, () => undefined)
    if (ok) return
    setChosen(undefined)
    if (ok === false) setState('refused')
  }
  const be = (subject: string) => void choose(subject, () => onChosen(subject))
  const tour = () => void choose(TOUR, onTour)
  useKeys({
    t: tour,
    ...Object.fromEntries(people.slice(0, KEYS).map(({ subject }, index) => [String(index + 1), () => be(subject)])),
  })
  useHints(hints)
  const isBusy = state === 'loading'
  return (
    <Frame header={<DemoHeader source={source} />} footer={<StatusBar onOpen={onLegal} />}>
      <Page className={css.page ?? ''}>
        <div className={css.head}>
          <div>
            <PageTitle title={`Try ${brand.name}`} className={css.title ?? ''}>
              The whole portal, running in this tab
            </PageTitle>
            <p className={css.lead}>
              Workers’ compensation pharmacy requests: decided, reviewed, explained. PostgreSQL and the server run
              inside your browser. No account; nothing you type leaves it. Every person, claim and drug is made up.
            </p>
          </div>
          {!isBroken && <Progress server={server} took={took} dataBytes={counts.dataBytes} />}
        </div>
        {state === 'broken' && (
          <Note tone="red" role="alert" act={<Button onClick={() => location.reload()}>Try again</Button>}>
            <b>The demonstration could not be opened.</b> Trying again helps where a file did not come, or where what
            this browser had kept was damaged: it begins with new data then.
          </Note>
        )}
        {state === 'inUse' && (
          <Note tone="amber" role="alert" act={<Button onClick={() => location.reload()}>Try again</Button>}>
            {server.shared ? (
              <>
                <b>Another version of it is open in another tab.</b> Two versions cannot share the data.
              </>
            ) : (
              <>
                <b>It is open in another tab.</b> This browser cannot share it between tabs.
              </>
            )}{' '}
            Close that one, then try again.
          </Note>
        )}
        {lost !== undefined && (
          <Note tone="amber" role="status">
            {lost}
          </Note>
        )}
        {state === 'refused' && (
          <Note tone="red" role="alert">
            <b>This person cannot log in any more.</b> Choose another one, or reset.
          </Note>
        )}
        <div className={css.columns}>
          <section aria-labelledby="who">
            <h2 className={css.ask} id="who">
              Who do you want to be?
            </h2>
            <ul className={css.people} aria-labelledby="who">
              {people.slice(0, KEYS).map((person, index) => (
                <li key={person.subject}>
                  <PersonButton
                    {...person}
                    digit={index + 1}
                    isDisabled={isBroken}
                    isChosen={chosen === person.subject}
                    onChoose={be}
                  />
                </li>
              ))}
            </ul>
            {people.length > KEYS && (
              <ul className={css.more} aria-label="More people">
                {people.slice(KEYS).map((person) => (
                  <li key={person.subject}>
                    <PersonButton
                      {...person}
                      isDisabled={isBroken}
                      isChosen={chosen === person.subject}
                      onChoose={be}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
          <Card title="A tour in five steps" className={css.tour ?? ''}>
            <ol className={css.steps}>
              {tourSteps.map(({ name, about }) => (
                <li key={name}>
                  <span>
                    <b>{name}</b>
                    {about}
                  </span>
                </li>
              ))}
            </ol>
            <Button
              tone="primary"
              size="large"
              block
              keys={['T']}
              busy={chosen === TOUR}
              busyLabel="Opening"
              onClick={tour}
            >
              Start the tour
            </Button>
            <p className={css.hint}>Three minutes. Leave it at any step with Esc.</p>
          </Card>
        </div>
        <dl className={css.facts}>
          <div>
            <dt>Where your data are</dt>
            <dd>
              In this browser
              <small>
                {lost === undefined ? 'Kept until you reset' : 'Gone when its tabs are closed'};{' '}
                {server.shared ? 'all tabs share them' : 'one tab at a time'}
              </small>
            </dd>
          </div>
          <div>
            <dt>How large</dt>
            <dd>
              {megabytes(counts.programBytes + counts.dataBytes)} loaded once
              <small>
                {megabytes(counts.programBytes)} PostgreSQL, {megabytes(counts.dataBytes)} data
              </small>
              <Kept of={took} />
            </dd>
          </div>
          <div>
            <dt>Inside</dt>
            <dd>
              {counts.claims.toLocaleString('en-US')} claims, {counts.carriers} carriers
              <small>{counts.requests.toLocaleString('en-US')} requests</small>
            </dd>
          </div>
          <div>
            <dt>Start over</dt>
            <dd>
              <Button size="small" icon={iconRefresh} onClick={onReset} disabled={isBusy || isBroken}>
                Reset
              </Button>
            </dd>
          </div>
        </dl>
        <ul className={css.notes}>
          <li>
            <Icon of={iconCheck} />
            <span>
              <b>As the real one:</b> rules of every state, trial run, decisions, timeline, undo.
            </span>
          </li>
          <li>
            <Icon of={iconMail} />
            <span>
              <b>Never sent:</b> letters, faxes and texts are written and shown, nothing goes out.
            </span>
          </li>
          <li>
            <Icon of={iconPeople} />
            <span>
              <b>Others are at work:</b> a pharmacy bills every minute, support answers chats, letters are answered.
            </span>
          </li>
        </ul>
      </Page>
    </Frame>
  )
}

type PersonButtonProps = DemoPerson & {
  /** Its key; with one it is a large card. */
  digit?: number
  isChosen: boolean
  isDisabled: boolean
  onChoose: (subject: string) => void
}

function PersonButton({ subject, name, role, what, digit, isChosen, isDisabled, onChoose }: PersonButtonProps) {
  const key = digit === undefined ? undefined : String(digit)
  return (
    <button
      type="button"
      className={css.person}
      aria-busy={isChosen || undefined}
      aria-keyshortcuts={key}
      disabled={isDisabled}
      onClick={() => onChoose(subject)}
    >
      {key && <Avatar name={name} size="large" />}
      <span className={css.words}>
        <span>
          <b>{name}</b> <small>{role}</small>
        </span>
        <span className={css.what}>{isChosen ? 'Opening the portal…' : what}</span>
      </span>
      {key && <Keys of={[key]} />}
    </button>
  )
}

/** What is being done until the data are there, then how long it took. */
function Progress({ server, took, dataBytes }: { server: ServerLink; took: number | undefined; dataBytes: number }) {
  const doing = useSyncExternalStore(server.onNews, server.doing)
  return (
    <div className={css.progress}>
      <p role="status" className={took === undefined ? undefined : css.ready}>
        {took !== undefined && <Icon of={iconCheckCircle} />}
        {took === undefined ? `${stepWords(doing.step, dataBytes)}…` : `Ready in ${(took / 1000).toFixed(1)} seconds`}
      </p>
      {took === undefined && (
        <p className={css.bar}>
          <progress max={100} value={doing.percent} aria-label="Loading" /> {doing.percent}%
        </p>
      )}
    </div>
  )
}

/** How much the browser keeps for this site, as it says. */
function Kept({ of }: { of: number | undefined }) {
  const [bytes, setBytes] = useState<number>()
  useEffect(() => {
    if (of === undefined || !('storage' in navigator)) return
    const look = () => void navigator.storage.estimate().then(({ usage }) => setBytes(usage))
    look()
    const timer = setInterval(look, LOOK_MS) // the first visit writes the data down a little later
    return () => clearInterval(timer)
  }, [of])
  return bytes ? <small>{megabytes(bytes)} kept in this browser</small> : null
}
