import { useId } from 'react'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconAlert, iconCheck, iconClose, iconMinus } from '#platform/ui/display/icons.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import css from './review-form.module.css'
import { criterionAnswers, type TypedCriterion } from './typed-review.ts'

const icons = { MET: iconCheck, NOT_MET: iconClose, NOT_SHOWN: iconMinus }
const tones = { MET: 'green', NOT_MET: 'red', NOT_SHOWN: 'amber' } as const

type CriterionProps = {
  /** Its number, from 1. */
  number: number
  value: TypedCriterion
  onChange: (value: TypedCriterion) => void
  /** Takes it away; not of the only one. */
  onRemove: (() => void) | undefined
  textProblem: string | undefined
  answerProblem: string | undefined
}

/** A criterion of the guideline, and whether it is met. */
export function Criterion({ number, value, onChange, onRemove, textProblem, answerProblem }: CriterionProps) {
  const problem = useId()
  return (
    <li className={css.criterion}>
      {number < 10 ? <Keys of={[String(number)]} /> : <span className={css.number}>{number}</span>}
      <TextField
        label={`Criterion ${number}`}
        quiet
        id={`review-criteria.${number - 1}.text`}
        className={css.text ?? ''}
        placeholder="What the guideline asks for"
        value={value.text}
        onChange={(text) => onChange({ ...value, text })}
        error={textProblem}
      />
      <div className={css.answer}>
        <Segmented
          label={`Criterion ${number}`}
          size="small"
          block
          id={`review-criteria.${number - 1}.answer`}
          describedBy={answerProblem && problem}
          options={criterionAnswers.map((one) => ({
            ...one,
            tone: tones[one.value],
            ...(one.value === value.answer && { icon: icons[one.value] }),
          }))}
          value={value.answer}
          onChange={(answer) => onChange({ ...value, answer })}
        />
        {answerProblem && (
          <p id={problem} className={css.problem}>
            <Icon of={iconAlert} size={14} />
            {answerProblem}
          </p>
        )}
      </div>
      {onRemove ? (
        <IconButton size="small" icon={iconClose} label={`Remove criterion ${number}`} onClick={onRemove} />
      ) : (
        <span className={css.noRemove} />
      )}
    </li>
  )
}
