import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { brandMark } from '#features/authorizations/in-words.ts'
import { lapseSentence } from '#features/authorizations/law-in-words.ts'
import css from '../decision.module.css'
import { stillLoading } from '../still-loading.ts'
import { fieldId, type FormParts } from './parts.tsx'

type FrameProps = {
  parts: FormParts
  choose: ReactNode
  /** What is to be said before and after the fields. */
  above: ReactNode
  below: ReactNode
  detail: AuthDetail
  zone: string
  wantedRef: RefObject<'approve' | 'reject' | undefined>
}

/** Gives the form that was asked for by a key, or by the address, its focus as soon as it is there. */
function useWantedFocus(wantedRef: FrameProps['wantedRef']) {
  useEffect(() => {
    if (!wantedRef.current) return
    const control = document.getElementById(wantedRef.current === 'approve' ? 'confirm' : fieldId('reasonId'))
    if (!control) return
    control.focus()
    wantedRef.current = undefined
  })
}

/** The keys press the button: what it does not send now, they do not. */
const pressSend = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('[type="submit"]')?.click()

/** The form in the pane beside the evidence. */
export function PaneForm({ parts, choose, above, below, detail, zone, wantedRef }: FrameProps) {
  const region = useRef<HTMLFormElement>(null)
  useKeys({ 'mod+Enter': () => (parts.loading ? stillLoading() : pressSend(region.current)) }, { scope: region })
  useWantedFocus(wantedRef)
  return (
    <div className={css.pane}>
      <div className={css.choose}>{choose}</div>
      <form
        ref={region}
        className={css.form}
        noValidate
        aria-label="Decision form"
        onSubmit={(event) => {
          event.preventDefault()
          parts.onSubmit?.()
        }}
      >
        <h2 className="sr-only">Decision form</h2>
        <div className={css.fields}>
          {above}
          {parts.fields}
          {below}
        </div>
        {parts.act && (
          <div className={css.foot}>
            <Sending {...{ parts, detail, zone }} />
          </div>
        )}
      </form>
    </div>
  )
}

/** The button, above it what the trial run found and, where it is only saved, until when it has to be sent. */
const Sending = ({ parts, detail, zone }: Pick<FrameProps, 'parts' | 'detail' | 'zone'>) => (
  <>
    {parts.trial && <div className={css.trial}>{parts.trial}</div>}
    {parts.saves && (
      <p className={css.small}>
        Nobody outside is notified yet. Due {exactWords(detail.statutoryDueAt, zone)}.{' '}
        {lapseSentence(detail.guideline.lapse)}
      </p>
    )}
    {parts.act}
  </>
)

/** The form as a sheet over the whole screen of a phone. */
export function SheetForm({
  parts,
  form,
  choose,
  above,
  below,
  detail,
  zone,
  onClose,
  wantedRef,
}: FrameProps & { form: 'approve' | 'reject'; onClose: () => void }) {
  const region = useRef<HTMLElement>(null)
  useKeys({ 'mod+Enter': () => (parts.loading ? stillLoading() : pressSend(region.current)) }, { scope: region })
  useWantedFocus(wantedRef)
  return (
    <Dialog
      title={`${form === 'approve' ? 'Approve' : 'Reject'}: ${detail.drugName}${brandMark(detail.genericOrbrand)} for ${detail.claimantFirstName} ${detail.claimantLastName}`}
      sheet="full"
      onClose={onClose}
      {...(parts.onSubmit && { onSubmit: parts.onSubmit })}
      footer={
        parts.act && (
          <div className={css.sheetFoot}>
            <Sending {...{ parts, detail, zone }} />
          </div>
        )
      }
    >
      <div
        className={css.sheet}
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('dialog') ?? null
        }}
      >
        <p className={css.small}>
          Born {usDate(detail.dateOfBirth)}, claim {detail.claimNumber}, {detail.masterCarrier}/{detail.subCarrier},{' '}
          {detail.jurisState}.
        </p>
        <div>{choose}</div>
        {above}
        {parts.fields}
        {below}
      </div>
    </Dialog>
  )
}
