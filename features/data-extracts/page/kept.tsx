import { useState } from 'react'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords, weekdayNames } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck, iconClose, iconRefresh } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { keptExtracts, type Preset, type Recent, type Schedule } from '../contract.ts'
import { MOST_TRIES, periodWords } from '../schedule-rules.ts'
import { hourWords } from './hour-words.ts'
import css from './data-extract.module.css'
import { Destination } from './destination.tsx'
import { Runs } from './runs.tsx'

type Extract = NonNullable<Recent['extract']>
type KeptProps = {
  mc: string
  /** Puts a kept extract into the form. */
  onOpen: (extract: Extract) => void
  /** Downloads one at once. */
  onRun: (extract: Extract, what: string, rows: number) => void
  running: boolean
}

const states: Readonly<Record<Recent['state'], readonly [words: string, tone: Tone, icon?: string]>> = {
  RUNNING: ['Running', 'blue'],
  FINISHED: ['Ready', 'green', iconCheck],
  CANCELED: ['Canceled', 'neutral'],
  FAILED: ['Failed', 'red', iconAlert],
}
const rowsOf = (rows: number | null): string =>
  rows === null ? '' : rows === 0 ? 'No rows match' : `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`

/** What the user keeps: presets, the last ten extracts, schedules. */
export function Kept({ mc, onOpen, onRun, running }: KeptProps) {
  const { viewOnly } = useUser()
  const presets = useRead(keptExtracts.presets, { mc })
  const recent = useRead(keptExtracts.recent, { mc })
  const schedules = useRead(keptExtracts.schedules, { mc }, { everyMs: 15_000 })
  return (
    <div className={css.kept}>
      <Block title="Presets" asked={presets} empty="Extracts you save under a name appear here.">
        {(rows) => rows.map((one) => <PresetLine key={one.presetId} of={one} mc={mc} onOpen={onOpen} />)}
      </Block>
      <Block title="Last extracts" asked={recent} empty="Your last ten extracts appear here.">
        {(rows) =>
          rows.map((one) => <RecentLine key={one.exportId} of={one} running={running} onOpen={onOpen} onRun={onRun} />)
        }
      </Block>
      <Block
        title="Schedules"
        asked={{ ...schedules, data: schedules.data?.content }}
        empty="Scheduled extracts appear here."
        sub={
          schedules.data &&
          (schedules.data.goesTo === 'sftp' ? 'Delivered to the SFTP server' : 'Delivered to the folder of the portal')
        }
        foot={!viewOnly && <Destination mc={mc} />}
      >
        {(rows) =>
          rows.map((one) => <ScheduleLine key={one.scheduleId} of={one} mc={mc} zone={schedules.data!.zone} />)
        }
      </Block>
    </div>
  )
}

type Loaded<Row> = Pick<ReturnType<typeof useRead>, 'error' | 'isFetching' | 'refetch'> & {
  data: readonly Row[] | undefined
}
type BlockProps<Row> = {
  title: string
  sub?: string | undefined
  asked: Loaded<Row>
  empty: string
  foot?: React.ReactNode
  children: (rows: readonly Row[]) => React.ReactNode
}
function Block<Row>({ title, sub, asked, empty, foot, children }: BlockProps<Row>) {
  const { data, error } = asked
  return (
    <Card flush title={title} sub={sub}>
      {error && !data ? (
        <ErrorState
          small
          title={`${title} could not be loaded`}
          safe="Nothing was changed."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      ) : (
        <Loading busy={!data} skeleton={<Skeleton width="100%" height={96} />}>
          {data?.length === 0 ? (
            <State small kind="empty" title="None yet">
              {empty}
            </State>
          ) : (
            <ul className={css.rows}>{data && children(data)}</ul>
          )}
          {data && foot}
        </Loading>
      )}
    </Card>
  )
}

function PresetLine({ of, mc, onOpen }: { of: Preset; mc: string } & Pick<KeptProps, 'onOpen'>) {
  const { viewOnly } = useUser()
  const remove = useAct(keptExtracts.removePreset)
  const { extract } = of
  return (
    <li className={css.row}>
      <span className={css.what}>
        <Button tone="link" disabled={extract === null} onClick={() => extract && onOpen(extract)}>
          {of.name}
        </Button>
        <small>
          {of.area}, {of.program}
          {of.shared && (of.by === null ? ', shared' : `, by ${of.by}`)}
        </small>
      </span>
      {of.by === null && !viewOnly && (
        <IconButton
          icon={iconClose}
          label={`Remove the preset ${of.name}`}
          size="small"
          plain
          disabled={remove.isPending}
          onClick={() =>
            remove.mutate(
              { mc, presetId: of.presetId },
              { onSuccess: () => toast({ words: 'The preset was removed.' }) },
            )
          }
        />
      )}
    </li>
  )
}

