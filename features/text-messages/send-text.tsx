import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { asFailed } from '#platform/browser/call.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { atWords, exactWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { texts } from './contract.ts'
import type { GatewayAction, Template } from './gateway-rules.ts'
import { templateName } from './template-names.ts'
import css from './texts-tab.module.css'

const hints: readonly Hint[] = [
  { keys: ['1–4'], does: 'Text, within the list' },
  { keys: ['Ctrl', 'Enter'], does: 'Send' },
  { keys: ['Esc'], does: 'Back' },
]

export type Campaign = AnswerOf<typeof texts.campaign>

/** Characters one text has; a longer one is sent as two. */
const ONE_TEXT = 160

/** Why this user may not do it for this worker now; null where they may. */
export const whyNotOf = (of: Campaign, action: GatewayAction) =>
  of.actions.find((one) => one.action === action)?.whyNot ?? null

/** Sends one of the fixed texts: only what is true now, never a drug. */
export function SendText({ patient, of }: PatientTabProps & { of: Campaign }) {
  const { claimId } = patient
  const { person } = useUser()
  const now = useNow()
  const [chosen, setChosen] = useState<Template>()
  const [language, setLanguage] = useState<'en' | 'es'>(of.language === 'es' ? 'es' : 'en')
  const form = useRef<HTMLFormElement>(null)
  const act = useAct(texts.gateway)
  const why = whyNotOf(of, 'SEND')
  const again = whyNotOf(of, 'RESEND')
  useHints(hints)
  useKeys({ 'mod+Enter': () => form.current?.requestSubmit() }, { scope: form })
  // A user who only reads sees consent and history.
  if (why?.code === 'UPDATE_BLOCKED') return null
  const open = of.templates.filter(({ whyNot }) => whyNot === null)
  const current = open.find(({ template }) => template === chosen) ?? open[0]
  const waits =
    of.waitsUntil && `It is sent at ${exactWords(of.waitsUntil, of.zone)}: quiet hours are 9:00 PM to 8:00 AM.`
  const send = (action: 'SEND' | 'RESEND') =>
    act.mutate(
      { claimId, action, ...(action === 'SEND' && { template: current!.template, language }) },
      {
        onSuccess: ({ waitsUntil }) =>
          toast({
            tone: 'success',
            words: waitsUntil ? `The text is sent ${atWords(waitsUntil, person.timeZone, now)}.` : 'The text is sent.',
          }),
      },
    )
  return (
    <Card title="Send a text" sub="templates only">
      <form
        ref={form}
        className={css.form}
        noValidate
        aria-label="Send a text"
        onSubmit={(event) => {
          event.preventDefault()
          if (current && !why && !act.isPending) send('SEND')
        }}
      >
        {act.error && <FailedNote what="No text was sent." failure={asFailed(act.error)} />}
        {why ? (
          <Note tone="neutral">{why.message}</Note>
        ) : (
          <>
            <div className={css.templates}>
              <OptionCards
                legend="Text"
                quiet
                numbered
                value={current?.template}
                options={of.templates.map(({ template, whyNot, lastSentAt }) => ({
                  value: template,
                  label: templateName({ template }),
                  detail: whyNot ?? (lastSentAt ? `Sent ${atWords(lastSentAt, person.timeZone, now)}` : undefined),
                  disabled: whyNot !== null,
                }))}
                onChange={setChosen}
              />
            </div>
            <Segmented
              label="Language"
              size="small"
              value={language}
              options={[
                { value: 'en', label: 'English' },
                { value: 'es', label: 'Spanish' },
              ]}
              onChange={setLanguage}
            />
            {current ? (
              <div className={css.preview}>
                <small>Preview, to {of.mobile}</small>
                <p lang={language}>{current[language]}</p>
                <small>
                  {current[language].length} of {ONE_TEXT} characters · no drug name, no diagnosis
                </small>
              </div>
            ) : (
              <p className="muted">No template applies right now.</p>
            )}
            {waits && <p className="muted">{waits}</p>}
            <div className={css.foot}>
              <span className="muted">
                {of.sentToday} of {of.mostPerDay} today
              </span>
              {current && (
                <SendButton tone="primary" busy={act.isPending} busyLabel="Sending" keys={['Ctrl', 'Enter']}>
                  Send text
                </SendButton>
              )}
            </div>
          </>
        )}
        {!again && (
          <div className={css.foot}>
            <span className="muted">
              {of.state === 'INVITED' ? 'Not answered yet.' : 'The last text did not arrive.'}
            </span>
            <ActButton size="small" onClick={() => send('RESEND')}>
              {of.state === 'INVITED' ? 'Send the invitation again' : 'Send it again'}
            </ActButton>
          </div>
        )}
        <p className="muted">
          The pharmacy card is sent from <Link href={patientAddress(patient, 'eligibility')}>Eligibility and card</Link>
          .
        </p>
      </form>
    </Card>
  )
}
