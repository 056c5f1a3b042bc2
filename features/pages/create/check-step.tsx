import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { decision } from '#features/decisions/contract.ts'
import { formOptions } from '#features/decisions/form-options-contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { FindingReasons, useFindingReasons } from '#features/prior-auth-maintenance/finding-reasons.tsx'
import { approvalReasons } from '#reference/approval-reasons.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { asFailed, type CallFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { iconCheck, iconClose, iconRefresh } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import css from './create.module.css'
import { idOfField } from './ids.ts'
import { usePrepared } from './use-prepared.ts'
import type { StepProps } from './step-props.ts'
import { fillsWords, valuesOf, type Problem } from './typed.ts'

const dollars = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const idOf = (path: string): string => `create-${path}`
const enter = { keys: ['Ctrl', 'Enter'] } as const

type Made = OutputOf<typeof newAuthorization.create>
/** Sent for its owners to decide; approved at once; or sent with an approval that a pharmacist completes. */
type What = 'send' | 'approve' | 'saveApproval'
type CheckStepProps = StepProps & { onRefused: (problems: readonly Problem[]) => void; onDone: () => void }

/** Step 3: what the engine says of it with and without the approval, when it is due, and sending or approving it. */
export function CheckStep(props: CheckStepProps) {
  const { typed, profile, today, onRefused, onDone, terms } = props
  const { patient } = profile
  const [, navigate] = useLocation()
  const prepared = usePrepared(props)
  const create = useAct(newAuthorization.create)
  const approval = useAct(decision.approve)
  const busy = create.isPending || approval.isPending
  const [pressed, setPressed] = useState<What>()
  const straight = useRead(formOptions.autoPaUser, {
    masterCarrierCode: patient.masterCarrier,
    subCarrierCode: patient.subCarrier,
    groupNumber: patient.groupCode,
  })
  const [failure, setFailure] = useState<CallFailed>()
  const [replace, setReplace] = useState(false)
  const [tries, setTries] = useState(0)
  const values = valuesOf(typed, today)
  const { built, trial, run } = prepared
  const safety = built?.rejects.filter((one) => one.safety && one.canCallerOverride) ?? []
  const findings = useFindingReasons(
    idOf,
    safety
      .map(({ rejectCode, finding = rejectCode, description, message }) => ({
        rejectCode,
        finding,
        description,
        about: message,
      }))
      .filter((one, at, all) => all.findIndex(({ finding }) => finding === one.finding) === at),
  )
  const left = findings.shown.filter((one) => !findings.on.includes(one))
  const wrong = [
    ...(left.length > 0
      ? [{ id: idOf('safety'), message: 'Clear each safety finding with its reason, or send it to the owners.' }]
      : []),
    ...findings.whatIsWrong(),
  ]
  const problemOf = (id: string) => (tries > 0 ? wrong.find((one) => one.id === id)?.message : undefined)

  // A refusal at a field of an earlier step is shown there.
  const refused = (error: unknown) => {
    const failed = asFailed(error)
    const atFields = failed.fields.filter(({ path }) => idOfField(path) !== undefined)
    if (atFields.length > 0) onRefused(atFields.map(({ path, message }) => ({ field: path, message })))
    else setFailure(failed)
  }
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    run().catch(refused)
  })
  /** What an approval says, made with the request or right after it. */
  const granted = () => ({
    oneTimeFill: typed.oneTime,
    drugLevel: values.level,
    ...(!typed.oneTime && { paMaxFill: values.fills ?? null }),
    maxQty: values.quantity!,
    maxDays: values.days!,
    rejects: built!.rejects.map(({ rejectCode, finding, safety: isSafety, canCallerOverride }) => ({
      rejectCode,
      override: canCallerOverride,
      ...(finding !== undefined && { finding }),
      ...(isSafety && canCallerOverride && { reason: findings.reasonOf(finding ?? rejectCode).trim() }),
    })),
    ...(findings.agreed && { safetyRejectEnabled: true }),
    reasonId: Number(typed.reason),
    priorauthReasonDesc: approvalReasons.find((one) => one.id === Number(typed.reason))?.reason,
    ...(replace && { supersede: true }),
  })
  const send = async (what: What) => {
    if (!built || busy) return
    setFailure(undefined)
    if (what !== 'send' && wrong.length > 0) return setTries(tries + 1)
    setPressed(what)
    try {
      const made = await create.mutateAsync({
        authorizationId: built.authorizationId,
        selectedCaseOwners: typed.owners,
        effectiveDate: values.start!,
        authExpirationDate: values.end!,
        ...values.arrival,
        ...(typed.note.trim() && { note: typed.note.trim() }),
        ...(what === 'approve' && { approveNow: granted() }),
      })
      onDone()
      if (what === 'saveApproval') return await saveApproval(made)
      toast({
        tone: 'success',
        words: made.priorAuth
          ? `Approved: ${made.priorAuth.priorAuthOverrideRef}, to ${usDate(made.priorAuth.endDate)}.`
          : `Request ${made.referenceNumber} was sent to ${made.caseOwners.map(({ name }) => name).join(', ')}.`,
        ...(made.warnings.length > 0 && { detail: made.warnings.join(' '), sticky: true }),
      })
      navigate(made.priorAuth ? patientAddress(patient, 'prior-auths') : requestPath(made.authorizationId))
    } catch (error) {
      refused(error)
    }
  }

  /** The request is sent; its approval is saved, and waits for the pharmacist. Refused, the request stays, undecided. */
  const saveApproval = async ({ authorizationId, version, referenceNumber, warnings }: Made) => {
    try {
      await approval.mutateAsync({
        id: authorizationId,
        version,
        startDate: values.start!,
        endDate: values.end!,
        ...granted(),
      })
      toast({
        tone: 'success',
        words: `Approval of request ${referenceNumber} saved. Not sent yet.`,
        detail: [`A pharmacist must clear ${toPharmacist.join(', ')}.`, ...warnings].join(' '),
      })
    } catch (error) {
      toast({
        tone: 'error',
        words: `Request ${referenceNumber} was sent. Your approval was NOT saved.`,
        detail: asFailed(error).message,
        sticky: true,
      })
    }
    navigate(requestPath(authorizationId))
  }

  const open = built?.duplicates.find(({ kind }) => kind === 'REQUEST')
  const duplicate =
    failure?.code === 'DUPLICATE' || replace || built?.duplicates.some(({ kind }) => kind === 'PRIOR_AUTH')
  const fills = fillsWords(typed, values)
  const blocked = open ? `Request ${open.reference} for this drug is open already.` : undefined
  const toPharmacist = built?.leftToPharmacist ?? []
  const mine: What = toPharmacist.length > 0 ? 'saveApproval' : 'approve'
  const whyNotApprove = blocked ?? (mine === 'approve' ? built?.whyNotApprove : undefined) ?? undefined
  const first: What = built && whyNotApprove ? 'send' : mine
  useKeys({
    t: () => void run().catch(refused),
    // Does what the button of full color does, once its words can be read.
    'mod+Enter': ({ repeat }) => {
      if (built && !blocked && !repeat && !busy) void send(first)
    },
  })
  return (
    <>
      <ErrorSummary key={tries} errors={tries > 0 ? wrong : []} />
      {failure && <FailedNote failure={failure} what="Nothing was sent." />}
      {open && (
        <Note tone="amber">
          <b>Request {open.reference} for this drug is open already.</b> Decide that one instead.{' '}
          <a href={requestPath(open.id)}>Open it</a>
        </Note>
      )}
      <Loading
        busy={!built && !failure}
        skeleton={<Skeleton width="100%" height={220} />}
        loaded={built && 'The trial run is ready.'}
      >
        {built && (
          <>
            <Note
              tone={trial?.outcome === 'PAID' ? 'green' : 'amber'}
              role="status"
              act={
                <Button
                  size="small"
                  icon={iconRefresh}
                  keys={['T']}
                  busy={prepared.busy}
                  busyLabel="Running"
                  onClick={() => void run().catch(refused)}
                >
                  Run again
                </Button>
              }
            >
              <b>Trial run{typed.pharmacy ? ` at ${typed.pharmacy.name}` : ''}.</b>{' '}
              {trial === undefined
                ? 'It has not run yet.'
                : trial.outcome === 'PAID'
                  ? `With this approval it would pay${trial.pricing ? ` ${dollars(trial.pricing.paid)}` : ''}${left.length > 0 ? ' once every safety finding is cleared' : ''}.`
                  : 'With this approval it would still be rejected.'}
            </Note>
            <div className={css.pair}>
              <Card title="Rejects without it, and with it">
                <ul className={css.rejects}>
                  {built.rejects.map((one) => {
                    const cleared =
                      trial !== undefined && !trial.rejects.some(({ rejectCode }) => rejectCode === one.rejectCode)
                    return (
                      <li key={`${one.rejectCode} ${one.sourceRule}`}>
                        <CodeChip code={one.rejectCode} words={one.description} beside />
                        <span>
                          <b>{one.description}</b>
                          <small>{one.message}</small>
                        </span>
                        <Badge
                          tone={cleared ? 'green' : one.hardStop ? 'red' : 'amber'}
                          icon={cleared ? iconCheck : iconClose}
                        >
                          {cleared ? 'Cleared' : one.hardStop ? 'Hard stop' : 'Remains'}
                        </Badge>
                      </li>
                    )
                  })}
                  {built.rejects.length === 0 && <li>It would be paid without an authorization.</li>}
                </ul>
              </Card>
              <Card title="Due time">
                <p>
                  <b>Due {exactWords(built.statutoryDueAt, terms?.timeZone ?? 'UTC')}</b>
                </p>
                <ol className={css.steps2}>
                  {built.dueArithmetic.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ol>
              </Card>
              <Card title="Before you submit">
                <ul className={css.overlaps}>
                  {built.warnings.map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                  {built.clinicalConsiderations.map((one) => (
                    <li key={one.key}>
                      <span>
                        <b>{one.title}</b> {one.detail}
                      </span>
                    </li>
                  ))}
                  {built.warnings.length + built.clinicalConsiderations.length === 0 && <li>Nothing to check.</li>}
                </ul>
                {duplicate && (
                  <CheckBox
                    label="Replace the prior authorization that covers this already"
                    detail="It ends when this one is approved."
                    checked={replace}
                    onChange={setReplace}
                  />
                )}
                <FindingReasons of={findings} idOf={idOf} problemOf={problemOf} />
              </Card>
              <Card title="Price of one fill">
                {trial?.pricing ? (
                  <dl className={css.price}>
                    {(
                      [
                        ['Would be paid', trial.pricing.paid],
                        ['State fee schedule', trial.pricing.feeSchedule],
                        ['Network price', trial.pricing.network],
                        ['Usual and customary', trial.pricing.uc],
                      ] as const
                    )
                      .filter(([, amount]) => amount > 0)
                      .map(([label, amount]) => (
                        <div key={label}>
                          <dt>{label}</dt>
                          <dd>{dollars(amount)}</dd>
                        </div>
                      ))}
                    {values.fills && values.fills > 1 && (
                      <div>
                        <dt>{values.fills} fills, at most</dt>
                        <dd>{dollars(trial.pricing.paid * values.fills)}</dd>
                      </div>
                    )}
                  </dl>
                ) : (
                  <p className="muted">
                    {built.estimatedCost === null ? 'Not known' : `About ${dollars(built.estimatedCost)}`}
                  </p>
                )}
              </Card>
            </div>
          </>
        )}
      </Loading>
      <div className={css.send}>
        {built && (
          <p className="muted">
            {mine === 'saveApproval'
              ? 'Nothing is sent to the pharmacy before a pharmacist has answered.'
              : straight.data?.isAutoPaUser === false
                ? 'An approval takes effect after manual entry.'
                : straight.data
                  ? 'An approval takes effect at once.'
                  : ''}
          </p>
        )}
        <ActButton
          whyNot={blocked}
          disabled={!built}
          busy={busy && pressed === 'send'}
          busyLabel="Sending"
          tone={first === 'send' ? 'primary' : 'secondary'}
          {...(first === 'send' && enter)}
          onClick={() => void send('send')}
        >
          Send to the owners
        </ActButton>
        <ActButton
          whyNot={whyNotApprove}
          disabled={!built}
          busy={busy && pressed !== 'send'}
          busyLabel={mine === 'approve' ? 'Approving' : 'Saving'}
          tone={first === 'send' ? 'secondary' : 'primary'}
          {...(first !== 'send' && enter)}
          onClick={() => void send(mine)}
        >
          {mine === 'saveApproval'
            ? `Save, send ${toPharmacist.join(', ')} to pharmacist: `
            : straight.data?.isAutoPaUser === false
              ? 'Send to manual entry: '
              : 'Approve '}
          {fills} until {usDate(values.end!)}, {levelInWords(values.level)}
        </ActButton>
      </div>
    </>
  )
}
