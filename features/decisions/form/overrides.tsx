import { Badge } from '#platform/ui/display/badge.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconLock, iconSiren } from '#platform/ui/display/icons.ts'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { gradeAlone } from '#features/authorizations/in-words.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { notCoveredThatDay } from '#reference/ncpdp.ts'
import type { ApproveChoices } from '../draft.ts'
import type { Clearing } from '../edit-rules-shape.ts'
import css from '../decision.module.css'
import { whyField } from './problem.ts'
import { fieldId } from './parts.tsx'

/** Which codes and findings are ticked, and the words that go with each safety finding. */
type Ticks = {
  ticks: Readonly<Record<string, boolean>>
  all: boolean
  agreed: boolean
  acks: Readonly<Record<string, string>>
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
  /** The trial run of these terms would pay: a safety finding without a tick does not stop such a fill. */
  passes?: boolean | undefined
}

/** Which rejects the approval clears. What this person may not clear stays in sight, locked, with its reason. */
export function Overrides({ clearing, form, mayClearAll, set, error, whoElse, passes }: OverridesProps) {
  const ordinary = clearing.filter(({ reject }) => !reject.safety)
  const safety = clearing.filter(({ reject }) => reject.safety)
  return (
    <>
      {ordinary.length > 0 && (
        <FieldSet legend="Override these rejects" id={fieldId('rejects')} error={error('rejects')}>
          <div className={css.codes}>
            {ordinary.map((one) => (
              <Line
                key={one.reject.finding}
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
      {safety.length > 0 && <Safety {...{ safety, form, set, error, whoElse, passes }} />}
    </>
  )
}

const clearsByItself = 'Clears by itself with these terms.'

type LineProps = { one: Clearing; form: Ticks; set: OverridesProps['set']; off?: boolean; passes?: boolean | undefined }

function Line({ one, form, set, off, passes }: LineProps) {
  const { reject, may, whyNot, secondPerson } = one
  const byItself = passes && !form.ticks[reject.finding]
  const words = rejectWords(reject.rejectCode, reject.description)
  const grade = reject.safety ? gradeAlone(reject.severity) : undefined
  // The badge says the grade.
  const about = grade ? reject.about.replace(`${grade.toLowerCase()}, `, '') : reject.about
  const label = (
    <span className={css.code}>
      <CodeChip code={reject.rejectCode} words={words} beside />
      <span className={css.words}>
        {words}
        {about !== '' && <small className={css.about}>{about}</small>}
      </span>
      {grade && <Badge tone={reject.severity === 3 ? 'amber' : 'red'}>{grade}</Badge>}
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
            {byItself ? clearsByItself : whyNot}
          </small>
        </span>
      </div>
    )
  }
  return (
    <CheckBox
      label={label}
      detail={byItself ? clearsByItself : secondPerson ? 'Over your limit: a second person must confirm.' : undefined}
      checked={form.ticks[reject.finding] ?? false}
      disabled={off}
      onChange={(on) => set({ ticks: { ...form.ticks, [reject.finding]: on } })}
    />
  )
}

/** Safety findings stand apart: named, graded, and each cleared only with a tick and words of its own. */
function Safety({
  safety,
  form,
  set,
  error,
  whoElse,
  passes,
}: Omit<OverridesProps, 'clearing' | 'mayClearAll'> & { safety: readonly Clearing[] }) {
  const ticked = safety.map(({ reject }) => reject).filter(({ finding }) => form.ticks[finding])
  return (
    <div className={css.safety} role="group" aria-labelledby="safety-rejects">
      <h3 id="safety-rejects">
        <Icon of={iconSiren} size={15} /> Safety rejects
        {safety.some(({ may }) => may) && (
          <span aria-hidden="true">
            <Keys of={['F']} />
          </span>
        )}
      </h3>
      <FieldSet legend="Clear these safety rejects" quiet id={fieldId('safety')} error={error('safety')}>
        <div className={css.codes}>
          {safety.map((one) => (
            <Line key={one.reject.finding} {...{ one, form, set, passes }} />
          ))}
        </div>
      </FieldSet>
      {ticked.length > 0 ? (
        <>
          <FieldSet legend="Acknowledgement" quiet id={fieldId('agreed')} error={error('agreed')}>
            <CheckBox
              label="I have weighed the risk and clear the selected safety findings."
              checked={form.agreed}
              onChange={(agreed) => set({ agreed })}
            />
          </FieldSet>
          {ticked.map(({ finding, rejectCode, about }, at) => (
            <TextField
              key={finding}
              label={
                ticked.length === 1
                  ? 'Why it is safe to fill'
                  : `Why it is safe to fill: ${[rejectCode, about].filter(Boolean).join(', ')}`
              }
              required
              id={fieldId(whyField(finding))}
              value={form.acks[finding] ?? ''}
              maxLength={500}
              onChange={(why) => set({ acks: { ...form.acks, [finding]: why } })}
              error={error(whyField(finding)) ?? (at === 0 ? error('safetyAck') : undefined)}
            />
          ))}
        </>
      ) : (
        whoElse !== undefined && <p className={css.small}>If not cleared, the request goes to {whoElse}.</p>
      )}
    </div>
  )
}