function RecentLine({ of, running, onOpen, onRun }: { of: Recent } & Pick<KeptProps, 'running' | 'onOpen' | 'onRun'>) {
  const { person } = useUser()
  const now = useNow()
  const [words, tone, icon] = states[of.state]
  const what = `${of.area}, ${of.program}`
  const { extract } = of
  return (
    <li className={css.row}>
      <span className={css.what}>
        <Button tone="link" disabled={extract === null} onClick={() => extract && onOpen(extract)}>
          {what}
        </Button>
        <small>
          {[whenWords(of.at, person.timeZone, now), rowsOf(of.rows), of.scheduled && 'scheduled']
            .filter(Boolean)
            .join(', ')}
          {of.state === 'FAILED' && (
            <>
              . Support Id <span className={css.id}>{of.exportId}</span>
            </>
          )}
        </small>
      </span>
      <Badge tone={tone} {...(icon && { icon })}>
        {words}
      </Badge>
      <IconButton
        icon={iconRefresh}
        label={`Run ${what} again`}
        size="small"
        plain
        disabled={running || extract === null}
        onClick={() => extract && onRun(extract, what, of.rows ?? 0)}
      />
    </li>
  )
}

const whenOf = ({ cadence, day, hour }: Schedule): string =>
  `${cadence === 'DAILY' ? 'Daily' : cadence === 'WEEKLY' ? `${weekdayNames[day]}s` : `Monthly on day ${day}`} at ${hourWords(hour)}`
type LastFile = NonNullable<AnswerOf<typeof keptExtracts.schedules>['content'][number]['last']>
const lastWords = (last: LastFile, when: string, next: string | null): string =>
  last.state === 'FINISHED'
    ? `${last.file} delivered ${when}, ${rowsOf(last.rows)}`
    : last.state === 'FAILED'
      ? `Failed ${when}. ${last.why ?? ''} Support Id ${last.supportId ?? ''}`
      : next
        ? `${last.why ?? ''} Try ${last.tries + 1} of ${MOST_TRIES} ${next}`
        : 'Being made'

function ScheduleLine({ of, mc, zone }: { of: Schedule; mc: string; zone: string }) {
  const { person, viewOnly } = useUser()
  const now = useNow()
  const [asking, setAsking] = useState(false)
  const [open, setOpen] = useState(false)
  const pause = useAct(keptExtracts.pauseSchedule)
  const remove = useAct(keptExtracts.removeSchedule)
  const run = useAct(keptExtracts.runSchedule)
  const { scheduleId, last } = of
  const when = (at: string) => whenWords(at, person.timeZone, now)
  return (
    <li className={css.schedule}>
      <span className={css.what}>
        <b>{of.name}</b>
        <small>
          {of.area}, {of.program}. {periodWords[of.period]}. {whenOf(of)} ({zone}).
        </small>
        <small>
          {of.paused ? (of.why ?? 'Paused.') : `Next ${when(of.nextAt)}.`}{' '}
          {last && `${lastWords(last, when(last.dueAt), last.nextTryAt && when(last.nextTryAt))}.`}
        </small>
      </span>
      {of.paused ? (
        <Badge tone="amber">Paused</Badge>
      ) : (
        last?.nextTryAt && (
          <Badge tone="amber">
            Retrying {last.tries + 1} of {MOST_TRIES}
          </Badge>
        )
      )}
      {last && (
        <Button
          tone="link"
          size="small"
          aria-expanded={open}
          aria-label={`Runs of ${of.name}`}
          onClick={() => setOpen(!open)}
        >
          Runs
        </Button>
      )}
      {!viewOnly && (
        <span className={css.rowActs}>
          <Button
            size="small"
            busy={run.isPending}
            busyLabel="Starting"
            aria-label={`Run now: ${of.name}`}
            onClick={() =>
              run.mutate(
                { mc, scheduleId },
                {
                  onSuccess: ({ file }) => toast({ words: `${file} is being made.` }),
                  onError: ({ message }) =>
                    toast({ tone: 'error', words: 'The file was not started.', detail: message }),
                },
              )
            }
          >
            Run now
          </Button>
          <Button
            size="small"
            busy={pause.isPending}
            busyLabel="Saving"
            aria-label={`${of.paused ? 'Resume' : 'Pause'} ${of.name}`}
            onClick={() =>
              pause.mutate(
                { mc, scheduleId, paused: !of.paused },
                {
                  onSuccess: ({ file }) =>
                    file !== null &&
                    toast({ words: `${file} is being made.`, detail: 'It has what the failed files should have had.' }),
                },
              )
            }
          >
            {of.paused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="small" tone="quiet" aria-label={`Delete ${of.name}`} onClick={() => setAsking(true)}>
            Delete
          </Button>
        </span>
      )}
      {open && <Runs {...{ mc, scheduleId }} name={of.name} />}
      {asking && (
        <Dialog
          title={`Delete ${of.name}?`}
          size="small"
          onClose={() => setAsking(false)}
          onSubmit={() => remove.mutate({ mc, scheduleId }, { onSuccess: () => setAsking(false) })}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button tone="primary" type="submit" busy={remove.isPending} busyLabel="Deleting">
                Delete
              </Button>
            </>
          }
        >
          <p>No more files are made. Files that were delivered stay.</p>
        </Dialog>
      )}
    </li>
  )
}
