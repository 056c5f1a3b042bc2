import { Badge } from '#platform/ui/display/badge.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconLock, iconSiren } from '#platform/ui/display/icons.ts'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { gradeWords } from '#features/authorizations/in-words.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { notCoveredThatDay } from '#reference/ncpdp.ts'
import type { ApproveChoices } from '../draft.ts'
import type { Clearing } from '../edit-rules-shape.ts'
import css from '../decision.module.css'
import { fieldId } from './parts.tsx'

/** Which codes are ticked, and the words that go with a safety code. */
type Ticks = {
  ticks: Readonly<Record<string, boolean>>
  all: boolean
  agreed: boolean
  ack: string
}

export type OverridesProps = {
  clearing: readonly Clearing[]
  form: Ticks
  /** Offer to clear every ordinary reject that stands. */
  mayClearAll: boolean
  set: (choices: ApproveChoices) => void
  error: (field: string) => string | undefined
  /** Who clears what is left, where that is somebody else. */
  whoElse?: string | undefined
}

/** Which rejects the approval clears. What this person may not clear stays in sight, locked, with its reason. */
export function Overrides({ clearing, form, mayClearAll, set, error, whoElse }: OverridesProps) {
  const ordinary = clearing.filter(({ reject }) => !reject.safety)
  const safety = clearing.filter(({ reject }) => reject.safety)
  return (
    <>
      {ordinary.length > 0 && (
        <FieldSet legend="Override these rejects" id={fieldId('rejects')} error={error('rejects')}>
          <div className={css.codes}>
            {ordinary.map((one) => (
              <Line
                key={one.reject.rejectCode}
                one={one}
                form={form}
                set={set}
                off={form.all && !notCoveredThatDay.includes(one.reject.rejectCode)}
              />
            ))}
            {mayClearAll && (
              <CheckBox
                label="Override all ordinary rejects of this request"
                detail="Only what stands today. Never coverage (65 to 69), a safety code or a hard stop."
                checked={form.all}
                onChange={(all) => set({ all })}
              />
            )}
          </div>
        </FieldSet>
      )}
      {safety.length > 0 && <Safety safety={safety} form={form} set={set} error={error} whoElse={whoElse} />}
    </>
  )
}

function Line({ one, form, set, off }: { one: Clearing; form: Ticks; set: OverridesProps['set']; off?: boolean }) {
  const { reject, may, whyNot, secondPerson } = one
  const words = rejectWords(reject.rejectCode, reject.description)
  const label = (
    <span className={css.code}>
      <CodeChip code={reject.rejectCode} words={words} beside />
      <span>{words}</span>
      {reject.safety && (
        <Badge tone={reject.severity === 3 ? 'amber' : 'red'} icon={iconSiren}>
          {gradeWords(reject.severity)}
        </Badge>
      )}
    </span>
  )
  if (!may) {
    return (
      <div className={css.locked}>
        <Icon of={iconLock} size={15} />
        <span>
          {label}
          <small>
            <span className="sr-only">Locked. </span>
            {whyNot}
          </small>
        </span>
      </div>
    )
  }
  return (
    <CheckBox
      label={label}
      detail={secondPerson ? 'Over your limit: a second person must confirm.' : undefined}
      checked={form.ticks[reject.rejectCode] ?? false}
      disabled={off}
      onChange={(on) => set({ ticks: { ...form.ticks, [reject.rejectCode]: on } })}
    />
  )
}

/** Safety codes stand apart: named, graded, and cleared only with a tick and words of one's own. */
function Safety({
  safety,
  form,
  set,
  error,
  whoElse,
}: Omit<OverridesProps, 'clearing' | 'mayClearAll'> & { safety: readonly Clearing[] }) {
  const clears = safety.some(({ reject }) => form.ticks[reject.rejectCode])
  return (
    <div className={css.safety} role="group" aria-labelledby="safety-rejects">
      <h3 id="safety-rejects">
        <Icon of={iconSiren} size={15} /> Safety rejects
      </h3>
      <FieldSet legend="Clear these safety rejects" quiet id={fieldId('safety')} error={error('safety')}>
        <div className={css.codes}>
          {safety.map((one) => (
            <Line key={one.reject.rejectCode} one={one} form={form} set={set} />
          ))}
        </div>
      </FieldSet>
      {clears ? (
        <>
          <FieldSet legend="Acknowledgement" quiet id={fieldId('agreed')} error={error('agreed')}>
            <CheckBox
              label="I have weighed the risk and clear the selected safety code."
              checked={form.agreed}
              onChange={(agreed) => set({ agreed })}
            />
          </FieldSet>
          <TextField
            label="Why it is safe to fill"
            required
            id={fieldId('safetyAck')}
            value={form.ack}
            maxLength={500}
            onChange={(ack) => set({ ack })}
            error={error('safetyAck')}
          />
        </>
      ) : (
        whoElse !== undefined && <p className={css.small}>If not cleared, the request goes to {whoElse}.</p>
      )}
    </div>
  )
}
