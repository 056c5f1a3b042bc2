import { useState } from 'react'
import { patientWord } from '#features/settings/patient-word.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { settings } from '#features/settings/contract.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconClock } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { texts } from './contract.ts'
import { Enrollment } from './enrollment.tsx'
import { SendText } from './send-text.tsx'
import { templateName } from './template-names.ts'
import css from './texts-tab.module.css'

type Line = AnswerOf<typeof texts.history>['content'][number]

const PAGE = 50
/** Milliseconds between two looks for news, until the carrier's setting is known. */
const USUAL_POLL = 6000
type Kind = 'all' | Line['direction']

/** Text messages to and from a worker, what may be sent now, and their consent. */
export function TextMessages({ patient }: PatientTabProps) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const { data: intervals } = useRead(settings.intervals, { f: ['smsPollInterval'] })
  const everyMs = intervals?.['smsPollInterval'] ?? USUAL_POLL
  const campaign = useRead(texts.campaign, { a: mc, b: sc, c: claimId }, { everyMs })
  const of = campaign.data
  return (
    <div className={css.tab}>
      <History patient={patient} everyMs={everyMs} />
      <div className={css.side}>
        {campaign.error && !of ? (
          <NotLoaded small title="Consent could not be loaded" safe="Nothing was sent." of={campaign} />
        ) : of ? (
          <>
            <SendText patient={patient} of={of} />
            <Enrollment patient={patient} of={of} />
          </>
        ) : (
          <Skeleton width="100%" height={240} />
        )}
      </div>
    </div>
  )
}

function History({ patient, everyMs }: PatientTabProps & { everyMs: number }) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const { person, settings } = useUser()
  const word = patientWord(settings['dateLabel']).toLowerCase()
  const kinds = [
    { value: 'all', label: 'All texts' },
    { value: 'IN', label: `From the ${word}` },
    { value: 'OUT', label: `To the ${word}` },
  ] as const
  const [page, setPage] = useState(0)
  const [kind, setKind] = useState<Kind>('all')
  const asked = useRead(texts.history, { mc, sc, claimId, page, size: PAGE }, { everyMs, keepPrevious: true })
  const of = asked.data
  const lines = of?.content.filter(({ direction }) => kind === 'all' || direction === kind).toReversed()
  return (
    <Card
      title="History"
      sub={of && `${of.totalElements.toLocaleString('en-US')} ${of.totalElements === 1 ? 'text' : 'texts'}`}
      flush
      acts={
        <>
          <SelectField
            label="Show"
            quiet
            className={css.filters ?? ''}
            value={kind}
            options={kinds}
            onChange={setKind}
          />
          <FileMenu
            rows={of ? `${of.totalElements.toLocaleString('en-US')} ${of.totalElements === 1 ? 'text' : 'texts'}` : ''}
            whyNot={of?.totalElements === 0 ? 'There are no texts yet.' : undefined}
            make={(type, signal) =>
              ask(
                texts.export,
                { type, masterCarrier: mc, subCarrier: sc, claimId, timeZone: person.timeZone },
                { signal },
              )
            }
          />
        </>
      }
    >
      {asked.error && !of ? (
        <NotLoaded small title="Text messages could not be loaded" safe="Nothing was sent." of={asked} />
      ) : (
        <Loading busy={!of} skeleton={<Skeleton width="100%" height={240} />}>
          {of && of.totalPages > 1 && (
            <nav className={css.more} aria-label="Older and newer texts">
              <Button size="small" disabled={page + 1 >= of.totalPages} onClick={() => setPage(page + 1)}>
                Older
              </Button>
              <span className="muted">
                {(page * PAGE + 1).toLocaleString('en-US')} to{' '}
                {(page * PAGE + of.content.length).toLocaleString('en-US')}, from the newest
              </span>
              <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
            </nav>
          )}
          {lines?.length === 0 && (
            <State small kind="empty" title="No text messages">
              Texts to and from the {word} appear here.
            </State>
          )}
          <Lines of={lines ?? []} word={word} />
        </Loading>
      )}
    </Card>
  )
}

const states: Readonly<Record<Line['state'], { label: string; tone: Tone; icon: string } | undefined>> = {
  QUEUED: { label: 'Sending', tone: 'amber', icon: iconClock },
  SENT: { label: 'Sent', tone: 'neutral', icon: iconCheck },
  DELIVERED: { label: 'Delivered', tone: 'green', icon: iconCheck },
  FAILED: { label: 'Not delivered', tone: 'red', icon: iconAlert },
  BLOCKED: { label: 'Not sent', tone: 'red', icon: iconAlert },
  RECEIVED: undefined,
}

function Lines({ of, word }: { of: readonly Line[]; word: string }) {
  const { person } = useUser()
  const zone = person.timeZone
  const today = dayAndTime(useNow(), zone).day
  const dayOf = (line: Line | undefined) => line && dayAndTime(line.at, zone).day
  return (
    <ol className={css.lines}>
      {of.map((line, index) => {
        const { day, time } = dayAndTime(line.at, zone)
        const isNew = day !== dayOf(of[index - 1])
        const look = states[line.state]
        return (
          // Two texts of one instant have no ids here; their order in the list tells them apart.
          <li key={`${line.at} ${line.direction} ${index}`} style={{ display: 'contents' }}>
            {isNew && <h3 className={css.day}>{day === today ? 'Today' : day}</h3>}
            <div className={line.direction === 'IN' ? css.in : css.out}>
              <p className={css.bubble}>{line.text}</p>
              <small>
                <span className="sr-only">{line.direction === 'IN' ? `From the ${word}, ` : `To the ${word}, `}</span>
                {templateName(line)} · {time}
                {look && (
                  <>
                    {' '}
                    <Badge tone={look.tone} icon={look.icon}>
                      {look.label}
                    </Badge>
                  </>
                )}
                {line.error && ` ${line.error}`}
              </small>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
