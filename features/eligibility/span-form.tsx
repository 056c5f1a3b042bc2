import { useId, useRef, useState } from 'react'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { usDate } from '#platform/dates/day.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconAlert, iconCheck, iconWarning } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { useFirstField } from '#platform/ui/form/use-first-field.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { eligibility, Span } from './contract.ts'
import { CoverageBar } from './coverage-bar.tsx'
import css from './coverage.module.css'
import { overlapOf, planLevels, spanReasons, type PlanLevel, type SpanReason } from './rules.ts'

const hints: readonly Hint[] = [
  { keys: ['Tab'], does: 'Next field' },
  { keys: ['Ctrl', 'S'], does: 'Save' },
  { keys: ['Esc'], does: 'Cancel' },
]

const optionsOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  (Object.entries(table) as [Key, string][]).map(([value, label]) => ({ value, label }))

type Answer = AnswerOf<typeof eligibility.of>
type Field = 'effectiveDate' | 'termDate' | 'planLevel' | 'reasonCode' | 'doi' | 'group' | 'note' | 'confirmed'

/** Changes a period of coverage, or adds one. What is wrong, and what follows, is said while it is typed. */
export function SpanForm({
  of,
  span,
  onClose,
}: {
  of: Answer & { claim: NonNullable<Answer['claim']> }
  span: Span | undefined
  onClose: () => void
}) {
  const { claim, today, claimId } = of
  const id = useId()
  const idOf = (field: string) => `${id}-${field}`
  const [from, setFrom] = useState(span ? usDate(span.effectiveDate) : '')
  const [to, setTo] = useState(span?.termDate ? usDate(span.termDate) : '')
  const [level, setLevel] = useState<PlanLevel>(span?.planLevel ?? 'FULL')
  const [reason, setReason] = useState<SpanReason | ''>('')
  const [doi, setDoi] = useState(usDate(claim.doi))
  const [group, setGroup] = useState(claim.groupCode)
  const [note, setNote] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  // The version that was looked at: what somebody else saves meanwhile is never overwritten unseen.
  const [version, setVersion] = useState(span?.version)
  const edit = useAct(eligibility.edit)
  const day = (text: string) => parseDate(text, today)
  const [fromDay, toDay, doiDay] = [
    day(from) || undefined,
    to.trim() === '' ? null : day(to) || undefined,
    day(doi) || undefined,
  ]
  const typed =
    fromDay && toDay !== undefined && doiDay
      ? {
          claimId,
          ...(span && { eligibilityId: span.eligibilityId }),
          effectiveDate: fromDay,
          termDate: toDay,
          planLevel: level,
          reasonCode: reason || ('NEW' as const),
          ...(doiDay !== claim.doi && { doi: doiDay }),
          ...(group !== claim.groupCode && { group }),
          ...(note.trim() && { note }),
        }
      : undefined
  const rested = useRested(JSON.stringify(typed), 400)
  const checking = useRead(
    eligibility.validate,
    { span: rested ? (JSON.parse(rested) as NonNullable<typeof typed>) : undefined },
    { off: !rested, keepPrevious: true },
  )
  const checked = rested ? checking.data : undefined
  const warnings = checked?.warnings ?? []
  const whatIsWrong = () => [
    ...(fromDay ? [] : [{ id: idOf('effectiveDate'), message: 'Enter the first day of coverage as MM/DD/YYYY.' }]),
    ...(toDay === undefined
      ? [{ id: idOf('termDate'), message: 'Enter the last day as MM/DD/YYYY, or leave it empty.' }]
      : []),
    ...(doiDay ? [] : [{ id: idOf('doi'), message: 'Enter the date of injury as MM/DD/YYYY.' }]),
    ...(reason ? [] : [{ id: idOf('reasonCode'), message: 'Choose a reason for the change.' }]),
    ...(warnings.length > 0 && !confirmed
      ? [{ id: idOf('confirmed'), message: 'Confirm the warning, or change the dates.' }]
      : []),
  ]
  const form = useFormSend({
    whatIsWrong,
    send: async () => {
      await edit.mutateAsync({
        ...typed!,
        reasonCode: reason as SpanReason,
        ...(span && { version }),
        ...(confirmed && { confirmed: warnings.map(({ code }) => code) }),
      })
      toast({ tone: 'success', words: 'Coverage was saved.' })
      onClose()
    },
    idOf: (path) => idOf(path),
  })
  const fields = useRef<HTMLFormElement>(null)
  useFirstField(fields)
  useHints(hints)
  useKeys({
    Escape: onClose,
    'mod+s': (event) => {
      event.preventDefault()
      form.onSubmit(event)
    },
  })
  const latest = form.failure?.code === 'CONFLICT' ? Span.safeParse(form.failure.data).data : undefined
  const wrongNow = whatIsWrong()
  // What was marked when the form was sent is gone once it is put right.
  const errorOf = (field: Field) =>
    checked?.errors.find(({ path }) => path === field)?.message ??
    (wrongNow.some((one) => one.id === idOf(field)) ? form.problemOf(idOf(field)) : undefined)
  const nearest = (field: Field, set: (text: string) => void) => {
    const found = checked?.errors.find(({ path, nearest: value }) => path === field && value !== undefined)?.nearest
    return found ? (
      <Button size="small" onClick={() => set(usDate(found))}>
        Use {usDate(found)}
      </Button>
    ) : null
  }
  const others = of.spans.filter((one) => one.eligibilityId !== span?.eligibilityId)
  const bar = typed ? [...others, { ...typed, termDate: typed.termDate }] : of.spans
  const overlap = typed && overlapOf(typed, others)
  const changes: [string, string, string][] = [
    ['Starts', span ? usDate(span.effectiveDate) : 'none', from || 'none'],
    ['Ends', span?.termDate ? usDate(span.termDate) : span ? 'open' : 'none', to || 'open'],
    ['Plan level', span?.planLevelName ?? 'none', planLevels[level]],
    ['Reason', span?.reason ?? 'none', reason ? spanReasons[reason] : (span?.reason ?? 'none')],
    ['Date of injury', usDate(claim.doi), doi],
    ['Group', claim.groupCode, group],
  ]
  return (
    <form ref={fields} className={css.edit} onSubmit={form.onSubmit} noValidate aria-label="Edit coverage">
      <div className={css.main}>
        <Card
          title="Coverage"
          sub="with your change"
          acts={
            overlap && (
              <Badge tone="red" icon={iconAlert}>
                Overlap
              </Badge>
            )
          }
        >
          <CoverageBar spans={bar} today={today} overlap={overlap} />
        </Card>
        <Card
          title={span ? 'Edit coverage' : 'Add a period of coverage'}
          sub={
            span &&
            of.spans.length > 1 &&
            `period ${of.spans.findIndex((one) => one.eligibilityId === span.eligibilityId) + 1} of ${of.spans.length}`
          }
        >
          <div className={css.form}>
            <ErrorSummary key={form.tries} errors={form.problems} />
            {form.failure && !latest && <FailedNote what="Coverage was not saved." failure={form.failure} />}
            {latest && (
              <Note
                tone="amber"
                role="alert"
                act={
                  <Button
                    size="small"
                    onClick={() => {
                      setVersion(latest.version)
                      form.forget()
                    }}
                  >
                    Keep my change
                  </Button>
                }
              >
                <b>Somebody else changed this coverage meanwhile.</b> It is now {latest.planLevelName},{' '}
                {usDate(latest.effectiveDate)} to {latest.termDate ? usDate(latest.termDate) : 'open'}, {latest.reason}.
                Keep your change and save again, or cancel.
              </Note>
            )}
            <div className={css.fields}>
              <div className={css.near}>
                <DateField
                  label="Coverage starts"
                  required
                  id={idOf('effectiveDate')}
                  error={errorOf('effectiveDate')}
                  value={from}
                  onChange={setFrom}
                  today={today}
                />
                {nearest('effectiveDate', setFrom)}
              </div>
              <div className={css.near}>
                <DateField
                  label="Coverage ends"
                  hint="Empty means open"
                  id={idOf('termDate')}
                  error={errorOf('termDate')}
                  value={to}
                  onChange={setTo}
                  today={today}
                />
                {nearest('termDate', setTo)}
              </div>
              <SelectField
                label="Plan level"
                required
                id={idOf('planLevel')}
                value={level}
                options={optionsOf(planLevels)}
                onChange={setLevel}
              />
              <SelectField
                label="Group"
                required
                id={idOf('group')}
                error={errorOf('group')}
                value={group}
                options={claim.groups.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))}
                onChange={setGroup}
              />
              <DateField
                label="Date of injury"
                required
                id={idOf('doi')}
                error={errorOf('doi')}
                value={doi}
                onChange={setDoi}
                today={today}
              />
              <SelectField
                label="Reason for the change"
                required
                id={idOf('reasonCode')}
                error={errorOf('reasonCode')}
                value={reason}
                options={optionsOf(spanReasons)}
                onChange={setReason}
                placeholder="Choose a reason"
              />
            </div>
            <TextArea
              label="Note"
              aside="optional"
              id={idOf('note')}
              error={errorOf('note')}
              value={note}
              onChange={setNote}
              limit={4000}
            />
            {warnings.length > 0 && (
              <CheckBox
                id={idOf('confirmed')}
                label="This is correct"
                detail={warnings.map(({ message }) => message).join(' ')}
                checked={confirmed}
                onChange={setConfirmed}
              />
            )}
            <div className={css.row}>
              <span className="muted">Saved changes are logged with before and after.</span>
              <span className={css.acts}>
                <Button onClick={onClose}>Cancel</Button>
                <SendButton tone="primary" busy={form.busy} busyLabel="Saving" keys={['Ctrl', 'S']}>
                  Save coverage
                </SendButton>
              </span>
            </div>
          </div>
        </Card>
      </div>
      <div className={css.side}>
        <Card title="What changes">
          <ul className={`${css.list} ${css.changes}`}>
            {changes
              .filter(([, before, after]) => before !== after)
              .map(([label, before, after]) => (
                <li key={label}>
                  <small>{label}</small>
                  <del>{before}</del> <b>{after}</b>
                </li>
              ))}
          </ul>
        </Card>
        <Card title="What follows">
          <div aria-live="polite">
            {checked ? (
              <ul className={css.list}>
                {checked.effects.map((effect) => (
                  <li key={effect.title}>
                    <Icon of={effect.tone === 'good' ? iconCheck : iconWarning} /> <b>{effect.title}</b>
                    <small>{effect.detail}</small>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="muted">Enter the days to see what follows.</p>
            )}
          </div>
        </Card>
      </div>
    </form>
  )
}
