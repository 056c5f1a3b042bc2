import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { TAKEN_MINUTES } from '#features/callbacks/rules.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { QUEUE_SIZE, WorkQueue } from '#platform/ui/list/work-queue.tsx'
import { TakenBadge, TakenNote } from '#platform/ui/list/taken-note.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { keying, type ToKey } from './contract.ts'
import css from './keying-queue.module.css'

/** Manual entry into adjudication, the oldest first, and whether it took the one that is open. */
export function KeyingQueue() {
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(QUEUE_SIZE)
  const asked = useRead(keying.queue, { page: 0, size }, { keepPrevious: true })
  return (
    <WorkQueue
      title="Manual entry"
      asked={asked}
      rows={asked.data?.waiting}
      more={asked.data?.more}
      size={size}
      onSize={setSize}
      idOf={(one) => one.priorAuthId}
      empty={{ title: 'Nothing to enter', text: 'Approvals that must be entered by hand appear here.' }}
      row={(one) => ({
        name: one.drugName,
        about: `${one.groupCode} · claim ${one.claimNumber}${one.attempts > 0 ? ' · not accepted before' : ''}`,
        badge: <TakenBadge by={one.takenBy} />,
        when: whenWords(one.waitingSince, person.timeZone, now),
      })}
      opened={(one) => <OpenItem of={one} />}
    />
  )
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`

function OpenItem({ of }: { of: ToKey }) {
  const { person, carrier } = useUser()
  const id = useId()
  const [accepted, setAccepted] = useState<'yes' | 'no'>()
  const [why, setWhy] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const assign = useAct(keying.assign)
  const act = useAct(keying.keyed)
  const form = useFormSend({
    whatIsWrong: () => [
      ...(accepted === undefined ? [{ id, message: 'Choose whether it was accepted.' }] : []),
      ...(accepted === 'no' && !explains(why)
        ? [{ id: `${id}-why`, message: whyNotExplained(why, 'Enter why it was not accepted.')! }]
        : []),
    ],
    send: async () => {
      await act.mutateAsync({
        id: of.priorAuthId,
        accepted: accepted === 'yes',
        ...(accepted === 'no' && { error: why.trim() }),
      })
      toast({
        tone: 'success',
        words: accepted === 'yes' ? `${of.overrideRef} is in force.` : `${of.overrideRef} stays in the queue.`,
        ...(accepted === 'yes' && { detail: 'The pharmacy is notified.' }),
      })
    },
    idOf: (path) => ({ accepted: id, error: `${id}-why` })[path],
  })
  useKeys({ 'mod+Enter': () => element.current?.requestSubmit() }, { scope: element })
  const place = { masterCarrier: carrier.code, subCarrier: of.subCarrier, claimId: of.claimId }
  return (
    <Card
      title={of.drugName}
      sub={of.overrideRef}
      acts={<Link href={patientAddress(place, 'prior-auths')}>Prior authorizations</Link>}
    >
      <form ref={element} className={css.form} noValidate aria-label="Enter the approval" onSubmit={form.onSubmit}>
        <TakenNote
          by={of.takenBy}
          minutes={TAKEN_MINUTES}
          assign={{ ...assign, mutate: (mine) => assign.mutate({ id: of.priorAuthId, mine }) }}
        />
        <Facts
          of={[
            ['Group', of.groupCode],
            ['Claim', of.claimNumber],
            ['Reference', of.referenceNumber],
            ['Drug', of.ndc ? `NDC ${of.ndc}` : `GPI ${of.gpiPrefix} (level ${of.level})`],
            ['Dates', `${usDate(of.startDate)} to ${usDate(of.endDate)}`],
            ['Fills', of.oneTime ? 'One fill' : (of.maxFills ?? 'No limit')],
            ['Quantity per fill', of.maxQty ?? 'No limit'],
            ["Days' supply per fill", of.maxDays ?? 'No limit'],
            ['Cost per fill', of.maxCost === null ? 'No limit' : dollars(of.maxCost)],
            ['Reject codes cleared', of.codes.join(', ') || 'None'],
            ['Waiting since', exactWords(of.waitingSince, person.timeZone)],
            ...(of.lastError === null ? [] : [['Not accepted before', of.lastError] as const]),
          ]}
        />
        {form.failure && <FailedNote what="It was not saved." failure={form.failure} />}
        <div id={id} tabIndex={-1}>
          <RadioGroup
            legend="Accepted by the claims system?"
            required
            row
            value={accepted}
            onChange={setAccepted}
            options={[
              { value: 'yes', label: 'Yes, accepted' },
              { value: 'no', label: 'No' },
            ]}
            {...(form.problemOf(id) !== undefined && { error: form.problemOf(id)! })}
          />
        </div>
        {accepted === 'no' && (
          <TextField
            id={`${id}-why`}
            label="Why it was not accepted"
            required
            maxLength={250}
            value={why}
            onChange={setWhy}
            error={form.problemOf(`${id}-why`)}
          />
        )}
        <div className={css.foot}>
          <span className="muted">Once it is accepted, the pharmacy is notified.</span>
          <SendButton
            tone="primary"
            disabled={of.takenBy !== null && !of.takenBy.mine}
            busy={form.busy}
            busyLabel="Saving"
            keys={['Ctrl', 'Enter']}
          >
            Save
          </SendButton>
        </div>
      </form>
    </Card>
  )
}
