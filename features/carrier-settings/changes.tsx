import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconCheck, iconClose, iconUndo } from '#platform/ui/display/icons.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { changeStatus, needsReason, type ChangeStatus } from './change-statuses.ts'
import { changeValue, fromTo } from './change-words.ts'
import { carrierSettings, type Change } from './contract.ts'
import { PreviewNote } from './preview-note.tsx'
import { RerunPreview } from './rerun-preview.tsx'
import { settingLabel, settingWords } from './setting-words.ts'
import css from './settings-page.module.css'

const whose = ({ subCarrier }: Change): string => subCarrier ?? 'All programs'
const madeWords = (change: Change, zone: string): string => {
  const { day, time } = dayAndTime(change.madeAt, zone)
  return `${change.own ? 'You' : change.madeBy}, ${day} ${time}`
}

const none: ReadonlySet<string> = new Set()
type OpenChangesProps = {
  of: readonly Change[]
  /** The settings that the engine reads. */
  engine?: ReadonlySet<string>
  zone: string
  whyNotChange: string | null
}
/** The changes that wait for their day or for a second account manager. */
export function OpenChanges({ of, engine = none, zone, whyNotChange }: OpenChangesProps) {
  const [deciding, setDeciding] = useState<{ change: Change; approve: boolean }>()
  return (
    <Card title="Changes not in effect" sub={`${of.length}`} flush>
      <ul className={css.changes}>
        {of.map((change) => {
          const name = settingLabel(change.key)
          const waits = change.status === changeStatus.WAITING
          return (
            <li key={change.changeId}>
              <div className={css.grow}>
                <b>{name}</b> {fromTo(change)}
                <small>
                  {whose(change)} · {madeWords(change, zone)} · from {usDate(change.startsOn)}
                  {change.reason && ` · ${change.reason}`}
                </small>
              </div>
              <Badge tone={waits ? 'amber' : 'blue'}>
                {waits ? 'Needs approval' : `Starts ${usDate(change.startsOn)}`}
              </Badge>
              {whyNotChange === null && (
                <span className={css.acts}>
                  {waits && (
                    <ActButton
                      size="small"
                      icon={iconCheck}
                      aria-label={`Approve the change of ${name}`}
                      whyNot={change.whyNotApprove ?? undefined}
                      onClick={() => setDeciding({ change, approve: true })}
                    >
                      Approve
                    </ActButton>
                  )}
                  <ActButton
                    size="small"
                    icon={iconClose}
                    aria-label={change.own || !waits ? `Cancel change of ${name}` : `Decline the change of ${name}`}
                    whyNot={change.whyNotDecline ?? undefined}
                    onClick={() => setDeciding({ change, approve: false })}
                  >
                    {change.own || !waits ? 'Cancel change' : 'Decline'}
                  </ActButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {deciding && (
        <Decide {...deciding} engine={engine.has(deciding.change.key)} onClose={() => setDeciding(undefined)} />
      )}
    </Card>
  )
}

type DecideProps = { change: Change; approve: boolean; engine: boolean; onClose: () => void }
function Decide({ change, approve, engine, onClose }: DecideProps) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const decide = useAct(carrierSettings.decide)
  const asksWhy = needsReason(change.own, approve)
  const name = settingLabel(change.key)
  const cancels = !approve && (change.own || change.status === changeStatus.PLANNED)
  const verb = approve ? 'Approve' : cancels ? 'Cancel change' : 'Decline'
  return (
    <ActDialog
      title={approve ? `Approve the change of ${name}?` : `${cancels ? 'Cancel' : 'Decline'} the change of ${name}?`}
      onClose={onClose}
      onSend={() => {
        setTried(true)
        if (decide.isPending || (asksWhy && !explains(reason))) return
        decide.mutate(
          { changeId: change.changeId, approve, ...(asksWhy && { reason: reason.trim() }) },
          {
            onSuccess: ({ status }) => {
              toast({ tone: 'success', words: decidedWords(name, status, usDate(change.startsOn)) })
              onClose()
            },
          },
        )
      }}
      verb={verb}
      busyLabel="Saving"
      tone={approve ? 'primary' : 'danger'}
      busy={decide.isPending}
      failure={decide.error ?? undefined}
      failedWords="Nothing was changed."
    >
      <ActWords>
        {whose(change)}: {fromTo(change)}, from {usDate(change.startsOn)}.
      </ActWords>
      {change.reason && (
        <ActWords>
          {change.own ? 'Your reason' : `Reason of ${change.madeBy}`}: {change.reason}
        </ActWords>
      )}
      {engine && !change.own && (
        <RerunPreview settingKey={change.key} value={change.after} subCarrier={change.subCarrier ?? undefined} />
      )}
      {!engine && !change.own && (
        <PreviewNote settingKey={change.key} value={change.after} subCarrier={change.subCarrier ?? undefined} />
      )}
      {asksWhy && (
        <TextField
          label="Reason"
          required
          hint={`${change.madeBy} is notified and reads it in the history.`}
          maxLength={300}
          value={reason}
          onChange={setReason}
          error={tried ? whyNotExplained(reason, 'Enter a reason.') : undefined}
        />
      )}
    </ActDialog>
  )
}

const decidedWords = (name: string, status: ChangeStatus, day: string): string => {
  if (status === changeStatus.DONE) return `${name} was changed.`
  return status === changeStatus.PLANNED ? `Approved. ${name} changes on ${day}.` : `${name} stays as it is.`
}

const statusLook: Readonly<Record<ChangeStatus, { words: string; tone: Tone; icon?: string }>> = {
  WAITING: { words: 'Needs approval', tone: 'amber' },
  PLANNED: { words: 'Planned', tone: 'blue' },
  DONE: { words: 'Made', tone: 'green', icon: iconCheck },
  REFUSED: { words: 'Not made', tone: 'neutral' },
}
const PAGE_SIZE = 25
const settingOptions = Object.entries(settingWords)
  .map(([value, { label }]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

const decidedVerb = ({ status, decidedBy, madeBy }: Change): string =>
  status !== changeStatus.REFUSED ? 'approved' : decidedBy === madeBy ? 'canceled' : 'declined'

/** All changes of the carrier's settings, newest first, each with its undo. */
export function History({
  zone,
  whyNotChange,
  onClose,
}: {
  zone: string
  whyNotChange: string | null
  onClose: () => void
}) {
  const [page, setPage] = useState(0)
  const [key, setKey] = useState('')
  const [undoing, setUndoing] = useState<Change>()
  const asked = useRead(
    carrierSettings.changes,
    { page, size: PAGE_SIZE, ...(key !== '' && { key }) },
    { keepPrevious: true },
  )
  const found = asked.data
  return (
    <Panel title="History" sub="Undo until the next change of the same setting" onClose={onClose}>
      <SelectField
        label="Setting"
        value={key}
        options={[{ value: '', label: 'All settings' }, ...settingOptions]}
        onChange={(next) => {
          setKey(next)
          setPage(0)
        }}
      />
      {asked.error && !found ? (
        <NotLoaded small title="The history could not be loaded" of={asked} />
      ) : (
        <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="History loaded.">
          {found &&
            (found.content.length === 0 ? (
              <State small kind="empty" title={key === '' ? 'No changes yet' : 'No changes of this setting yet'}>
                Changes made in the portal appear here, with who made and who approved them.
              </State>
            ) : (
              <>
                <ul className={css.history}>
                  {found.content.map((change) => {
                    const name = settingLabel(change.key)
                    const { words, tone, icon } = statusLook[change.status]
                    return (
                      <li key={change.changeId}>
                        <div className={css.grow}>
                          <b>{name}</b> {fromTo(change)}
                          <small>
                            {whose(change)} · {madeWords(change, zone)}
                            {change.decidedBy && ` · ${decidedVerb(change)} by ${change.decidedBy}`}
                            {` · from ${usDate(change.startsOn)}`}
                            {change.reason && ` · ${change.reason}`}
                            {change.declinedBecause && ` · declined because: ${change.declinedBecause}`}
                          </small>
                        </div>
                        <Badge tone={tone} {...(icon && { icon })}>
                          {words}
                        </Badge>
                        {change.status === changeStatus.DONE && whyNotChange === null && (
                          <ActButton
                            size="small"
                            icon={iconUndo}
                            aria-label={`Undo the change of ${name}`}
                            whyNot={change.whyNotUndo ?? undefined}
                            onClick={() => setUndoing(change)}
                          >
                            Undo
                          </ActButton>
                        )}
                      </li>
                    )
                  })}
                </ul>
                {found.totalElements > PAGE_SIZE && (
                  <nav className={css.acts} aria-label="Pages of the history">
                    <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                      Newer
                    </Button>
                    <Button
                      size="small"
                      disabled={(page + 1) * PAGE_SIZE >= found.totalElements || asked.isFetching}
                      onClick={() => setPage(page + 1)}
                    >
                      Older
                    </Button>
                  </nav>
                )}
              </>
            ))}
        </Loading>
      )}
      {undoing && <Undo of={undoing} onClose={() => setUndoing(undefined)} />}
    </Panel>
  )
}

function Undo({ of, onClose }: { of: Change; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const undo = useAct(carrierSettings.undo)
  const name = settingLabel(of.key)
  const send = () => {
    setTried(true)
    if (!explains(reason) || undo.isPending) return
    undo.mutate(
      { changeId: of.changeId, reason: reason.trim() },
      {
        onSuccess: ({ status }) => {
          toast(
            status === changeStatus.WAITING
              ? { tone: 'info', words: `${name}: sent to another account manager for approval.` }
              : { tone: 'success', words: `${name} is as before.` },
          )
          onClose()
        },
      },
    )
  }
  return (
    <ActDialog
      title={`Undo the change of ${name}?`}
      onClose={onClose}
      onSend={send}
      verb="Undo"
      busyLabel="Saving"
      busy={undo.isPending}
      failure={undo.error ?? undefined}
      failedWords="Nothing was changed."
    >
      <ActWords>
        {whose(of)}: {changeValue(of.key, of.after)} back to {changeValue(of.key, of.before)}.
      </ActWords>
      <TextField
        label="Reason"
        required
        hint="For the history."
        maxLength={300}
        value={reason}
        onChange={setReason}
        error={tried ? whyNotExplained(reason, 'Enter a reason.') : undefined}
      />
    </ActDialog>
  )
}
