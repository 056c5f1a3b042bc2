import type { ReactNode } from 'react'
import { cx } from '#platform/ui/cx.ts'
import { GpiLadder } from '../form/gpi-ladder.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import type { AuthDetail, SavedApproval } from '#features/authorizations/contract.ts'
import type { ApproveForm } from './choices.ts'
import type { ApproveChoices } from '../draft.ts'
import type { Reason } from '../form/problem.ts'
import type { EditRules } from '../edit-rules-shape.ts'
import { drugs } from '#features/drugs/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { Dates } from '../form/dates.tsx'
import css from '../decision.module.css'
import { fieldId } from '../form/parts.tsx'

const many = (products: number): string =>
  `${products.toLocaleString('en-US')} ${products === 1 ? 'product' : 'products'}`

type PartProps = {
  form: ApproveForm
  set: (choices: ApproveChoices) => void
  error: (field: string) => string | undefined
  advised: (name: keyof ApproveChoices) => ReactNode
}

/** Why one-time fill is on or off and stays so: the carrier's kind of approval, or what is asked for. */
const whyOnceLocked = ({ approveAuthType: { id, name }, fields, situation }: EditRules): string =>
  (id === 1 && fields.oneTimeFill.default) || id === 2 || id === 4
    ? `Your carrier’s setting: ${name.toLowerCase()}.`
    : `${situation}: ${fields.oneTimeFill.default ? 'one fill only' : 'not offered'}.`

/** Dates, fills, amounts and how wide it reaches. */
export function Terms({
  rules,
  form,
  detail,
  today,
  set,
  error,
  advised,
}: PartProps & { rules: EditRules; detail: AuthDetail; today: string }) {
  const { fields } = rules
  const examples: Readonly<Record<number, string>> = { 14: detail.strength, 12: detail.medication.form, 11: detail.ndc }
  const level = rules.levels.find((one) => one.level === form.level)
  const variations = useRead(drugs.gpiVariations, { code: detail.gpi })
  // A level of 11 is one package of one labeler (NDC).
  const products =
    form.level === 11 ? 1 : variations.data?.levels.find(({ length }) => length === form.level)?.productCount
  const most = fields.paMaxFill.max
  const least = form.once ? 1 : fields.paMaxFill.min
  const isOrdered = Boolean(detail.determination?.startDate)
  const whyLocked = `Set by: ${rules.situation.toLowerCase()}.`
  return (
    <>
      <Dates rules={rules} start={form.start} end={form.end} once={form.once} today={today} set={set} error={error} />
      <div className={cx(css.pair, css.middle)}>
        <div>
          <Switch
            label={<span className={css.once}>One-time fill</span>}
            checked={form.once}
            disabled={!fields.oneTimeFill.editable}
            onChange={(once) => set({ once })}
          />
          {advised('once') && <div className={css.small}>{advised('once')}</div>}
          {!fields.oneTimeFill.editable && <div className={css.small}>{whyOnceLocked(rules)}</div>}
        </div>
        {fields.paMaxFill.visible && (
          <SelectField
            inline
            className={css.fills}
            label="Max fills"
            id={fieldId('paMaxFill')}
            value={form.fills === null ? 'any' : String(form.fills)}
            disabled={form.once}
            title={form.once ? 'A one-time fill is one fill.' : undefined}
            options={[
              ...(fields.paMaxFill.default === null && !form.once ? [{ value: 'any', label: 'No limit' }] : []),
              ...Array.from({ length: form.once ? 1 : most - least + 1 }, (_, index) => ({
                value: String(least + index),
                label: String(least + index),
              })),
            ]}
            onChange={(fills) => set({ fills: fills === 'any' ? null : Number(fills) })}
            error={error('paMaxFill')}
          />
        )}
      </div>
      <Amounts {...{ form, set, error, advised }} locked={isOrdered ? whyLocked : undefined} />
      <div id={fieldId('drugLevel')}>
        <GpiLadder
          legend="Approve which drugs?"
          rungs={rules.levels.map((one) => ({
            value: String(one.level),
            words: one.label,
            examples: examples[one.level] ?? '',
            digits: one.level,
          }))}
          value={String(form.level)}
          onChange={(picked) => set({ level: Number(picked) })}
          effect={products ? `covers ${many(products)}` : undefined}
          {...(error('drugLevel') && { error: error('drugLevel')! })}
          {...(level && {
            hint:
              rules.levels.length === 1
                ? `${level.description} Only this level: ${rules.situation}.`
                : level.description,
          })}
        />
      </div>
    </>
  )
}

/** Quantity and days' supply of one fill; `locked` says what set them. */
export function Amounts({
  form,
  set,
  error,
  advised,
  locked,
  hint,
}: PartProps & { locked?: string | undefined; hint?: string }) {
  const amounts = [
    { name: 'qty', field: 'maxQty', label: 'Quantity per fill', text: form.qty },
    { name: 'days', field: 'maxDays', label: 'Days’ supply per fill', text: form.days },
  ]
  return (
    <div className={css.pair}>
      {amounts.map(({ name, field, label, text }) => (
        <TextField
          key={field}
          label={label}
          id={fieldId(field)}
          inputMode="decimal"
          value={text}
          placeholder="No limit"
          readOnly={locked !== undefined}
          hint={locked ?? hint ?? advised(name === 'days' ? 'maxDays' : 'qty')}
          onChange={(typed) => set({ [name]: typed })}
          error={error(field)}
        />
      ))}
    </div>
  )
}

type WhyProps = {
  reasons: readonly Reason[]
  /** The first of two approvals, whose reason stands unless another is chosen. */
  first: AuthDetail['firstApproval']
  /** Less is approved than was asked: then the note is sent. */
  less: boolean
}

/** Reason and note. */
export function Why({ form, reasons, set, error, advised, first, less }: PartProps & WhyProps) {
  const reason = reasons.find((one) => one.reasonId === form.reasonId)
  const needsNote = reason?.requiresNote
  return (
    <>
      <SelectField
        label="Reason"
        aside={advised('reasonId')}
        id={fieldId('reasonId')}
        value={form.reasonId === undefined ? '' : String(form.reasonId)}
        placeholder={first ? `As ${first.byName} gave it` : 'Choose a reason'}
        options={reasons.map((reason) => ({ value: String(reason.reasonId), label: reason.description }))}
        onChange={(picked) => set({ reasonId: Number(picked) })}
        error={error('reasonId')}
      />
      <TextArea
        label="Note"
        aside={needsNote ? undefined : 'optional'}
        required={needsNote}
        {...(reason?.noteHint && { hint: reason.noteHint })}
        id={fieldId('note')}
        value={form.note}
        placeholder={less ? 'Why less? The patient and the prescriber read it.' : 'For the record. It is not sent.'}
        onChange={(note) => set({ note })}
        error={error('note')}
      />
    </>
  )
}

/** What the first of two people set: this approval writes just that. */
export function First({ first, confirms }: { first: SavedApproval; confirms: boolean }) {
  return (
    <Note tone="blue">
      <b>Approved by {first.byName}.</b>{' '}
      {confirms
        ? first.waitsFor.length > 0
          ? `It takes effect once you confirm it; confirming also clears ${first.waitsFor.join(', ')}.`
          : 'It takes effect as written once you confirm it.'
        : `Pending pharmacist clearance of ${first.waitsFor.join(', ')}; it then takes effect as written.`}
    </Note>
  )
}
