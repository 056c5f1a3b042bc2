import { useId } from 'react'
import { cx } from '#platform/ui/cx.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconAlert, iconCheck, iconClose, iconMinus } from '#platform/ui/display/icons.ts'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Keys } from '#platform/ui/keys/keys.tsx'
import css from './review-form.module.css'
import { criterionAnswers, type TypedCriterion } from './typed-review.ts'

const icons = { MET: iconCheck, NOT_MET: iconClose, NOT_SHOWN: iconMinus }

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
  const name = useId()
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
        <div
          role="radiogroup"
          aria-label={`Criterion ${number}`}
          aria-describedby={answerProblem && `${name}-problem`}
          className={css.answers}
        >
          {criterionAnswers.map((one, at) => (
            <label key={one.value} className={cx(css.part, css[one.value])}>
              <input
                type="radio"
                name={name}
                id={at === 0 ? `review-criteria.${number - 1}.answer` : undefined}
                value={one.value}
                checked={one.value === value.answer}
                onChange={() => onChange({ ...value, answer: one.value })}
              />
              {one.value === value.answer && <Icon of={icons[one.value]} size={12} />}
              {one.label}
            </label>
          ))}
        </div>
        {answerProblem && (
          <p id={`${name}-problem`} className={css.problem}>
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
