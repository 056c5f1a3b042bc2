import { useRef, useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { usDate } from '#platform/dates/day.ts'
import { iconCalendar, iconClose, iconSettings } from '#platform/ui/display/icons.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { ChangeLimits } from './change-limits.tsx'
import type { ListedPriorAuth } from './contract.ts'
import { fillWords, whyNot, type ChangeKind } from './in-words.ts'
import { MoveEnd } from './move-end.tsx'
import css from './prior-auths.module.css'

type ChangeDialogProps = PatientTabProps & {
  of: ListedPriorAuth
  kind: ChangeKind
  today: string
  onClose: () => void
}

/** Extends, changes or ends one. What was typed under one tab stays while another is looked at. */
export function ChangeDialog({ of, kind: first, today, patient, onClose }: ChangeDialogProps) {
  const [kind, setKind] = useState(first)
  const block = of.kind === 'BLOCK'
  const last = of.fills[0]
  const words: Record<ChangeKind, string> = { extend: 'Extend', change: 'Change limits', end: block ? 'Lift' : 'End' }
  const icons: Record<ChangeKind, string> = { extend: iconCalendar, change: iconSettings, end: iconClose }
  const form = { of, today, onClose }
  const shown = useRef<HTMLDivElement>(null)
  useKeys(
    { 'mod+Enter': () => shown.current?.querySelector<HTMLFormElement>('div:not([hidden]) > form')?.requestSubmit() },
    { scope: shown },
  )
  return (
    <Dialog
      title={`Change ${block ? 'block' : 'prior authorization'} ${of.priorAuthOverrideRef}`}
      size="large"
      sheet="full"
      onClose={onClose}
    >
      <div className={css.about}>
        <div>
          <b>
            {of.drugDescription}, {levelInWords(of.level)}
          </b>
          <p className="muted">
            {patient.firstName} {patient.lastName} · born {usDate(patient.dob)} · {patient.claimNumber}
          </p>
        </div>
        <dl className={css.figures}>
          {(
            [
              ['From, to', `${usDate(of.startDate)} – ${usDate(of.endDate)}`],
              ['Fills used', fillWords(of)],
              ['Last fill', last ? usDate(last.fillDate) : 'None yet'],
            ] as const
          ).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Segmented
        label="What to do"
        block
        value={kind}
        onChange={setKind}
        options={(['extend', 'change', 'end'] as const).map((value) => ({
          value,
          label: words[value],
          icon: icons[value],
          disabled: whyNot(of, value) !== undefined,
          ...(value === 'end' && { tone: 'red' as const }),
        }))}
      />
      <div ref={shown}>
        <div hidden={kind !== 'extend'}>
          <MoveEnd {...form} later />
        </div>
        <div hidden={kind !== 'change'}>
          <ChangeLimits {...form} />
        </div>
        <div hidden={kind !== 'end'}>
          <MoveEnd {...form} later={false} />
        </div>
      </div>
    </Dialog>
  )
}
