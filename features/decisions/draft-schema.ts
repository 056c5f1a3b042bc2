import type { DraftForm } from '#features/drafts/use-draft.ts'
import type { ApproveChoices } from './draft.ts'
import type { RejectChoices } from './draft.ts'

/** What was typed into a form, and the version of the request it was typed for. */
export type Typed<Choices extends object> = { choices: Choices; version: number }

const is = {
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  yesOrNo: (value: unknown) => typeof value === 'boolean',
  marks: (value: unknown) =>
    typeof value === 'object' && value !== null && Object.values(value).every((mark) => typeof mark === 'boolean'),
  texts: (value: unknown) =>
    typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string'),
  instead: (value: unknown) => is.texts(value) && 'ndc' in (value as object) && 'name' in (value as object),
  names: (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
}
const numberOrNone = (value: unknown) => value === null || is.number(value)

type Fields<Choices> = { [Name in keyof Required<Choices>]: (value: unknown) => boolean }
const approveFields: Fields<ApproveChoices> = {
  start: is.text,
  end: is.text,
  once: is.yesOrNo,
  level: is.number,
  fills: numberOrNone,
  maxDays: numberOrNone,
  qty: is.text,
  days: is.text,
  ticks: is.marks,
  all: is.yesOrNo,
  agreed: is.yesOrNo,
  acks: is.texts,
  reasonId: is.number,
  note: is.text,
  supersede: is.yesOrNo,
  lift: is.yesOrNo,
  advised: is.names,
}
const rejectFields: Fields<RejectChoices> = {
  codes: is.marks,
  reasonId: is.number,
  note: is.text,
  start: is.text,
  end: is.text,
  level: is.number,
  brandOnly: is.yesOrNo,
  fillOnly: is.yesOrNo,
  instead: is.instead,
}

/** Reads back what was kept; a field of an older page that is no longer understood is left out. */
const reader =
  <Choices extends object>(fields: Fields<Choices>) =>
  ({ choices, version }: Record<string, unknown>): Typed<Choices> | undefined => {
    if (typeof version !== 'number' || typeof choices !== 'object' || choices === null) return undefined
    const known = Object.entries(choices).filter(([name, value]) => fields[name as keyof Choices]?.(value) === true)
    return known.length > 0 ? { choices: Object.fromEntries(known) as Choices, version } : undefined
  }

/** The two forms whose text is kept. */
export const approveDraft: DraftForm<Typed<ApproveChoices>> = {
  about: 'request',
  name: 'approve',
  title: 'Approval',
  read: reader(approveFields),
}
export const rejectDraft: DraftForm<Typed<RejectChoices>> = {
  about: 'request',
  name: 'reject',
  title: 'Rejection',
  read: reader(rejectFields),
}
